/* What a player brings, typed in on the page: units with their systems, or just numbers; pasted text; sealed
   or open. */
"use strict";

(({ html, t, Die, Choice, Sheet, Shared, keep, useContext, useState, views }) => {
  function Stepper({ label, value, onChange, least = 0, most = 99 }) {
    return html`<div class="stepper" role="group" aria-label=${label}>
      <button type="button" class="small" aria-label=${t("less", { what: label })}
        disabled=${value === null || value <= least} onClick=${() => onChange(value - 1)}>
        −</button>
      <output aria-label=${label}>${value ?? "–"}</output>
      <button type="button" class="small" aria-label=${t("plus", { what: label })}
        disabled=${value !== null && value >= most}
        onClick=${() => onChange(value === null ? least : value + 1)}>
        +</button></div>`;
  }

  const lookupKey = (codes) =>
    codes
      .filter((one) => one[0] !== "E")
      .sort()
      .join(" ");

  /** A system may be added if the table of loadouts knows what the unit then rolls. */
  const mayCarry = (rules, kind, codes) =>
    !rules.loadouts?.[kind] || lookupKey([...codes]) in rules.loadouts[kind];

  function UnitForm({ unit, rules, change, remove }) {
    const kind = rules.kinds?.[unit.kind] ?? { carries: ["B", "G", "Y", "Rh", "Rd", "Ra"], fixed: [] };
    const codes = kind.fixed.length ? [] : kind.carries.filter((one) => !one.startsWith("E"));
    return html`<li class="card typed">
      <div class="below">
        <div class="row">
          <input class="grow" value=${unit.name} maxlength="60" aria-label=${t("unit.name")}
            onInput=${(event) => change({ name: event.target.value })} />
          <button type="button" class="plain" onClick=${remove}
            aria-label=${t("remove", { what: unit.name })}>
            ✕</button></div>
        <div class="dice">${unit.systems.map(
          (code, n) => html`<button type="button" class="slot" key=${n}
            onClick=${() => change({ systems: unit.systems.filter((_, at) => at !== n) })}>
            <${Die} quiet colour=${code[0]} range=${code.slice(1)} />
            <span class="unseen">${t("remove", { what: code })}</span></button>`,
        )}</div>
        ${
          codes.length > 0 &&
          html`<div class="row">${codes.map(
            (code) => html`<button type="button" class="small" key=${code} data-add=${code}
              disabled=${!mayCarry(rules, unit.kind, [...unit.systems, code])}
              onClick=${() => change({ systems: [...unit.systems, code] })}>
              + ${code}</button>`,
          )}</div>`
        }
        ${
          rules.game === "frames" &&
          html`<div class="row">
            <span class="grow">${t("rockets")}</span>
            <${Stepper} label=${t("rockets")} value=${unit.rockets} most=${3}
              onChange=${(rockets) => change({ rockets })} /></div>`
        }</div></li>`;
  }

  const KINDS = { frames: ["frame"], fleet: ["capital", "frigate", "company", "hva"] };

  function startOf(game, state) {
    const players = String(Math.max(2, state.players.length));
    const row = Object.values(game.rules.sizes ?? {}).find((one) => one[players]);
    const size = game.rules.sizes?.[game.size]?.[players] ??
      row?.[players] ??
      game.rules.fleet_sizes?.[players] ?? [2, 4, 5];
    return { stations: size[0], frames: size[1] };
  }

  function forceOf(game, player, typed) {
    const units = typed.units.map((one, n) => ({
      id: `${player}${n + 1}`,
      name: one.name,
      kind: one.kind,
      systems: one.systems,
      rockets: one.rockets,
    }));
    const stations = Array.from({ length: typed.stations }, (_, n) => ({
      id: `${player}-s${n + 1}`,
      name: t("station.n", { n: n + 1 }),
    }));
    if (!typed.onlyNumbers) return { name: typed.name, units, stations };
    const counts =
      game.game === "fleet"
        ? { ships: typed.frames, companies: typed.companies, hvas: typed.stations, systems: typed.systems }
        : { frames: typed.frames, systems: typed.systems, stations: typed.stations };
    return { name: typed.name, units: [], stations: game.game === "fleet" ? [] : stations, counts };
  }

  function Pasted({ onForce }) {
    const [text, setText] = useState("");
    const [problem, setProblem] = useState("");
    const read = async () => {
      try {
        onForce(await brickyardShare.read(text.trim()));
      } catch (error) {
        setProblem(error.message);
      }
    };
    return html`<label class="field">
        ${t("paste.what")}
        <textarea rows="4" value=${text} onInput=${(event) => setText(event.target.value)}></textarea></label>
      ${problem && html`<p class="notice bad" role="alert">${problem}</p>`}
      <div class="offers">
        <button type="button" class="strong" disabled=${!text.trim()} onClick=${read}>
          ${t("paste.take")}</button></div>`;
  }

  function BringSheet({ player: key, onClose }) {
    const { game, state, act } = useContext(Shared);
    const player = state.players.find((one) => one.key === key);
    const first = startOf(game, state);
    const [how, setHow] = useState("numbers");
    const [sealed, setSealed] = useState(false);
    const [typed, setTyped] = useState({
      name: player.force?.name ?? player.name ?? "",
      frames: first.frames,
      systems: 4 * first.frames,
      stations: first.stations,
      companies: 0,
      units: [],
    });
    const change = (some) => setTyped((now) => ({ ...now, ...some }));
    const kinds = KINDS[game.game] ?? ["frame"];
    const add = (kind) =>
      change({
        units: [
          ...typed.units,
          {
            name: t("unit.n", {
              kind: t(`kind.${kind}`),
              n: typed.units.filter((one) => one.kind === kind).length + 1,
            }),
            kind,
            systems: [...(game.rules.kinds?.[kind]?.fixed ?? [])],
            rockets: 0,
          },
        ],
      });
    const send = (force) => {
      if (sealed) {
        const closed = brickyardSeal.seal(force);
        keep(views.secretKey(game, key), { salt: closed.salt, text: closed.text });
        act({ do: "seal", player: key, hash: closed.hash });
      } else act({ do: "bring", player: key, force });
      onClose();
    };
    const made = () => send(forceOf(game, key, { ...typed, onlyNumbers: how === "numbers" }));
    const numbers =
      game.game === "fleet"
        ? ["frames", "companies", "systems", "stations"]
        : ["frames", "systems", "stations"];
    return html`<${Sheet} title=${t("bring.title", { name: views.nameOf(state, key) })} onClose=${onClose}
      wide>
      <${Choice} label=${t("bring.how")}
        from=${[
          ["numbers", t("bring.numbers")],
          ["units", t("bring.units")],
          ["paste", t("bring.paste")],
        ]} chosen=${how} onChoose=${setHow} />
      <label class="row">
        <input type="checkbox" checked=${sealed} onChange=${(event) => setSealed(event.target.checked)} />
        <span class="grow">${t("seal")} <small class="why">${t("seal.says")}</small></span></label>
      ${
        how === "paste"
          ? html`<${Pasted} onForce=${send} />`
          : html`<label class="field">
              ${t("force.name")}
              <input value=${typed.name} maxlength="60"
                onInput=${(event) => change({ name: event.target.value })} /></label>
            ${
              how === "numbers" &&
              numbers.map(
                (one) => html`<div class="row" key=${one}>
                  <span class="grow">${t(`number.${game.game}.${one}`)}</span>
                  <${Stepper} label=${t(`number.${game.game}.${one}`)} value=${typed[one]}
                    onChange=${(n) => change({ [one]: n })} /></div>`,
              )
            }
            ${
              how === "units" &&
              html`<ul class="cards">${typed.units.map(
                (unit, n) => html`<${UnitForm} key=${n} unit=${unit} rules=${game.rules}
                  change=${(some) =>
                    change({ units: typed.units.map((one, at) => (at === n ? { ...one, ...some } : one)) })}
                  remove=${() => change({ units: typed.units.filter((_, at) => at !== n) })} />`,
              )}</ul>
                <div class="row">${kinds.map(
                  (
                    kind,
                  ) => html`<button type="button" key=${kind} data-kind=${kind} onClick=${() => add(kind)}>
                    + ${t(`kind.${kind}`)}</button>`,
                )}</div>
                ${
                  game.game === "frames" &&
                  html`<div class="row">
                    <span class="grow">${t("stations")}</span>
                    <${Stepper} label=${t("stations")} value=${typed.stations} most=${6}
                      onChange=${(stations) => change({ stations })} /></div>`
                }`
            }
            <div class="offers">
              <button type="button" class="strong" data-bring
                disabled=${how === "units" && !typed.units.length} onClick=${made}>
                ${t(sealed ? "seal.do" : "bring.do")}</button></div>`
      }<//>`;
  }

  Object.assign(views, { BringSheet, Stepper });
})(window.brickyardPage);
