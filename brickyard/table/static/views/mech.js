/* Paper 'Mech: the time track, the 'mech's parts with their circles, the enemies of a wave. Our own rules are
   marked. */
"use strict";

(({ html, t, has, named, Choice, Shared, Word, useContext, views }) => {
  const { side_of } = brickyardGame.radar;
  const partName = (part) => (has(`part.${part}`) ? t(`part.${part}`) : part.replace("-", " "));
  const living = (mech) => mech.enemies.filter((one) => !one.lost);

  function Circles({ filled }) {
    return html`<span class="circles" role="img"
      aria-label=${t("circles", { n: filled.filter((one) => !one).length, all: filled.length })}>
      ${filled.map((one, n) => html`<i key=${n} class=${one ? "filled" : ""}></i>`)}</span>`;
  }

  /** Everybody's next action by the time that is left: the nearest happens first, enemies before you. */
  function Track({ mech, rules }) {
    const spaces = Array.from({ length: rules.board.track + 1 }, (_, n) => n);
    const at = (n) => [
      ...living(mech)
        .filter((one) => one.time !== null && Math.min(one.time, rules.board.track) === n)
        .map((one) => ({ key: one.id, words: one.name })),
      ...(mech.action && Math.min(mech.action.time, rules.board.track) === n
        ? [{ key: "you", words: t("mech.you"), own: true }]
        : []),
    ];
    return html`<section>
      <h2><${Word} of="T">${t("mech.track")}<//></h2>
      <ol class="track">${spaces.map(
        (n) => html`<li key=${n} class=${n === 0 ? "now" : ""}>
          <b>${n === 0 ? t("mech.acts") : n}</b>
          ${at(n).map(
            (one) => html`<span key=${one.key} class=${one.own ? "own" : ""}>${one.words}</span>`,
          )}</li>`,
      )}</ol></section>`;
  }

  /** Where everybody is: the 'mech looks up, near bands are inside. The drawing is ours. */
  function Radar({ mech, rules }) {
    const { bands, board } = rules;
    const ring = 96 / bands.length;
    const enemies = living(mech).filter((one) => one.sector !== null);
    const spot = (sector, far) => {
      const angle = ((sector - 3.5) * 360) / board.entries;
      const turned = (angle * Math.PI) / 180;
      return [100 + far * Math.sin(turned), 100 - far * Math.cos(turned)].map((one) => one.toFixed(1));
    };
    const placed = enemies.map((one, n) => ({
      one,
      at: spot(
        one.sector +
          enemies.slice(0, n).filter((other) => other.sector === one.sector && other.band === one.band)
            .length *
            0.28,
        ring * (bands.indexOf(one.band) + 0.55),
      ),
    }));
    const words = enemies
      .map((one) => `${one.name}: ${t(`band.${one.band}`)}, ${t("mech.sector")} ${one.sector}`)
      .join("; ");
    return html`<figure class="radar">
      <svg viewBox="0 0 200 200" role="img" aria-label=${words || t("mech.radar")}>
        ${bands.map((_, n) => html`<circle key=${n} cx="100" cy="100" r=${ring * (n + 1)} class="ring" />`)}
        ${Array.from({ length: board.entries }, (_, n) => {
          const [x, y] = spot(n + 0.5, 96);
          return html`<line key=${n} x1="100" y1="100" x2=${x} y2=${y} class="ring" />`;
        })}
        ${board.rear.map((sector) => {
          const [x, y] = spot(sector - 0.5, 96);
          const [x2, y2] = spot(sector + 0.5, 96);
          return html`<path key=${sector} class="rear" d=${`M100 100L${x} ${y}A96 96 0 0 1 ${x2} ${y2}Z`} />`;
        })}
        <path d="M100 91 106 106 100 102 94 106Z" class="own" />
        ${placed.map(
          ({ one, at: [x, y] }) => html`<g key=${one.id} class=${one.time === 0 ? "acts" : ""}>
            <circle cx=${x} cy=${y} r="9" class="foe-mark" />
            <text x=${x} y=${Number(y) + 4.5}>${one.letter}</text></g>`,
        )}</svg>
      <figcaption class="small">
        <span class="ours-tag">${t("mech.ours")}</span> ${bands
          .map((one) => t(`band.${one}`))
          .join(" · ")}</figcaption></figure>`;
  }

  function Enemy({ enemy, rules }) {
    const { act } = useContext(Shared);
    const kind = rules.enemies[enemy.letter];
    const { bands, board } = rules;
    const go = (some) =>
      act({ do: "go", enemy: enemy.id, sector: enemy.sector ?? 3, band: enemy.band, ...some });
    const sector =
      enemy.sector !== null &&
      ` · ${t("mech.sector")} ${enemy.sector} (${t(`side.${side_of(rules, enemy.sector)}`)})`;
    const where = t(`band.${enemy.band}`) + (sector || "");
    return html`<li class=${enemy.lost ? "card foe lost" : "card foe"} data-enemy=${enemy.id}>
      <div class="below">
        <div class="head">
          <h3>${enemy.name} <small>${enemy.letter}</small></h3>
          <span class="shield">
            <span class="unseen">${t("mech.armour", { n: "" })}</span>${enemy.armour}</span>
          ${
            !enemy.lost &&
            html`<button type="button" class="small" onClick=${() => act({ do: "destroy", enemy: enemy.id })}>
              ${t("unit.lost")}</button>`
          }</div>
        <ul class="actions">${kind.attacks.map(
          (one, n) => html`<li key=${n} class=${enemy.attack === n ? "chosen" : ""}>
            <span>${one.name}</span>
            <small>${t(`band.${one.range}`)} P${one.power} T${one.time}</small>
            <${Circles}
              filled=${Array.from(
                { length: rules.circles.enemy_attack },
                (_, at) => at >= enemy.circles[n],
              )} /></li>`,
        )}</ul>
        ${
          !enemy.lost &&
          html`<details>
            <summary class="ours">${where}</summary>
            <${Choice} small label=${t("mech.band")} from=${bands.map((one) => [one, t(`band.${one}`)])}
              chosen=${enemy.band} onChoose=${(band) => go({ band })} />
            <${Choice} small label=${t("mech.sector")}
              from=${Array.from({ length: board.entries }, (_, n) => [
                n + 1,
                `${n + 1} ${t(`side.${side_of(rules, n + 1)}`)}`,
              ])} chosen=${enemy.sector} onChoose=${(sector) => go({ sector })} /></details>`
        }</div></li>`;
  }

  function Part({ name, part, rules }) {
    const weapon = rules.weapons[part.weapon];
    const keyword = weapon && rules.keywords[weapon.keyword];
    return html`<li class="card part" data-part=${name}>
      <div class="below">
        <div class="head">
          <h3>${partName(name)}</h3>
          <span class=${weapon?.assumed ? "shield ours" : "shield"}>
            <span class="unseen">${t("mech.armour", { n: "" })}</span>${part.armour || "–"}</span></div>
        ${
          weapon &&
          html`<p class="small">
            <b>${weapon.name}</b> · ${t(`band.${weapon.range || "none"}`)}
            <br />
            ${named("keyword", "mech", weapon.keyword)}: ${keywordSays(weapon.keyword, keyword)}</p>`
        }
        ${!weapon && name.includes("-") && html`<p class="small">${t("mech.empty")}</p>`}
        <div class="row"><${Circles} filled=${part.damage} /></div></div></li>`;
  }

  /** What a weapon's keyword does, in the page's language. */
  const keywordSays = (name, row) =>
    has(`keyword.${name}.says`) ? t(`keyword.${name}.says`) : (row?.says ?? "");

  function Mech() {
    const { state, game } = useContext(Shared);
    const mech = state.mech;
    const rules = game.rules.mech;
    if (!mech?.parts) return html`<p>${t("force.none")}</p>`;
    return html`<${Track} mech=${mech} rules=${rules} />
      ${
        mech.enemies.length > 0 &&
        html`<section>
          <h2><${Word} of="wave">${t("mech.wave", { n: mech.wave })}<//></h2>
          <div class="wave">
            <${Radar} mech=${mech} rules=${rules} />
            <ul class="cards">${mech.enemies.map(
              (one) => html`<${Enemy} key=${one.id} enemy=${one} rules=${rules} />`,
            )}</ul></div></section>`
      }
      <section>
        <h2>
          ${state.players[0]?.force || t("mech.own")} <small>
            ${t("mech.circles", { n: mech.circles })}
            ${mech.penalty ? ` · ${t("mech.penalty", { n: mech.penalty })}` : ""}
            ${mech.squat ? ` · ${t("mech.squats")}` : ""}</small></h2>
        <ul class="cards parts">${Object.entries(mech.parts).map(
          ([name, part]) => html`<${Part} key=${name} name=${name} part=${part} rules=${rules} />`,
        )}</ul></section>
      <section>
        <h2><span class="ours-tag">${t("mech.ours")}</span></h2>
        ${rules.board.ours.map((line) => html`<p class="small" key=${line}>${line}</p>`)}</section>`;
  }

  function MechEnd() {
    const { state } = useContext(Shared);
    const mech = state.mech;
    return html`<p class="row">
      <span class="big-number">${mech.circles}</span> ${t("mech.score", { n: mech.wave })}</p>`;
  }

  Object.assign(views, { Mech, MechEnd, mechWords: { partName, living, keywordSays } });
})(window.brickyardPage);
