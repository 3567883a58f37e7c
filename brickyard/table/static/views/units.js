/* A frame, ship or company as a card: its picture, its dice as they are now, its systems to tap off. */
"use strict";

(({ html, t, named, Die, Sheet, Shared, useContext, useState, views }) => {
  const colourOf = (code) => (code[0] === "E" ? "E" : code[0]);
  const rangeOf = (code) =>
    code[0] === "R"
      ? code
          .slice(1)
          .split("/")
          .map((one) => one.replace("R", ""))
          .join("")
      : "";

  /** A system's own name where its model has one, else what the game calls it. */
  function systemName(game, code) {
    if (code.startsWith("E:")) return code.slice(2);
    return code
      .split("/")
      .map((one) => named("system", game.game, one))
      .join(" / ");
  }

  /** Dice one by one, from the table that the data carries. */
  function Dice({ pool, label }) {
    const each = (pool || []).flatMap(([count, ...die]) => Array(count).fill(die));
    return html`<span class="dice" role="group" aria-label=${label || t("dice.now")}>${each.map(
      ([colour, sides, range], n) => html`<${Die} key=${n} colour=${colour} sides=${sides}
        range=${range || ""} />`,
    )}</span>`;
  }

  function Portrait({ unit, src }) {
    if (src) return html`<img class="portrait" src=${src} alt="" loading="lazy" decoding="async" />`;
    return html`<span class="portrait" aria-hidden="true">
      <svg viewBox="0 0 32 32"><path d=${views.silhouette(unit.kind)} /></svg></span>`;
  }

  /** Beside its name in a choice: the unit's picture; nothing for what is no unit. */
  function Face({ of }) {
    const { state, own } = useContext(Shared);
    const unit = state.units[of];
    return unit ? html`<span class="face"><${Portrait} unit=${unit} src=${own(of).picture} /></span>` : null;
  }

  /** For a unit without a model: a shape that says what kind of thing it is. */
  views.silhouette = (kind) =>
    ({
      frame: "M13 2h6v5h-6zM8 8h16v4h3v10h-4v-7h-1v5h-1v10h-5v-8h-2v8H9V20H8v-5h-1v7H4V12h4z",
      company: "M4 20h6v8H4zM13 12h6v16h-6zM22 20h6v8h-6zM14 4h4v6h-4zM5 14h4v4H5zM23 14h4v4h-4z",
      hva: "M6 8h20v6H6zM10 16h12v6H10zM4 24h24v4H4z",
    })[kind] || "M2 18 12 8h12l6 8-4 8H8z";

  /** Which systems are struck, by code: copies of one code are struck from the right. */
  function chips(unit) {
    const gone = [...unit.struck.filter((code) => code !== "W")];
    const marked = unit.systems.map((code, n) => ({ code, n, gone: false }));
    for (const one of [...marked].reverse()) {
      const at = gone.indexOf(one.code);
      if (at >= 0) {
        gone.splice(at, 1);
        one.gone = true;
      }
    }
    return marked;
  }

  function System({ unit, chip }) {
    const { act, takeBack, game } = useContext(Shared);
    const may = unit.may_lose.includes(chip.code);
    const name = systemName(game, chip.code);
    const tap = () =>
      chip.gone
        ? takeBack("strike", unit.id, chip.code)
        : act({ do: "strike", unit: unit.id, system: chip.code });
    return html`<button type="button" class=${chip.gone ? "system gone" : "system"}
      disabled=${!chip.gone && !may} data-system=${chip.code} onClick=${tap}>
      <${Die} quiet colour=${colourOf(chip.code)} range=${rangeOf(chip.code)} gone=${chip.gone} />
      <span class="what">${name}</span>
      <span class="unseen">: ${t(chip.gone ? "tap.back" : "tap.lose", { unit: unit.name })}</span></button>`;
  }

  function Whites({ unit }) {
    const { act, takeBack } = useContext(Shared);
    const struck = unit.struck.filter((code) => code === "W").length;
    const may = unit.may_lose.includes("W");
    if (!may && !struck) return null;
    const all = Array.from({ length: unit.white + struck }, (_, n) => n >= unit.white);
    return all.map(
      (gone, n) => html`<button type="button" key=${`W${n}`} class=${gone ? "slot icon gone" : "slot icon"}
        data-system="W" disabled=${!gone && !may}
        onClick=${() =>
          gone ? takeBack("strike", unit.id, "W") : act({ do: "strike", unit: unit.id, system: "W" })}>
        <${Die} quiet colour="W" gone=${gone} />
        <span class="unseen">
          ${t(gone ? "white.bring-back" : "white.strike", { unit: unit.name })}</span></button>`,
    );
  }

  function Ace({ unit }) {
    const { act, takeBack } = useContext(Shared);
    const gone = unit.struck.includes("ace");
    if (!gone && !unit.may_lose.includes("ace")) return null;
    return html`<button type="button" class="slot" data-system="ace"
      onClick=${() =>
        gone ? takeBack("strike", unit.id, "ace") : act({ do: "strike", unit: unit.id, system: "ace" })}>
      <${Die} quiet colour=${unit.ace || "K"} sides=${8} gone=${gone} />${t("ace")}</button>`;
  }

  function Rockets({ unit }) {
    const { act, takeBack, own } = useContext(Shared);
    const all = Math.max(own(unit.id).rockets || 0, unit.rockets);
    return Array.from({ length: all }, (_, n) => {
      const spent = n >= unit.rockets;
      return html`<button type="button" key=${`R${n}`} class=${spent ? "system gone" : "system"}
        data-rocket=${n}
        onClick=${() => (spent ? takeBack("rocket", unit.id) : act({ do: "rocket", unit: unit.id }))}>
        <${Die} quiet colour="R" sides=${8} range="r" gone=${spent} />
        <span class="what">${t("rocket.short")}</span>
        <span class="unseen">
          : ${t(spent ? "rocket.bring-back" : "rocket.spend", { unit: unit.name })}</span></button>`;
    });
  }

  /** A die that stays on the table: tap, then the number it shows. */
  function Slot({ unit, what, colour, value, most = 6, least = 1, send, off = false }) {
    const [asking, setAsking] = useState(false);
    const says =
      value === null || value === undefined
        ? t(`${what}.none`, { unit: unit.name })
        : t(`${what}.is`, { n: value, unit: unit.name });
    return html`<button type="button" class="slot" data-slot=${what} disabled=${off}
        onClick=${() => setAsking(true)}>
        <${Die} quiet colour=${colour} shows=${value ?? "–"} />
        ${t(`${what}.short`)}
        <span class="unseen"> ${says}</span></button>
      ${
        asking &&
        html`<${Pad} title=${t(`${what}.ask`, { unit: unit.name })} least=${least} most=${most}
          onClose=${() => setAsking(false)}
          onNumber=${(n) => {
            setAsking(false);
            send(n);
          }} />`
      }`;
  }

  /** Numbers large enough for a thumb. */
  function Pad({ title, least = 1, most = 6, onNumber, onClose, children }) {
    const numbers = Array.from({ length: most - least + 1 }, (_, n) => n + least);
    return html`<${Sheet} title=${title} onClose=${onClose}>
      ${children}
      <div class=${numbers.length <= 6 ? "pad six" : "pad"}>${numbers.map(
        (n) => html`<button type="button" key=${n} data-number=${n} onClick=${() => onNumber(n)}>
          ${n}</button>`,
      )}</div><//>`;
  }

  function stateWords(state, unit) {
    if (unit.lost) return t(`lost.${unit.lost}`);
    const turn = state.open_turns.find((one) => one.unit === unit.id);
    if (turn) return t(turn.waits || turn !== state.open_turns[0] ? "unit.paused" : "unit.turn");
    return unit.activated ? t("unit.done") : "";
  }

  function Card({ unit }) {
    const { state, act, takeBack, level, own, open, game } = useContext(Shared);
    const turn = state.open_turns.find((one) => one.unit === unit.id);
    const acting = views.acting(state);
    const enemy = acting && state.units[acting.unit].owner !== unit.owner && !acting.attacked;
    const kinds = ["card", turn && "turn", unit.lost && "lost", unit.activated && !turn && "done"].filter(
      Boolean,
    );
    const says = stateWords(state, unit);
    const escape = unit.owed > 0 && escapes(game, unit);
    const picture = own(unit.id).picture;
    const head = html`<div class="head">
      <h3>${unit.name}</h3>
      ${says && html`<span class=${turn ? "state now" : "state"}>${says}</span>`}
      ${
        unit.lost
          ? html`<button type="button" class="small" data-back
            onClick=${() =>
              unit.lost === "adrift"
                ? open("unit", { unit: unit.id })
                : takeBack(["lost", "off", "strike"], unit.id)}>
            ${t(unit.lost === "adrift" ? "refuel" : "bring-back")}</button>`
          : html`<button type="button" class="plain" data-more
            onClick=${() => open("unit", { unit: unit.id })}
            aria-label=${t("unit.more", { unit: unit.name })}>
            ⋯</button>`
      }</div>`;
    const dice =
      level > 1 &&
      !unit.lost &&
      unit.pool &&
      html`<${Dice} pool=${unit.pool} label=${t("dice.of", { unit: unit.name })} />`;
    const below =
      !unit.lost &&
      html`<div class="below">
        ${
          unit.owed > 0 &&
          html`<p class="notice bad" role="alert">
            ${t("owed", { n: unit.owed })} ${
              escape &&
              html`<button type="button" class="small" data-ignore
                onClick=${() => act({ do: "ignore", unit: unit.id, how: escape })}>
                ${t(`ignore.${escape}`)}</button>`
            }</p>`
        }
        ${
          unit.stands_in &&
          html`<p class="small" data-stands>${t("stands.in", { terrain: unit.stands_in })}</p>`
        }
        ${
          unit.aboard &&
          state.units[unit.aboard] &&
          html`<p class="small" data-aboard>${t("aboard.on", { ship: state.units[unit.aboard].called })}</p>`
        }
        ${
          unit.owner !== unit.first &&
          html`<p class="small row">
            <span class="grow">
              ${t(unit.kind === "hva" ? "captured.has" : "captured.by", {
                name: views.nameOf(state, unit.owner),
                first: views.nameOf(state, unit.first),
              })}</span>
            ${
              unit.kind !== "hva" &&
              unit.kind !== "company" &&
              html`<button type="button" class="small" data-abandon
                onClick=${() => act({ do: "abandon", unit: unit.id })}>
                ${t("captured.left")}</button>`
            }</p>`
        }
        ${
          level > 1 &&
          unit.known &&
          unit.systems.length > 0 &&
          html`<div class="systems">
            ${chips(unit).map((chip) => html`<${System} key=${chip.n} unit=${unit} chip=${chip} />`)}
            <${Rockets} unit=${unit} /></div>`
        }
        <div class="table-dice">
          ${level > 1 && unit.known && html`<${Whites} unit=${unit} /><${Ace} unit=${unit} />`}
          ${level > 1 && !(unit.known && unit.systems.length) && html`<${Rockets} unit=${unit} />`}
          ${
            level > 2 &&
            unit.kind !== "hva" &&
            html`<${Slot} unit=${unit} what="defense" colour="B" value=${unit.defense}
                off=${unit.defense !== null} least=${0} most=${views.mostBlue(game, state, unit)}
                send=${(value) => act({ do: "defend", unit: unit.id, value })} />
              <${Slot} unit=${unit} what="spot" colour="Y" value=${unit.spot} most=${6}
                off=${!acting || !acting.spots || acting.unit === unit.id}
                send=${(value) => act({ do: "spot", unit: spotter(state, unit), target: unit.id, value })} />`
          }
          ${
            game.game === "fleet" &&
            unit.kind === "company" &&
            html`<${Slot} unit=${unit} what="fuel" colour="K" value=${unit.fuel}
              least=${unit.fuel === null ? 1 : 0}
              send=${(value) =>
                act(
                  unit.fuel === null
                    ? { do: "launch", unit: unit.id, fuel: value }
                    : { do: "fuel", unit: unit.id, value },
                )} />`
          }
          ${
            game.game === "fleet" &&
            unit.kind !== "company" &&
            html`<button type="button" class="slot" data-slot="holder"
              onClick=${() => open("holder", { unit: unit.id })}>
              <${views.Mark} player=${unit.owner} />${t("captured.short")}</button>`
          }
          ${
            level > 1 &&
            enemy &&
            !unit.lost &&
            unit.kind !== "hva" &&
            html`<button type="button" class="slot target" data-target
              onClick=${() => open("attack", { target: unit.id })}>
              <${views.Icon} name="attack" /> ${t("target")}</button>`
          }
          ${
            (level === 1 || !unit.known) &&
            html`<button type="button" class="slot" data-lost
              onClick=${() => act({ do: "lost", unit: unit.id })}>
              ${t("unit.lost")}</button>`
          }
          ${
            level === 1 &&
            !unit.activated &&
            state.phase === "play" &&
            html`<button type="button" class="slot" data-gone
              onClick=${() => act({ do: "gone", unit: unit.id })}>
              ${t("unit.gone")}</button>`
          }</div></div>`;
    return html`<li class=${kinds.join(" ")} id=${`unit-${unit.id}`} data-unit=${unit.id}>
      <${Portrait} unit=${unit} src=${picture} />${head}${dice || html`<span />`}${below}</li>`;
  }

  /** Who spots: the frame whose turn it is. */
  const spotter = (state, unit) => views.acting(state)?.unit ?? unit.id;

  /** The turn that goes on now: the first of at most two, unless it waits for the target's defense. */
  views.acting = (state) => (state.open_turns[0] && !state.open_turns[0].waits ? state.open_turns[0] : null);

  /** Whether one damage can be ignored: beside a station once, in space for fuel. */
  function escapes(game, unit) {
    const { fuel, stepping } = game.rules;
    if (fuel && (unit.fuel ?? 0) >= fuel.dodge && unit.left.includes(fuel.dodge_needs)) return "fuel";
    return stepping && stepping.kinds.includes(unit.kind) && !unit.stepped ? "station" : "";
  }

  function Forces() {
    const { state } = useContext(Shared);
    return html`<div class=${`forces of-${state.players.length}`}>${state.players.map((player) => {
      const units = Object.values(state.units).filter(
        (one) => one.first === player.key && one.kind !== "station",
      );
      const lost = units.filter((one) => one.lost).length;
      const isUp = views.upNow(state) === player.key;
      return html`<section class=${isUp ? "force up" : "force"} key=${player.key}
        id=${`force-${player.key}`} tabindex="-1" aria-label=${views.nameOf(state, player.key)}>
        <h2>
          <${views.Mark} player=${player.key} /> ${views.nameOf(state, player.key)} <small>
            ${lost ? t("units.left", { n: units.length - lost, all: units.length }) : ""}</small></h2>
        <ul class="cards">
          ${units.map((unit) => html`<${Card} key=${unit.id} unit=${unit} />`)}</ul></section>`;
    })}</div>`;
  }

  Object.assign(views, {
    escapes,
    chips,
    colourOf,
    rangeOf,
    Forces,
    Card,
    Dice,
    Face,
    Pad,
    Portrait,
    systemName,
    stateWords,
    Slot,
  });
})(window.brickyardPage);
