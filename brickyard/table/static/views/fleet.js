/* What a unit's own menu holds, and what only fleets have: captures, boarding, fuel, drifting, collisions. */
"use strict";

(({ html, t, Sheet, Shared, Told, Word, useContext, useState, views }) => {
  /** Who holds a ship or an asset now. */
  function HolderSheet({ unit: id, onClose }) {
    const { state, act, offers } = useContext(Shared);
    const unit = state.units[id], may = unit.kind === "hva" || offers.some((one) => one.do === "board" && one.unit === id);
    const to = (player) => {
      act(player === unit.first && unit.kind !== "hva" ? { do: "abandon", unit: id } : { do: "capture", unit: id, to: player });
      onClose();
    };
    return html`<${Sheet} title=${t("captured.ask", { unit: unit.name })} onClose=${onClose}><p><${Told} text=${t(unit.kind === "hva" ? "captured.hva" : "captured.ship")} /></p>
      <div class="offers">${state.players.map((one) => html`<button type="button" key=${one.key} data-to=${one.key} aria-pressed=${String(unit.owner === one.key)} disabled=${unit.owner !== one.key && one.key !== unit.first && !may} onClick=${() => to(one.key)}><${views.Mark} player=${one.key} /> ${views.nameOf(state, one.key)}</button>`)}</div>
      ${unit.kind !== "hva" && may && html`<p class="small">${t("captured.boarding")}</p><${BoardForm} unit=${unit} onClose=${onClose} />`}<//>`;
  }

  const numbers = (text) => text.split(/[^0-9]+/).filter(Boolean).map(Number).filter((n) => n >= 1 && n <= 8).slice(0, 24);

  /** Boarding: everybody's dice as they lie there. */
  function BoardForm({ unit, onClose }) {
    const { state, act } = useContext(Shared);
    const [rolls, setRolls] = useState({});
    const set = (player, what, text) => setRolls((now) => ({ ...now, [player]: { ...now[player], [what]: text } }));
    const send = () => {
      const told = Object.entries(rolls).map(([player, one]) => {
        const row = { yellow: numbers(one.yellow ?? "") }, ace = numbers(one.d8 ?? "")[0], red = numbers(one.red ?? "");
        if (ace) row.d8 = ace;
        if (red.length) row.red = red;
        return [player, row];
      });
      act({ do: "board", unit: unit.id, rolls: Object.fromEntries(told.filter(([, row]) => row.yellow.length || row.d8 || row.red)) });
      onClose();
    };
    return html`<details><summary><${Word} of="boarding">${t("boarding")}<//></summary>
      ${state.players.map((one) => html`<fieldset key=${one.key}><legend>${views.nameOf(state, one.key)}</legend><div class="row">
        ${["yellow", "d8", "red"].map((what) => html`<label class="field grow" key=${what}>${t(`boarding.${what}`)}<input inputmode="numeric" placeholder="3 5 6" value=${rolls[one.key]?.[what] ?? ""} onInput=${(event) => set(one.key, what, event.target.value)} /></label>`)}</div></fieldset>`)}
      <div class="offers"><button type="button" class="strong" onClick=${send}>${t("boarding.do")}</button></div></details>`;
  }

  /** Everything else that can happen to a unit: two taps from its card. */
  function UnitSheet({ unit: id, onClose }) {
    const { state, act, game, open, events } = useContext(Shared);
    const unit = state.units[id];
    if (!unit) return null;
    const send = (event) => { act({ unit: id, ...event }); onClose(); };
    const told = new Set(events.filter((one) => one.unit === id || one.target === id).map((one) => one.id));
    const own = state.log.filter((one) => told.has(one.id) && one.effect && !one.undone);
    const fleet = game.game === "fleet";
    return html`<${Sheet} title=${unit.name} onClose=${onClose}>
      ${unit.pool.length > 0 && html`<p class="row">${t("dice.now")} <${views.Dice} pool=${unit.pool} /></p>`}
      <div class="offers">
        ${!unit.activated && state.phase === "play" && html`<button type="button" data-do="turn" onClick=${() => send({ do: "turn" })}>${t("unit.begin")}</button><button type="button" data-do="gone" onClick=${() => send({ do: "gone" })}>${t("unit.gone")}</button>`}
        ${!unit.lost && html`<button type="button" data-do="lost" onClick=${() => send({ do: "lost" })}>${t("unit.lost")}</button>`}
        ${fleet && !unit.lost && ["capital", "frigate"].includes(unit.kind) && html`<button type="button" data-do="off" onClick=${() => send({ do: "off" })}>${t("unit.off")}</button>`}
        ${unit.lost === "adrift" && [1, 2, 3, 4, 5, 6].map((fuel) => html`<button type="button" key=${fuel} data-fuel=${fuel} onClick=${() => send({ do: "launch", fuel })}>${t("fuel.is", { n: fuel })}</button>`)}
        ${unit.kind !== "hva" && html`<button type="button" onClick=${() => { onClose(); open("odds", { unit: id }); }}>${t("odds.title")}</button>`}
      </div>
      ${!unit.lost && unit.kind !== "hva" && html`<h3>${t("hurt")}</h3><p class="small">${t("hurt.says")}</p>
      <div class="offers numbers">${[1, 2, 3, 4, 5, 6].map((number) => html`<button type="button" key=${number} data-hurt=${number} onClick=${() => send({ do: "hurt", number })}>${number}</button>`)}</div>`}
      ${fleet && unit.struck.length > 0 && html`<h3><${Word} of="repair">${t("repair")}<//></h3><div class="offers">${[...new Set(unit.struck)].filter((code) => code !== "W").map((code) => html`<button type="button" key=${code} data-restore=${code} onClick=${() => send({ do: "restore", system: code })}>${views.systemName(game, code)}</button>`)}</div>`}
      ${fleet && unit.kind === "company" && unit.struck.length > 0 && html`<h3>${t("mend")}</h3><div class="offers numbers">${[1, 2, 3, 4, 5, 6].map((value) => html`<button type="button" key=${value} data-mend=${value} onClick=${() => send({ do: "mend", value })}>${value}</button>`)}</div>`}
      ${fleet && unit.lost === "adrift" && html`<h3>${t("hold")}</h3><div class="offers">${state.players.map((one) => html`<button type="button" key=${one.key} data-hold=${one.key} onClick=${() => send({ do: "hold", to: one.key })}>${views.nameOf(state, one.key)}</button>`)}</div>`}
      ${fleet && unit.kind !== "hva" && html`<${CollideForm} unit=${unit} onClose=${onClose} />`}
      ${own.length > 0 && html`<h3>${t("log")}</h3><ul class="log">${own.map((one) => html`<li key=${one.id}>${one.words}</li>`)}</ul>`}<//>`;
  }

  function CollideForm({ unit, onClose }) {
    const { state, act } = useContext(Shared);
    const [target, setTarget] = useState(""), [rolled, setRolled] = useState("");
    const others = Object.values(state.units).filter((one) => one.id !== unit.id && !one.lost);
    return html`<details><summary><${Word} of="collision">${t("collide")}<//></summary><div class="row">
      <label class="field grow">${t("target")}<select value=${target} onChange=${(event) => setTarget(event.target.value)}><option value="">–</option>${others.map((one) => html`<option key=${one.id} value=${one.id}>${one.name}</option>`)}</select></label>
      <label class="field grow">${t("rolled")}<input inputmode="numeric" placeholder="1 4 6" value=${rolled} onInput=${(event) => setRolled(event.target.value)} /></label>
      <button type="button" disabled=${!target || !numbers(rolled).length} onClick=${() => { act({ do: "collide", unit: unit.id, target, rolled: numbers(rolled) }); onClose(); }}>${t("collide.do")}</button></div></details>`;
  }

  Object.assign(views, { HolderSheet, UnitSheet });
})(window.brickyardPage);
