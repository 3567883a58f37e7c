/* Setting up, a step one can skip: who brings what, options, comparison, deployment, what to have at hand. */
"use strict";

(({
  html,
  t,
  has,
  named,
  language,
  Choice,
  Sheet,
  Shared,
  Told,
  Word,
  kept,
  useContext,
  useState,
  views,
}) => {
  function forceWords(player) {
    const { stations, ...first } = player.counts ?? {};
    const counts = { ...first, systems: player.systems, stations };
    const said = Object.entries(counts)
      .filter(([, n]) => n)
      .map(([kind, n]) => t(`count.${kind}`, { n }));
    return said.join(", ");
  }

  function verdictWords({ verdict, accepted }) {
    if (verdict === "legal with warnings" && accepted) return t("verdict.accepted", { n: accepted });
    return has(`verdict.${verdict}`) ? t(`verdict.${verdict}`) : verdict;
  }

  /** Sealed lists stay in this device until they are shown. */
  const secretKey = (game, player) => `secret:${game.id}:${player}`;

  function Player({ player }) {
    const { game, state, act, open, about } = useContext(Shared);
    const secret = kept(secretKey(game, player.key), null);
    const verdict = about?.verdicts?.find((one) => one.key === player.key);
    const reveal = () => act({ do: "reveal", player: player.key, salt: secret.salt, text: secret.text });
    return html`<li class="row player" data-player=${player.key}>
      <${views.Mark} player=${player.key} />
      <span class="grow">
        <b>${views.nameOf(state, player.key)}</b>
        ${player.force?.name && player.name && player.name !== player.force.name ? ` (${player.name})` : ""}
        <small class="why">
          ${
            player.sealed && !player.ready
              ? t("sealed.is", { hash: String(player.sealed).slice(0, 8) })
              : player.ready
                ? forceWords(player)
                : t("force.none")
          }
          ${
            verdict?.verdict
              ? html` · <span class=${`verdict-word ${verdict.style}`}>${verdictWords(verdict)}</span>${
                  verdict.players > 0 &&
                  verdict.players !== state.players.length &&
                  ` (${t("verdict.for", { n: verdict.players })})`
                }${verdict.why?.[language()] && html`<br />${verdict.why[language()]}`}`
              : ""
          }</small>
        <span class="faces">
          ${Object.values(state.units)
            .filter((one) => one.first === player.key)
            .map((one) => html`<${views.Face} key=${one.id} of=${one.id} />`)}</span></span>
      ${
        player.sealed && !player.ready && secret
          ? html`<button type="button" class="strong" data-reveal onClick=${reveal}>${t("reveal")}</button>`
          : null
      }
      ${
        !player.ready &&
        html`<button type="button" data-bring onClick=${() => open("bring", { player: player.key })}>
          ${t("bring")}</button>`
      }
      ${
        player.ready &&
        html`<button type="button" class="small" data-share
            onClick=${() => open("share", { player: player.key })}>
            ${t("share")}</button>
          <button type="button" class="small" onClick=${() => open("bring", { player: player.key })}>
            ${t("change")}</button>
          <${views.YardSeat} player=${player} />`
      }</li>`;
  }

  function Players() {
    const { game, state, act } = useContext(Shared);
    const [name, setName] = useState("");
    const most = game.rules.players?.[1] ?? 5;
    const keys = "abcdefgh".split("").filter((one) => !state.players.some((player) => player.key === one));
    const add = (event) => {
      event.preventDefault();
      act({
        do: "join",
        player: { key: keys[0], name: name.trim() || t("player.n", { n: state.players.length + 1 }) },
      });
      setName("");
    };
    return html`<section id="who">
      <h2>${t("setup.who")}</h2>
      <ul class="log">${state.players.map((one) => html`<${Player} key=${one.key} player=${one} />`)}</ul>
      ${
        state.players.length < most &&
        html`<form class="row" onSubmit=${add}>
          <input class="grow" value=${name} maxlength="60" aria-label=${t("player.name")}
            placeholder=${t("player.name")} onInput=${(event) => setName(event.target.value)} />
          <button type="submit" data-join>${t("player.add")}</button></form>`
      }</section>`;
  }

  const listed = (text) =>
    [
      ...new Set(
        text
          .split(",")
          .map((one) => one.trim().slice(0, 60))
          .filter(Boolean),
      ),
    ].slice(0, 12);

  /** Any number of several, each a button that stays pressed. */
  function Several({ label, from, chosen, onChoose }) {
    const turned = (one) => from.filter((other) => (other === one) !== chosen.includes(other));
    return html`<div class="choice small" role="group" aria-label=${label}>${from.map(
      (one) => html`<button type="button" key=${one} aria-pressed=${String(chosen.includes(one))}
        onClick=${() => onChoose(turned(one))}>
        ${named("system", "", one)}${has(`system.${one}`) ? html` <small>${one}</small>` : ""}</button>`,
    )}</div>`;
  }

  function Option({ option }) {
    const { state, game, act } = useContext(Shared);
    const now = (state.options ?? game.options ?? {})[option.name] ?? option.default;
    const set = (value) => act({ do: "option", name: option.name, value });
    const title = has(`option.${option.name}`) ? t(`option.${option.name}`) : (option.title ?? option.words);
    const page = option.page ?? option.reference;
    let field;
    if (option.kind === "flag")
      field = html`<${Choice} small label=${title}
        from=${[
          [true, t("yes")],
          [false, t("no")],
        ]} chosen=${Boolean(now)} onChoose=${set} />`;
    else if (option.kind === "choice")
      field = html`<${Choice} small label=${title} from=${option.choices.map((one) => [one, String(one)])}
        chosen=${now} onChoose=${set} />`;
    else if (option.kind === "number")
      field = html`<${views.Stepper} label=${title} value=${now ?? null} least=${option.low ?? 0}
        most=${option.high ?? 20} onChange=${set} />`;
    else if (option.kind === "decimal")
      field = html`<input class="short" type="number" inputmode="decimal" step="0.1" min=${option.low ?? 0}
        max=${option.high ?? 99} aria-label=${title} value=${now ?? ""}
        onChange=${(event) =>
          event.target.value !== "" && event.target.checkValidity() && set(Number(event.target.value))} />`;
    else if (option.kind === "list" && option.choices.length)
      field = html`<${Several} label=${title} from=${option.choices} chosen=${now ?? []} onChoose=${set} />`;
    else if (option.kind === "list")
      field = html`<input aria-label=${title} placeholder=${t("option.list")} value=${(now ?? []).join(", ")}
        maxlength="200" onChange=${(event) => set(listed(event.target.value))} />`;
    else return null;
    return html`<li class="row"><span class="grow">${title} <small>${page}</small></span>${field}</li>`;
  }

  function Options() {
    const { game, state, act } = useContext(Shared);
    const options = (game.rules.options ?? []).filter((one) =>
      ["flag", "choice", "number", "list", "decimal"].includes(one.kind),
    );
    if (!options.length) return null;
    return html`<section>
      <details>
        <summary><h2>${t("setup.options")}</h2></summary>
        <ul class="log">
          ${options.map((one) => html`<${Option} key=${one.name} option=${one} />`)}
          ${
            game.rules.comparison?.objective &&
            !state.objective &&
            html`<li class="row">
              <span class="grow"><${Word} of="special-objective">${t("objective")}<//></span>
              <button type="button" data-do="objective-on" onClick=${() => act({ do: "objective-on" })}>
                ${t("objective.on")}</button></li>`
          }</ul></details></section>`;
  }

  /** The table's size in the page's language. */
  function fieldWords({ words, rulers, studs, across }) {
    if (!rulers) return words;
    const span = (values) =>
      [...new Set(values)]
        .map((one) => one.toLocaleString(language(), { maximumFractionDigits: 1 }))
        .join("–");
    return t("field.size", {
      rulers: span(rulers),
      across: across && ` ${has(`across.${across}`) ? t(`across.${across}`) : across}`,
      studs: span(studs),
      metres: span(studs.map((n) => n * 0.008)),
    });
  }

  function Deployment() {
    const { state, act, about, game } = useContext(Shared);
    const field = about?.field;
    if (!state.checklist?.length && !field) return null;
    return html`<section>
      <h2>${t("setup.deploy")}</h2>
      ${field && html`<p>${fieldWords(field)} <small>${field.reference}</small></p>`}
      <div class="checks">${(state.checklist ?? []).map(
        (one) => html`<label key=${one.item}>
          <input type="checkbox" checked=${one.done} data-check=${one.item}
            onChange=${(event) => act({ do: "check", item: one.item, done: event.target.checked })} />
          <span>${one.words}</span></label>`,
      )}</div>
      <p class="small">${game.rules.placing_page ?? field?.placing_reference ?? ""}</p></section>`;
  }

  /** The line as `pack` says it, or by its id in another language; its number and its page stay. */
  function thingWords({ id, words }, about) {
    if (!has(`pack.${id}`)) return words;
    const number = /^[\d–]+ × /.exec(words)?.[0] ?? "";
    const page = /\(([^()]*)\)\./.exec(words.replace(/\(LEGO[^)]*\)/, ""))?.[0] ?? "";
    const field = about.field ? fieldWords(about.field) : "";
    return `${number}${t(`pack.${id}`, { field })} ${page.slice(0, -1)}`;
  }

  function Pack({ open = false }) {
    const { about } = useContext(Shared);
    const pack = about?.pack;
    if (!pack?.players?.length) return null;
    return html`<section>
      <details open=${open}>
        <summary><h2>${t("setup.pack")}</h2></summary>
        ${pack.players.map(
          (one) => html`<div key=${one.name}>
            <h3>${one.name}</h3>
            <ul class="plain-list">
              ${(one.models ?? []).map(
                (model) => html`<li>${model.count > 1 ? `${model.count} × ` : ""}${model.name}</li>`,
              )}
              ${(one.dice ?? []).map(
                (die) => html`<li>
                  <b>${die.bring}</b> ${
                    has(`die.${die.colour}`) ? t(`die.${die.colour}`, { n: die.sides }) : die.name
                  }</li>`,
              )}
              ${(one.things ?? []).map((thing) => html`<li>${thing}</li>`)}</ul></div>`,
        )}
        ${
          pack.table?.length
            ? html`<div>
              <h3>${t("pack.table")}</h3>
              <ul class="plain-list">${pack.table.map(
                (one) => html`<li key=${one.id}>${thingWords(one, about)}</li>`,
              )}</ul></div>`
            : null
        }</details></section>`;
  }

  function PackSheet({ onClose }) {
    return html`<${Sheet} title=${t("setup.pack")} onClose=${onClose}><${Pack} open /><//>`;
  }

  /** Somebody sent a company along with the page's address. */
  function Sent() {
    const { state, act, sent, forget } = useContext(Shared);
    if (!sent) return null;
    const bring = (player) => {
      act({ do: "bring", player, force: sent });
      forget();
    };
    return html`<section class="sent">
      <h2>${t("sent", { name: sent.name })}</h2>
      <p>${t("sent.who")}</p>
      <div class="offers">
        ${state.players.map(
          (one) => html`<button type="button" key=${one.key} data-sent=${one.key}
            onClick=${() => bring(one.key)}>
            ${
              one.ready
                ? t("sent.instead", { name: views.nameOf(state, one.key) })
                : views.nameOf(state, one.key)
            }</button>`,
        )}
        <button type="button" class="quiet" onClick=${forget}>${t("close")}</button></div></section>`;
  }

  /** Offered where everybody sees it, before anything has happened. */
  function FirstGame() {
    const { state, teaching, setTeaching, game } = useContext(Shared);
    return html`<section class="first">
      <p class="row">
        <span class="grow">${t("teach.first")}</span>
        <button type="button" class="small" data-teaching=${String(!teaching)}
          onClick=${() => setTeaching(!teaching)}>
          ${t(teaching ? "teach.first.off" : "teach.first.on")}</button></p>
      ${
        teaching &&
        html`<p class="teach">
          <${Told} text=${views.teachWords(game, game.game === "mech" ? "mech" : state.phase)} /></p>`
      }
    </section>`;
  }

  /** What a campaign brings to this game: its objective, who holds it, and what they chose. */
  function Campaign() {
    const { about } = useContext(Shared);
    const campaign = about?.campaign;
    if (!campaign) return null;
    const chosen = Object.entries(campaign.chosen).map(
      ([name, value]) =>
        `${has(`option.${name}`) ? t(`option.${name}`) : name}: ${[value].flat().join(", ")}`,
    );
    return html`<section>
      <h2>${campaign.name}</h2>
      <ul class="plain-list">
        <li>${t("campaign.game", { n: campaign.played + 1 })}</li>
        ${
          campaign.objective &&
          html`<li>
            <${Word} of="special-objective">${t("objective")}<//>
            : <b>${campaign.objective}</b>
            . ${t("campaign.placed")}</li>`
        }
        ${campaign.holder && html`<li>${t("campaign.holder", { name: campaign.holder })}</li>`}
        ${chosen.map((one) => html`<li key=${one}>${one}</li>`)}
        ${campaign.where && html`<li>${t("campaign.where", { where: campaign.where })}</li>`}</ul></section>`;
  }

  function Setup() {
    return html`<div class="steps">
      <${FirstGame} />
      <${Sent} />
      <${Campaign} />
      <${Players} />
      <${views.Compared} />
      <${Options} />
      <${Deployment} />
      <${Pack} /></div>`;
  }

  function SetupDock() {
    const { state, act, offers, open } = useContext(Shared);
    const may = offers.find((one) => one.do === "start");
    const ready = state.players.filter((one) => one.ready).length;
    // A tie changes scores, so it stands where everybody looks before the start.
    const isTied = may && (state.questions.length > 0 || offers.some((one) => one.do === "tie"));
    return html`<footer class="dock" aria-label=${t("now")}>
      <div class="doing">${
        isTied
          ? html`${state.questions.map((one) => html`<${views.Question} key=${one.key} question=${one} />`)}
            <${views.WaysOut} />
            <div class="offers">
              <button type="button" class="quiet" data-do="start" onClick=${() => act({ do: "start" })}>
                ${t("start.tied")}</button></div>`
          : html`<p class="says">
              ${
                may
                  ? t("setup.ready")
                  : ready < state.players.length
                    ? t("setup.waits", { n: state.players.length - ready })
                    : t("setup.more-players")
              }</p>
            <div class="offers">
              ${
                state.phase === "setup" &&
                offers.some((one) => one.do === "deploy") &&
                html`<button type="button" data-do="deploy" onClick=${() => act({ do: "deploy" })}>
                  ${t("setup.deploy")}</button>`
              }
              <button type="button" class="strong" data-do="start" disabled=${!may}
                onClick=${() => act({ do: "start" })}>
                ${t("start")}</button></div>`
      }</div>
      <${views.Tabs}
        tabs=${[
          ["who", () => document.getElementById("who")?.scrollIntoView()],
          ["attack", () => open("odds")],
          ["rules", () => open("rules")],
          ["more", () => open("more")],
        ]} /></footer>`;
  }

  Object.assign(views, { FirstGame, Setup, SetupDock, PackSheet, secretKey, forceWords });
})(window.brickyardPage);
