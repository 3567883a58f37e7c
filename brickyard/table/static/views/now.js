/* What happens now and who does it, within reach of a thumb. What may be done comes from the fold. */
"use strict";

(({ html, t, has, named, Choice, Shared, Sheet, Told, useContext, useState, views }) => {
  const NOT_SENT = ["words", "must", "ask", "choices", "group"];
  const wholeEvent = (offer) =>
    Object.fromEntries(Object.entries(offer).filter(([name]) => !NOT_SENT.includes(name)));

  /** A button's words: ours by kind and language, else the fold's. */
  function offerWords(state, offer) {
    const values = {
      unit: state.units[offer.unit]?.called ?? "",
      target: state.units[offer.target]?.called ?? "",
      player: offer.player ? views.nameOf(state, offer.player) : "",
      n: offer.value ?? offer.number ?? "",
    };
    const key = offer.do === "tick" ? `offer.tick.${offer.take ? "yes" : "no"}` : `offer.${offer.do}`;
    return has(key) ? t(key, values) : offer.words;
  }

  function OfferButton({ offer, strong }) {
    const { state, act, open } = useContext(Shared);
    const tap = () => (offer.ask?.length ? open("ask", { offer }) : act(wholeEvent(offer)));
    return html`<button type="button" class=${strong ? "strong" : ""} data-do=${offer.do}
      data-unit=${offer.unit} data-take=${offer.take === undefined ? null : String(offer.take)}
      onClick=${tap}>
      <${views.Face} of=${offer.unit} />${offerWords(state, offer)}</button>`;
  }

  /** Each field that an offer leaves open, as a row of buttons. */
  function AskSheet({ offer, onClose }) {
    const { state, act, game } = useContext(Shared);
    const [chosen, setChosen] = useState({});
    const open = offer.ask.filter((field) => !(field in chosen));
    const take = (field, value) => {
      const now = { ...chosen, [field]: value };
      if (offer.ask.some((one) => !(one in now))) return setChosen(now);
      act({ ...wholeEvent(offer), ...now });
      onClose();
    };
    const shown = (value) =>
      state.units[value]?.called ??
      (state.players.some((one) => one.key === value)
        ? views.nameOf(state, value)
        : named("range", game.game, value));
    const field = open[0];
    const from = (offer.choices?.[field] ?? [1, 2, 3, 4, 5, 6]).map((one) =>
      one && typeof one === "object" ? one : { key: one, words: shown(one) },
    );
    return html`<${Sheet} title=${offerWords(state, offer)} onClose=${onClose}>
      <h3>${has(`field.${field}`) ? t(`field.${field}`) : field}</h3>
      <div class=${from.every((one) => typeof one.key === "number") ? "pad" : "offers"}>${from.map(
        (one) => html`<button type="button" key=${String(one.key)} data-answer=${String(one.key)}
          onClick=${() => take(field, one.key)}>
          <${views.Face} of=${one.key} />${one.words ?? shown(one.key)}</button>`,
      )}</div><//>`;
  }

  function Question({ question }) {
    const { state, act } = useContext(Shared);
    return html`<div class="question" role="group" aria-label=${t("question")} data-question=${question.key}>
      <p class="says">
        <b>${t("question")}</b> ${question.words} ${
          question.page && html`<small>${question.page}</small>`
        }</p>
      <div class="offers">${question.answers.map(
        (one) => html`<button type="button" key=${one.key} data-answer=${one.key}
          onClick=${() => act({ do: "decide", question: question.key, answer: one.key })}>
          <${views.Face} of=${one.key} /><${Whose} of=${one.key} />${answerWords(state, one)}</button>`,
      )}</div></div>`;
  }

  /** The mark of the player, or of the player whose unit it is. */
  function Whose({ of }) {
    const { state } = useContext(Shared);
    const player = state.units[of]?.owner ?? (state.players.some((one) => one.key === of) ? of : "");
    return player ? html`<${views.Mark} player=${player} /> ` : null;
  }

  const answerWords = (state, answer) =>
    state.players.some((one) => one.key === answer.key) ? views.nameOf(state, answer.key) : answer.words;

  /** A row of numbers to tap at once. */
  function Numbers({ from, to, onNumber, label }) {
    return html`<div class="offers numbers" role="group" aria-label=${label}>${Array.from(
      { length: to - from + 1 },
      (_, n) => n + from,
    ).map(
      (n) => html`<button type="button" key=${n} data-number=${n} onClick=${() => onNumber(n)}>${n}</button>`,
    )}</div>`;
  }

  /** A unit with its side: two players may have a Frame 1. */
  const sided = (state, unit) => `${unit.name} (${views.nameOf(state, unit.owner)})`;

  /** An attack that waits: for the target's defense, or for its damage dice. */
  function OpenAttack({ attack }) {
    const { state, act, offers } = useContext(Shared);
    const attacker = state.units[attack.unit];
    const target = state.units[attack.target];
    const name = target ? sided(state, target) : t(attack.target);
    const may = offers.find((one) => one.do === "defend" && one.unit === attack.target)?.choices.value;
    if (attack.rolled !== null) return null;
    if (attack.defense === null && target) {
      return html`<p class="says">
          <b>${name}</b> <${Told} text=${t("attack.defend", { unit: sided(state, attacker) })} /></p>
        <${Numbers} from=${0} to=${may?.at(-1) ?? 6} label=${t("defense.ask", { unit: name })}
          onNumber=${(value) => act({ do: "defend", unit: target.id, value })} />`;
    }
    if (!attack.damage_dice) return null;
    const faces = attack.faces || {};
    const hit = (number, cover) =>
      act({ do: "hits", unit: attack.unit, number, ...(cover === undefined ? {} : { cover }) });
    return html`<p class="says">
        <b>${sided(state, attacker)} → ${name}</b> <${Told}
          text=${t("attack.damage", { n: attack.damage_dice, faces: views.facesWords(faces.target) })} /></p>
      <p class="small">
        ${t("sum", { attack: attack.value, spot: attack.spot, defense: attack.defense })} ${t("sum.dice", {
          n: attack.damage_dice,
        })}</p>
      ${
        faces.cover?.length > 0
          ? html`<${CoverHits} attack=${attack} name=${name} onHit=${hit} />`
          : html`<${Numbers} from=${0} to=${attack.damage_dice} label=${t("attack.how-many")}
            onNumber=${(number) => hit(number)} />`
      }`;
  }

  // More dice would be more buttons than a phone can show.
  const MOST_AT_ONCE = 6;

  /**
   * Hits on cover and target with one tap: a row for each number that hit the cover. With many dice it takes
   * two taps.
   */
  function CoverHits({ attack, name, onHit }) {
    const dice = attack.damage_dice;
    const upTo = (most) => Array.from({ length: most + 1 }, (_, n) => n);
    const [chosen, setChosen] = useState(0);
    const row = (cover) =>
      html`<tr key=${cover}>
        <th scope="row">${cover}</th>
        ${upTo(dice - cover).map(
          (n) => html`<td key=${n}>
            <button type="button" class="plain" data-cover=${cover} data-number=${n}
              aria-label=${t("attack.both", { cover, unit: name, n })} onClick=${() => onHit(n, cover)}>
              ${n}</button></td>`,
        )}</tr>`;
    const covers = dice <= MOST_AT_ONCE ? upTo(dice) : [chosen];
    return html`${
      dice > MOST_AT_ONCE &&
      html`<p class="says">${t("attack.cover-hits", { faces: views.facesWords(attack.faces.cover) })}</p>
        <div class="offers numbers">${upTo(dice).map(
          (n) => html`<button type="button" key=${n} data-cover-hits=${n} aria-pressed=${String(chosen === n)}
            onClick=${() => setChosen(n)}>
            ${n}</button>`,
        )}</div>`
    }
      <div class="wide-scroll">
        <table class="cover-hits">
          <thead>
            <tr>
              <th scope="col"><small>${t("cover")} (${views.facesWords(attack.faces.cover)})</small></th>
              <th scope="col" colspan=${dice + 1}>
                <small>${name} (${views.facesWords(attack.faces.target)})</small></th></tr></thead>
          <tbody>${covers.map(row)}</tbody></table></div>
      ${
        attack.faces.through?.length > 0 &&
        html`<p class="small">
          ${t("attack.through", { faces: views.facesWords(attack.faces.through), unit: name })}</p>`
      }`;
  }

  /** Which frame stood between: it takes the hits on the cover. */
  function Between({ attack, units }) {
    const { state, act } = useContext(Shared);
    const owner = state.units[attack.target]?.owner;
    const likely = [...units].sort(
      (one, two) => Number(state.units[two].owner === owner) - Number(state.units[one].owner === owner),
    );
    return html`<p class="says">${t("attack.between", { n: attack.cover_hits })}</p>
      <div class="offers tight">${likely.map(
        (id) => html`<button type="button" key=${id} data-covered=${id}
          onClick=${() => act({ do: "covered", unit: id })}>
          <${views.Face} of=${id} /><${Whose} of=${id} />${sided(state, state.units[id])}</button>`,
      )}</div>`;
  }

  /** What to do now for those who play for the first time; another game may say it in other words. */
  const teachWords = (game, step) =>
    has(`teach.${step}.${game.game}`) ? t(`teach.${step}.${game.game}`) : t(`teach.${step}`);

  function Says({ children, teach }) {
    const { teaching, game } = useContext(Shared);
    return html`${children && html`<p class="says">${children}</p>`}
      ${teaching && teach && html`<p class="teach"><${Told} text=${teachWords(game, teach)} /></p>`}`;
  }

  /** Every choice of so many of these systems, each once. */
  function someOf(systems, number) {
    const choose = (codes, n) =>
      n === 0
        ? [[]]
        : codes.flatMap((code, at) => choose(codes.slice(at + 1), n - 1).map((rest) => [code, ...rest]));
    const found = choose([...systems].sort(), number);
    return [...new Map(found.map((codes) => [codes.join(" "), codes])).values()];
  }

  /** What several losses can take; what is left over takes white dice. */
  function losses(unit, whiteEarly) {
    const number = Math.min(unit.owed, unit.left.length);
    if (unit.owed < 2 || !unit.known || whiteEarly) return [];
    const white = Math.min(unit.white, unit.owed - number);
    return someOf(unit.left, number).map((codes) => [...codes, ...Array(white).fill("W")]);
  }

  /** Damage that somebody still has to take: what goes, or how to get out of it. */
  function Owing({ unit }) {
    const { act, game, state } = useContext(Shared);
    const escape = views.escapes(game, unit);
    const gives = views.yardGives(state, unit);
    const several = gives ? [] : losses(unit, state.options?.[game.rules.losses.white_early]);
    const name = (code) =>
      code === "W" ? t("white") : code === "ace" ? t("ace") : views.systemName(game, code);
    return html`<p class="says">
        <b>${sided(state, unit)}</b> ${t("owed", { n: unit.owed })} ${gives && t("yard.loses")}</p>
      ${
        several.length > 0 &&
        html`<div class="offers tight">${several.map(
          (codes) => html`<button type="button" key=${codes.join()} data-lose-all=${codes.join(" ")}
            onClick=${() => codes.forEach((system) => act({ do: "strike", unit: unit.id, system }))}>
            ${codes.map(name).join(" + ")}</button>`,
        )}</div>`
      }
      <div class="offers">
        ${[...new Set(several.length ? [] : unit.may_lose)].map(
          (code) => html`<button type="button" key=${code} data-lose=${code}
            class=${code === gives ? "strong" : ""}
            onClick=${() => act({ do: "strike", unit: unit.id, system: code })}>
            ${name(code)}</button>`,
        )}
        ${
          !unit.known &&
          html`<button type="button" data-do="lost" onClick=${() => act({ do: "lost", unit: unit.id })}>
            ${t("unit.lost")}</button>`
        }
        ${
          escape &&
          html`<button type="button" class="quiet" data-ignore=${escape}
            onClick=${() => act({ do: "ignore", unit: unit.id, how: escape })}>
            ${t(`ignore.${escape}`)}</button>`
        }</div>`;
  }

  /** A company that dodged with its last fuel drifts, and still takes the other hits. */
  const owes = (unit) => unit.owed > 0 && ["", "adrift"].includes(unit.lost);

  /** Whose turn comes when this one is done: a tap there ends this one, too. */
  function Next({ unit }) {
    const { state, game, act } = useContext(Shared);
    const then = brickyardFold.foretell(game, state, { do: "done", unit: unit.id }).state;
    const going = then.up_units.map((id) => then.units[id]);
    if (!then.up || !going.length) return null;
    return html`<p class="says small">${t("now.next", { player: views.nameOf(state, then.up) })}</p>
      <div class="offers tight">
        ${going.map(
          (one) => html`<button type="button" key=${one.id} data-do="turn" data-unit=${one.id}
            onClick=${() => act({ do: "turn", unit: one.id })}>
            <${views.Face} of=${one.id} />${one.name}</button>`,
        )}</div>`;
  }

  function Play() {
    const { state, offers, level, open, act, game } = useContext(Shared);
    const some = (kind) => offers.filter((one) => one.do === kind);
    const fresh =
      state.attack &&
      html`<${OpenAttack} key=${`${state.attack.unit}${state.attack.target}${state.attack.value}`}
        attack=${state.attack} />`;
    const ending = some("round-end");
    const owing = Object.values(state.units).filter(owes);
    const owed = owing.map((one) => html`<${Owing} key=${one.id} unit=${one} />`);
    const yards = brickyardFold.yardNow(game, state);
    const isCalled = state.open_turns[0]?.waits && state.units[yards.unit]?.activated === false;
    if (isCalled || (!state.open_turns.length && (yards.unit || yards.do)))
      return html`${owed}<${views.Yard} now=${yards} />`;
    if (state.open_turns.length) {
      const [turn, next] = state.open_turns;
      const unit = state.units[turn.unit];
      const then = next && sided(state, state.units[next.unit]);
      const captured = unit.owner !== unit.first && unit.white > 0;
      const rolls = state.attack && state.attack.rolled === null && state.attack.damage_dice > 0;
      const step = turn.waits
        ? "defend"
        : rolls
          ? "damage"
          : owing.length
            ? "lose"
            : turn.attacked
              ? "spot"
              : turn.defended
                ? "attack"
                : "turn";
      return html`<${Says} teach=${step}>
          ${
            !turn.waits &&
            !rolls &&
            html`<b>${unit.name}</b> ${t("now.turn", { player: views.nameOf(state, unit.owner) })}
              ${captured && ` ${t("now.whites", { name: views.nameOf(state, unit.first) })}`}`
          }
          ${then && !rolls ? ` ${t("now.then", { unit: then })}` : ""}<//>
        ${fresh}
        ${some("covered").map(
          (one) => html`<${Between} key="between" attack=${state.attack} units=${one.choices.unit} />`,
        )}
        ${owed}
        ${yards.unit && !turn.waits && !rolls && !owing.length && html`<${views.Yard} now=${yards} />`}
        ${
          !turn.waits &&
          !rolls &&
          html`<div class="offers">
            ${
              level > 2 &&
              !turn.defended &&
              unit.kind !== "hva" &&
              unit.defense === null &&
              html`<button type="button" data-open="defend"
                onClick=${() => open("defend", { unit: unit.id })}>
                ${t("defend")}</button>`
            }
            ${
              level > 1 &&
              !turn.attacked &&
              unit.kind !== "hva" &&
              html`<button type="button" data-open="attack" onClick=${() => open("attack", {})}>
                ${t("attack")}</button>`
            }
            ${
              turn.spots > 0 &&
              unit.kind !== "hva" &&
              html`<button type="button" data-open="spot" onClick=${() => open("spot", { unit: unit.id })}>
                ${t("spot")}</button>`
            }
            ${some("launch").map((one) => html`<${OfferButton} key=${one.unit} offer=${one} />`)}
            <button type="button" class="strong" data-do="done"
              onClick=${() => act({ do: "done", unit: unit.id })}>
              ${then ? t("turn.then", { unit: then }) : t("turn.done")}</button></div>
            ${turn.attacked && !next && !owing.length && html`<${Next} unit=${unit} />`}`
        }`;
    }
    const rolling = some("order");
    if (rolling.length) {
      return html`${owed}
        <${Says} teach="order">${t("now.order")}<//>
        <div class="offers">${rolling.map(
          (one) => html`<button type="button" key=${one.unit} data-do="order" data-unit=${one.unit}
            onClick=${() => open("order", { unit: one.unit })}>
            <${views.Face} of=${one.unit} />${state.units[one.unit].called}</button>`,
        )}</div>`;
    }
    const going = (state.up_units ?? []).map((id) => state.units[id]).filter(Boolean);
    if (state.up && going.length) {
      const words = !state.may_pass ? "now.must" : game.game === "fleet" ? "now.choose.fleet" : "now.choose";
      const how = level > 1 ? "turn" : "gone";
      return html`${owed}
        <${Says} teach=${state.may_pass ? "choose" : "must"}>
          <b>${views.nameOf(state, state.up)}</b> ${t(words)}<//>
        <div class="offers">
          ${going.map(
            (one) => html`<button type="button" key=${one.id} data-do=${how} data-unit=${one.id}
              onClick=${() => act({ do: how, unit: one.id })}>
              <${views.Face} of=${one.id} />${one.name}</button>`,
          )}
          ${
            state.may_pass &&
            html`<button type="button" class="quiet" data-do="pass"
              onClick=${() => act({ do: "pass", player: state.up })}>
              ${t("pass")}</button>`
          }
          ${some("wait").map((one) => html`<${OfferButton} key=${one.unit} offer=${one} />`)}
          ${
            level === 1 &&
            html`<button type="button" class="quiet" data-do="round-end"
              onClick=${() => act({ do: "round-end" })}>
              ${t("offer.round-end")}</button>`
          }</div>`;
    }
    // Who is first has to be said before anybody goes.
    if (!ending.some((one) => one.must)) return owed;
    const rest = offers.filter((one) => one.do === "launch");
    return html`${owed}
      <${views.Boarded} />
      <${Says} teach="round-end">${t("now.all-gone")}<//>
      <div class="offers">
        ${rest.map((one, n) => html`<${OfferButton} key=${n} offer=${one} />`)}
        ${ending.map((one) => html`<${OfferButton} offer=${one} strong />`)}</div>`;
  }

  /** A unit's place in the round: one die, or two for units with few systems. */
  function OrderSheet({ unit: id, onClose }) {
    const { state, act, game } = useContext(Shared);
    const unit = state.units[id];
    const dice = game.rules.order_dice;
    const has = dice.of_left ? unit.left : unit.systems;
    const isFew = unit.known && has.length < dice.fewer_than;
    const [rolled, setRolled] = useState([]);
    const [number, setNumber] = useState(isFew ? dice.fewer : dice.full);
    const tap = (face) => {
      const now = [...rolled, face];
      if (now.length < number) return setRolled(now);
      act({ do: "order", unit: id, rolled: now });
      return onClose();
    };
    return html`<${views.Pad} title=${t("order.of", { unit: unit.name })} least=${1} most=${dice.sides}
      onClose=${onClose} onNumber=${tap}>
      <p>${number > 1 ? t("order.two") : ""} ${rolled.join(", ")} <small>${dice.page}</small></p>
      ${
        !unit.known &&
        html`<p class="small">${t("order.maybe")}</p>
          <${Choice} small label=${t("order.dice")}
            from=${[
              [dice.full, t("order.n", { n: dice.full })],
              [dice.fewer, t("order.n", { n: dice.fewer })],
            ]} chosen=${number} onChoose=${setNumber} />`
      }<//>`;
  }

  function ClockAsks() {
    const { state, offers } = useContext(Shared);
    const ticks = offers.filter((one) => one.do === "tick");
    const next = offers.find((one) => one.do === "next-round");
    const owing = Object.values(state.units)
      .filter(owes)
      .map((one) => html`<${Owing} key=${one.id} unit=${one} />`);
    if (next)
      return html`${owing}
        <${views.Boarded} />
        <${Says} teach="boarding">${t("now.boarding")}<//>
        <div class="offers"><${OfferButton} offer=${next} strong /></div>`;
    if (!ticks.length) return owing;
    const isYard = state.yard?.player === ticks[0].player;
    const leads = state.players.find((one) => one.key === ticks[0].player)?.is_defender;
    return html`${owing}
      <${Says} teach="tick">
        <b>${views.nameOf(state, ticks[0].player)}</b> <${Told} text=${t("now.tick", { n: state.clock })} />
        ${isYard && ` ${t(leads ? "yard.tick.yes" : "yard.tick.no")}`}<//>
      <div class="offers">
        ${ticks.map(
          (one, n) => html`<${OfferButton} key=${n} offer=${one}
            strong=${one.take === (isYard && leads)} />`,
        )}</div>`;
  }

  function Over() {
    const { state, open } = useContext(Shared);
    const names = state.winners.map((key) => views.nameOf(state, key)).join(", ");
    return html`<${Says}><b>${names ? t("over.won", { names, n: state.winners.length }) : t("over")}</b><//>
      <div class="offers">
        <button type="button" class="strong" data-open="end" onClick=${() => open("end")}>
          ${t("over.look")}</button></div>`;
  }

  const ICONS = {
    stations: "M5 21V4m0 1h11l-3 4 3 4H5",
    attack: "M12 3v4m0 10v4M3 12h4m10 0h4M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8Z",
    end: "M4 19h16M5 15l4-5 4 3 6-8",
    pack: "M4 8h16v11H4ZM9 8V5h6v3",
    rules: "M5 4h10a3 3 0 0 1 3 3v13H8a3 3 0 0 1-3-3ZM9 9h5m-5 4h5",
    more: "M5 12h.01M12 12h.01M19 12h.01",
    who: "M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM2 20c0-8 12-8 12 0M16 5a3 3 0 0 1 0 6M17 14c3 0 5 3 5 6",
  };

  /** Why this device's last entry did nothing: somebody else was first, or it came too late. */
  function missed({ state, sync }) {
    const last = state.log.at(-1);
    return last && !last.effect && !last.undone && last.by === sync.device ? last.why : "";
  }

  function Dock() {
    const shared = useContext(Shared);
    const { state, game, open, jump } = shared;
    const why = missed(shared);
    const body = { play: Play, clock: ClockAsks, over: Over }[state.phase];
    // Who of equal scores is first is asked when it matters.
    const isLater = (key) =>
      key.startsWith("tied-order:") &&
      (state.up !== "" ||
        state.open_turns.length > 0 ||
        shared.offers.some((one) => ["tick", "next-round"].includes(one.do)));
    const asked = state.questions.filter(
      (one) => one.answers?.length && !(one.key in (state.answers || {})) && !isLater(one.key),
    );
    /** @type {[string, () => void][]} */
    const tabs = [
      game.game === "frames" ? ["stations", () => jump("stations")] : ["end", () => open("end")],
      game.game === "mech" ? ["pack", () => open("pack")] : ["attack", () => open("odds")],
      ["rules", () => open("rules")],
      ["more", () => open("more")],
    ];
    return html`<footer class="dock" aria-label=${t("now")}>
      <div class="doing">
        ${why && html`<p class="notice" role="status" data-nothing>${t("missed", { why })}</p>`}
        ${asked.map((one) => html`<${Question} key=${one.key} question=${one} />`)}
        ${game.game === "mech" ? html`<${views.MechNow} />` : body && html`<${body} />`}</div>
      <${Tabs} tabs=${tabs} /></footer>`;
  }

  function Tabs({ tabs }) {
    return html`<nav aria-label=${t("menu")}>${tabs.map(
      ([name, tap]) => html`<button type="button" class="quiet" key=${name} data-tab=${name} onClick=${tap}>
        <svg viewBox="0 0 24 24" aria-hidden="true"><path d=${ICONS[name]} /></svg>
        ${t(`tab.${name}`)}</button>`,
    )}</nav>`;
  }

  /** The clock's own sheet: what is left, who was asked, and the round's end at any time. */
  function ClockSheet({ onClose }) {
    const { state, act, game } = useContext(Shared);
    const [sure, setSure] = useState(false);
    const ends = () => {
      act({ do: "round-end" });
      onClose();
    };
    const agree = () => {
      act({ do: "agree" });
      onClose();
    };
    return html`<${Sheet} title=${t("clock")} onClose=${onClose}>
      <p class="row"><span class="big-number">${state.clock}</span> ${views.leftWords(state)}</p>
      <p><${Told} text=${t(`clock.rule.${game.game}`)} /></p>
      ${
        state.asked.length > 0 &&
        html`<ul class="log">${state.asked.map(
          (one) => html`<li key=${one.player}>
            <span>${views.nameOf(state, one.player)}</span>
            <span>
              ${
                one.took === null || one.took === undefined
                  ? t("tick.open")
                  : t(one.took ? "tick.took" : "tick.not")
              }</span></li>`,
        )}</ul>`
      }
      ${
        state.phase === "play" &&
        html`<div class="offers">
          <button type="button" class="strong" data-do="round-end" onClick=${ends}>
            ${t("offer.round-end")}</button></div>`
      }
      ${
        ["play", "clock"].includes(state.phase) &&
        html`<div class="offers">
          ${
            sure
              ? html`<button type="button" class="strong" data-do="agree" onClick=${agree}>
                ${t("agree.sure")}</button>`
              : html`<button type="button" class="quiet" data-agree onClick=${() => setSure(true)}>
                ${t("agree")}</button>`
          }</div>`
      }<//>`;
  }

  /** Against the text, but people may know better: they are told, and decide. */
  function InsistSheet({ event, why, onClose }) {
    const { insist } = useContext(Shared);
    const yes = () => {
      insist(event);
      onClose();
    };
    return html`<${Sheet} title=${t("insist")} onClose=${onClose}>
      <p data-why>${why.charAt(0).toUpperCase() + why.slice(1)}</p>
      <div class="offers">
        <button type="button" data-anyway onClick=${yes}>${t("insist.anyway")}</button>
        <button type="button" class="strong" onClick=${onClose}>${t("insist.no")}</button></div><//>`;
  }

  views.Icon = ({ name }) =>
    html`<svg class="icon-of" viewBox="0 0 24 24" aria-hidden="true"><path d=${ICONS[name]} /></svg>`;

  Object.assign(views, {
    Dock,
    InsistSheet,
    sided,
    someOf,
    teachWords,
    Question,
    OrderSheet,
    AskSheet,
    ClockSheet,
    Says,
    Numbers,
    OfferButton,
    Tabs,
  });
})(window.brickyardPage);
