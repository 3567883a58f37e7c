/* An attack: attacker, target, range, cover, spot give the dice to roll; the number rolled gives damage dice.
   Odds beside it. */
"use strict";

(({ html, t, named, Sheet, Shared, Told, Choice, Word, useContext, useState, views }) => {
  views.facesWords = (faces) =>
    faces?.length ? (faces.length === 1 ? String(faces[0]) : `${faces[0]}–${faces.at(-1)}`) : t("faces.none");

  const letters = (game) => Object.keys(game.rules.ranges ?? { h: 1, d: 1, a: 1 });

  /** Ranges at which it has a weapon; the one with most dice comes first. */
  function ownRanges(unit, game) {
    const found = unit.left
      .filter((code) => code[0] === "R")
      .flatMap((code) => code.split("/").map((one) => one.slice(-1)));
    return letters(game).filter((one) => found.includes(one));
  }

  function previewOf(game, state, wanted) {
    try {
      return brickyardFold.preview(game, state, wanted);
    } catch {
      return null;
    }
  }

  const againstWords = (preview) =>
    preview.isGuessed ? t("odds.against-dice") : t("odds.against", { n: preview.defense ?? 0 });

  function Odds({ preview }) {
    const { odds } = preview;
    if (!odds?.chances?.length) return null;
    const most = Math.max(...odds.chances.map(Number));
    const percent = (chance) => `${Math.round(100 * chance)} %`;
    return html`<div>
      <p class="small">
        ${t("odds.says", {
          hurts: percent(odds.hurts),
          mean: Number(odds.mean).toLocaleString(brickyardPage.language(), { maximumFractionDigits: 2 }),
        })} ${againstWords(preview)}
        :</p>
      <ul class="bars" aria-label=${t("odds")}>${odds.chances.slice(0, 8).map(
        (chance, n) => html`<li key=${n} class=${Number(chance) === most ? "most" : ""}>
          <span>${n}</span>
          <span class="bar-of" style=${{ width: `${Math.max(1, (100 * chance) / most)}%` }}></span>
          <span>${percent(chance)}</span></li>`,
      )}</ul></div>`;
  }

  const isThing = (target) => ["terrain", "debris"].includes(target);
  const thingOf = (game) => (game.game === "frames" ? "terrain" : "debris");
  const isClose = (range) => ["h", "f"].includes(range);

  /** Units by their portraits, those of one player together; `spots` says what is known of each. */
  function Units({ label, word, from, chosen, onChoose, spots, children }) {
    const { state } = useContext(Shared);
    const mark = word ? "data-target" : "data-attacker";
    const place = (one) => state.order.indexOf(one.owner);
    const sorted = [...from].sort((one, two) => place(one) - place(two));
    return html`<div>
      <p class="small">${word ? html`<${Word} of=${word}>${label}<//>` : label}</p>
      <div class="choice small" role="group" aria-label=${label}>
        ${sorted.map(
          (one) => html`<button type="button" key=${one.id} ...${{ [mark]: one.id }}
            aria-pressed=${String(one.id === chosen)} onClick=${() => onChoose(one.id)}>
            <${views.Face} of=${one.id} /><${views.Mark} player=${one.owner} /> ${one.called}
            ${spots && one.spot ? html`<small> ${t("spot.short")} ${one.spot}</small>` : ""}</button>`,
        )}
        ${children}</div></div>`;
  }

  function Targets({ targets, chosen, onChoose }) {
    const { game } = useContext(Shared);
    return html`<${Units} label=${t("target")} word="target" from=${targets} spots=${true}
      ...${{ chosen, onChoose }}>
      <button type="button" data-target=${thingOf(game)} aria-pressed=${String(isThing(chosen))}
        onClick=${() => onChoose(thingOf(game))}>
        ${t(thingOf(game))}</button><//>`;
  }

  const coversAt = (game, range, target) =>
    isThing(target) || isClose(range)
      ? ["open"]
      : game.game === "frames"
        ? ["open", "cover", "frame"]
        : ["open", "cover"];

  /** Who attacks whom and how, to ask for odds. */
  function Settings({ wanted, change, targets, attackers }) {
    const shared = useContext(Shared);
    const { state, game } = shared;
    const may = rangesFor(shared, wanted.unit);
    const unit = state.units[wanted.unit];
    const target = state.units[wanted.target];
    const ranges = letters(game).map((one) => [one, named("range", game.game, one), !may.includes(one)]);
    const close = isClose(wanted.range);
    return html`${
      attackers &&
      html`<${Units} label=${t("attacker")} from=${attackers} chosen=${wanted.unit}
        onChoose=${(unit) => change({ unit })} />`
    }
      <${Targets} targets=${targets} chosen=${wanted.target} onChoose=${(target) => change({ target })} />
      <div>
        <p class="small"><${Word} of="range">${t("range")}<//></p>
        <${Choice} label=${t("range")} from=${ranges} chosen=${wanted.range}
          onChoose=${(range) => change({ range })} /></div>
      ${
        !isThing(wanted.target) &&
        html`<div>
          <p class="small"><${Word} of="cover">${t("cover")}<//></p>
          <${Choice} label=${t("cover")}
            from=${[
              ["open", t("cover.open")],
              ["cover", t("cover.cover"), close],
              ...(game.game === "frames" ? [["frame", t("cover.frame"), close]] : []),
            ]} chosen=${close ? "open" : wanted.cover} onChoose=${(cover) => change({ cover })} /></div>`
      }
      <div class="row">
        ${
          target?.spot
            ? html`<button type="button" class="small" aria-pressed=${String(wanted.spot)} data-spot
              onClick=${() => change({ spot: !wanted.spot })}>
              ${t("spot.use", { n: target.spot })}</button>`
            : null
        }
        ${
          unit?.rockets > 0 &&
          wanted.range === game.rules.rocket_reach &&
          html`<button type="button" class="small" aria-pressed=${String(wanted.rockets > 0)} data-rockets
            onClick=${() => change({ rockets: wanted.rockets ? 0 : 1 })}>
            ${t("rocket.fire")}</button>`
        }</div>`;
  }

  /** At which ranges this unit can attack now: what the fold offers in its turn, else what it carries. */
  function rangesFor(shared, unit) {
    const offered = shared.offers.find((one) => one.do === "attack" && one.unit === unit)?.choices.range;
    const own = ownRanges(shared.state.units[unit], shared.game);
    const unarmed = letters(shared.game).filter((one) => shared.game.rules.attacks[one].unarmed);
    const may = offered ?? [...new Set([...own, ...unarmed])];
    return [...may].sort((one, two) => Number(own.includes(two)) - Number(own.includes(one)));
  }

  /** The range stays if the target can be attacked there; else the first where it can. */
  function settled(shared, wanted) {
    const may = rangesFor(shared, wanted.unit);
    const works = (range) =>
      may.includes(range) && (!wanted.target || previewOf(shared.game, shared.state, { ...wanted, range }));
    const range = works(wanted.range) ? wanted.range : (may.find(works) ?? may[0]);
    return { ...wanted, range, cover: isClose(range) ? "open" : wanted.cover };
  }

  function useWanted(given) {
    const shared = useContext(Shared);
    const { state } = shared;
    const first =
      given.unit ??
      views.acting(state)?.unit ??
      Object.values(state.units).find((one) => !one.lost && one.kind !== "hva")?.id;
    const [wanted, setWanted] = useState(() =>
      first
        ? settled(shared, {
            unit: first,
            target: given.target ?? "",
            range: "",
            cover: "open",
            spot: Boolean(state.units[given.target]?.spot),
            rockets: 0,
          })
        : {},
    );
    const change = (some) =>
      setWanted((now) =>
        settled(shared, {
          ...now,
          ...some,
          ...("target" in some ? { spot: Boolean(state.units[some.target]?.spot) } : {}),
          ...("unit" in some ? { range: "", rockets: 0 } : {}),
        }),
      );
    return [wanted, change];
  }

  /**
   * Enemies on the table; a company waits aboard until it has fuel, and nobody shoots at an asset to be
   * captured.
   */
  const targetsOf = (state, unit) =>
    Object.values(state.units).filter(
      (one) =>
        one.owner !== state.units[unit]?.owner &&
        !one.lost &&
        one.kind !== "hva" &&
        !(one.kind === "company" && one.fuel === null),
    );

  /** This unit's last attack, on this target if there was one: the likeliest again. */
  function lastOf({ events, state }, unit, target) {
    const made = new Set(
      state.log.filter((one) => one.do === "attack" && one.effect && !one.undone).map((one) => one.id),
    );
    const own = events.filter((one) => made.has(one.id) && one.unit === unit);
    return own.filter((one) => one.target === target).at(-1) ?? own.at(-1);
  }

  /** All that one tap can enter: every range it reaches; rockets come last. */
  function shotsAt(shared, unit, target, spot, rockets = 0) {
    const { game, state } = shared;
    const battle = new brickyardGame.battle_state.Battle(game, state);
    const left = state.open_turns.find((one) => one.unit === unit.id)?.left ?? unit.left;
    const fired = Array.from({ length: unit.rockets }, (_, n) => [game.rules.rocket_reach, n + 1]);
    const ways = [
      ...rangesFor(shared, unit.id).map((range) => [range, 0]),
      ...fired.slice(0, rockets ? fired.length : 1),
    ].filter(([range, number]) => !rockets || (range === game.rules.rocket_reach && number === rockets));
    return ways.flatMap(([range, number]) => {
      if (!brickyardGame.attack_events.can_shoot(battle, unit, left, range, number)) return [];
      const near = brickyardGame.attack_events.dice_range(battle, unit, range);
      const most = brickyardGame.turn_events.most_shown(battle, unit, "R", near, number);
      const rows = coversAt(game, near, target)
        .map((cover) => ({
          cover,
          preview: previewOf(game, state, { unit: unit.id, target, range, cover, spot, rockets: number }),
        }))
        .filter((one) => one.preview);
      return rows.length ? [{ range, rockets: number, rows, most, pool: rows[0].preview.pool }] : [];
    });
  }

  /** One range: the dice to roll there, and for each cover the numbers that may attack. */
  function Shots({ shot, last, send }) {
    const { game } = useContext(Shared);
    const rockets = shot.rockets ? ` ${t("rocket.with", { n: shot.rockets })}` : "";
    const name = named("range", game.game, shot.range) + rockets;
    const most = Math.max(1, shot.most);
    return html`<section class="shots" aria-label=${name}>
      <h3>${name} <${views.Dice} pool=${shot.pool} /></h3>
      ${shot.rows.map(({ cover, preview }) => {
        const isLast =
          last &&
          last.range === shot.range &&
          (last.cover || "open") === cover &&
          (last.rockets ?? 0) === shot.rockets;
        const kind = `shot of-${most > 6 ? 8 : 6}${isLast ? " usual" : ""}`;
        return html`<div key=${cover} class=${kind} role="group"
          aria-label=${`${name}, ${t(`cover.${cover}`)}`}>
          <span class="what">
            <b>${t(`cover.${cover}`)}</b> <small>
              ${views.facesWords(preview.faces?.target)}
              ${
                preview.odds?.hurts > 0.001 ? ` · ${Math.round(100 * preview.odds.hurts)} %` : ""
              }</small></span>
          ${Array.from({ length: most }, (_, n) => n + 1).map(
            (n) => html`<button type="button" key=${n} data-range=${shot.range} data-cover=${cover}
              data-rockets=${shot.rockets} data-number=${n}
              onClick=${() => send(shot.range, cover, shot.rockets, n)}>
              ${n}</button>`,
          )}</div>`;
      })}</section>`;
  }

  /** What makes cover beside what stands between: heights, ships that shield others, aces. */
  function CoverNotes({ target }) {
    const { state, game } = useContext(Shared);
    const shields = Object.values(state.units).filter(
      (one) =>
        game.game === "fleet" &&
        one.owner === target.owner &&
        one.id !== target.id &&
        !one.lost &&
        ((one.kind !== "company" && one.left.filter((code) => code === "B").length > 1) ||
          game.rules.aces[one.ace]?.in_cover),
    );
    const notes = [
      game.rules.aces[target.ace]?.in_cover && t("cover.always", { unit: target.called }),
      shields.length > 0 && t("cover.shields", { names: shields.map((one) => one.called).join(", ") }),
      state.options?.climbing && t("cover.height"),
    ].filter(Boolean);
    return notes.map((note) => html`<p class="small" key=${note}>${note}</p>`);
  }

  function AttackSheet({ onClose, ...given }) {
    const shared = useContext(Shared);
    const { state, act, open } = shared;
    const unit = state.units[given.unit ?? views.acting(state)?.unit];
    const targets = unit ? targetsOf(state, unit.id) : [];
    const before = unit && lastOf(shared, unit.id, given.target);
    const likely =
      given.target ??
      (targets.some((one) => one.id === before?.target)
        ? before.target
        : targets.length === 1
          ? targets[0].id
          : "");
    const [aimed, setAimed] = useState(likely);
    const [declined, setDeclined] = useState(null);
    const [rockets, setRockets] = useState(0);
    if (!unit) return null;
    const target = state.units[aimed];
    const dice =
      aimed === "terrain"
        ? state.terrain_spots
        : target?.spot
          ? [target.spot + (target.ace_spot ?? 0), ...target.more_spots]
          : [];
    // A spot is used unless the player declines; for terrain the highest, or the one that is tapped.
    const isNamed = aimed === "terrain" || dice.length > 1;
    const spot = declined ?? (dice.length ? (isNamed ? dice[0] : true) : false);
    const send = (range, cover, rockets, value) => {
      act({
        do: "attack",
        unit: unit.id,
        target: aimed,
        range,
        value,
        cover,
        ...(spot ? { spot } : {}),
        ...(rockets ? { rockets } : {}),
      });
      onClose();
    };
    const aimedAt = target ? views.sided(state, target) : aimed && t(aimed);
    const shots = aimed ? shotsAt(shared, unit, aimed, spot, rockets) : [];
    const last = lastOf(shared, unit.id, aimed);
    const choose = (one) => {
      setAimed(one);
      setDeclined(null);
    };
    return html`<${Sheet} title=${t("attack.by", { unit: views.sided(state, unit) })} onClose=${onClose}>
      ${
        aimed &&
        html`<p class="row">
          <button type="button" data-aim onClick=${() => choose("")}>
            <span aria-hidden="true">→</span> <${views.Face} of=${aimed} />
            <b>${aimedAt}</b> <small>${t("change")}</small></button> ${
              target &&
              html`<span>
                ${
                  target.defense === null
                    ? t("defense.none", { unit: target.name })
                    : t("defense.is", { n: target.defense, unit: target.name })
                }</span>`
            }
          ${dice.map((n, at) => {
            const mine = isNamed ? n : true;
            return html`<button type="button" class="small" key=${at} aria-pressed=${String(spot === mine)}
              data-spot=${n} onClick=${() => setDeclined(spot === mine ? false : mine)}>
              ${t("spot.use", { n })}</button>`;
          })}</p>`
      }
      ${
        aimed &&
        (shots.length
          ? html`<p class="small">
              <${Told} text=${t("attack.rows", { against: againstWords(shots[0].rows[0].preview) })} /></p>
            ${shots.map(
              (shot) => html`<${Shots} key=${`${shot.range}${shot.rockets}`} shot=${shot} last=${last}
                send=${send} />`,
            )}`
          : html`<p class="notice">${t("attack.cant")}</p>`)
      }
      ${target && html`<${CoverNotes} target=${target} />`}
      ${!aimed && html`<${Targets} targets=${targets} chosen=${aimed} onChoose=${choose} />`}
      ${
        aimed &&
        unit.rockets > 1 &&
        html`<${Choice} small label=${t("rocket.how-many")}
          from=${Array.from({ length: unit.rockets + 1 }, (_, n) => [
            n,
            n ? t("rocket.n", { n }) : t("rocket.all-ways"),
          ])} chosen=${rockets} onChoose=${setRockets} />`
      }
      <div class="offers">
        <button type="button" class="quiet" data-open="odds"
          onClick=${() => open("odds", { unit: unit.id, target: aimed || undefined })}>
          ${t("odds.title")}</button>
        <button type="button" class="quiet" data-do="abort"
          onClick=${() => {
            act({ do: "abort", unit: unit.id });
            onClose();
          }}>
          ${t("abort")}</button></div><//>`;
  }

  /** Odds of any attack, whoever's turn it is: nothing is entered. */
  function OddsSheet({ onClose, ...given }) {
    const { state, game } = useContext(Shared);
    const [wanted, change] = useWanted(given);
    const attackers = Object.values(state.units).filter(
      (one) => !one.lost && !["hva", "station"].includes(one.kind),
    );
    const preview = wanted.target ? previewOf(game, state, wanted) : null;
    if (!attackers.length)
      return html`<${Sheet} title=${t("odds.title")} onClose=${onClose}><p>${t("odds.nobody")}</p><//>`;
    return html`<${Sheet} title=${t("odds.title")} onClose=${onClose}>
      <${Settings} wanted=${wanted} change=${change} attackers=${attackers}
        targets=${targetsOf(state, wanted.unit)} />
      ${
        preview
          ? html`<div class="result">
            <p class="row">${t("roll")} <${views.Dice} pool=${preview.pool} /></p>
            <p>
              <${Told} text=${t("attack.faces", { faces: views.facesWords(preview.faces?.target) })} />
              ${
                preview.faces?.cover?.length
                  ? ` ${t("attack.faces-cover", { faces: views.facesWords(preview.faces.cover) })}`
                  : ""
              } <small>${preview.page ?? ""}</small></p>
            <${Odds} preview=${preview} /></div>`
          : html`<p class="small">${t("odds.choose")}</p>`
      }<//>`;
  }

  /** How far a unit sees, and whether into cover. */
  function sightWords(game, { reach, in_cover: intoCover }) {
    const far = reach === "any" ? t("sight.any") : t("sight.to", { range: named("range", game.game, reach) });
    return `${far}${intoCover ? "" : ` ${t("sight.open")}`}`;
  }

  /** Whom and how well: one table, one tap. */
  function SpotSheet({ unit: id, onClose }) {
    const { state, act, game, offers } = useContext(Shared);
    const unit = state.units[id];
    const battle = new brickyardGame.battle_state.Battle(game, state);
    const most = Math.min(6, brickyardGame.turn_events.most_shown(battle, unit, "Y"));
    const sight = brickyardGame.turn_events.sight_of(battle, unit);
    const adds = game.rules.aces[unit.ace]?.adds;
    const [ace, setAce] = useState(0);
    const isTerrain = offers.find((one) => one.do === "spot")?.choices.target.includes("terrain");
    const spotted = [
      ...targetsOf(state, id),
      ...(isTerrain ? [{ id: "terrain", called: t("terrain") }] : []),
    ];
    const send = (target, value) => {
      act({ do: "spot", unit: id, target, value, ...(ace ? { ace } : {}) });
      onClose();
    };
    return html`<${Sheet} title=${t("spot.by", { unit: views.sided(state, unit) })} onClose=${onClose}>
      <p><${Told} text=${t("spot.rule")} />${sight && ` ${sightWords(game, sight)}`}</p>
      ${
        adds &&
        html`<p class="small">${t("spot.ace")}</p>
          <${Choice} small label=${t("spot.ace")}
            from=${[0, 1, 2, 3, 4, 5, 6, 7, 8].map((n) => [n, n || "–"])} chosen=${ace} onChoose=${setAce} />`
      }
      <table class="spots">
        <tbody>${spotted.map(
          (target) => html`<tr key=${target.id}>
            <th scope="row">
              ${target.called}
              ${target.spot > 0 && html`<small> ${t("spot.short")} ${target.spot}</small>`}</th>
            ${Array.from(
              { length: most },
              (_, n) => html`<td key=${n}>
                <button type="button" data-target=${target.id} data-number=${n + 1}
                  aria-label=${`${target.called}: ${n + 1}`} onClick=${() => send(target.id, n + 1)}>
                  ${n + 1}</button></td>`,
            )}</tr>`,
        )}</tbody></table><//>`;
  }

  const mostBlue = (game, state, unit) =>
    brickyardGame.turn_events.most_shown(new brickyardGame.battle_state.Battle(game, state), unit, "B");

  function DefendSheet({ unit: id, onClose }) {
    const { state, act, game } = useContext(Shared);
    const unit = state.units[id];
    return html`<${views.Pad} title=${t("defense.ask", { unit: views.sided(state, unit) })} least=${0}
      most=${mostBlue(game, state, unit)} onClose=${onClose}
      onNumber=${(value) => {
        act({ do: "defend", unit: id, value });
        onClose();
      }} />`;
  }

  Object.assign(views, { AttackSheet, OddsSheet, SpotSheet, DefendSheet, Odds, mostBlue });
})(window.brickyardPage);
