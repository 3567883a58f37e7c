/* The battle's end: who won, scores over rounds as a curve, what was lost, what to keep. */
"use strict";

(({ html, t, Sheet, Shared, useContext, views }) => {
  const DASHES = ["", "7 4", "2 3", "10 3 2 3", "14 4"];
  const SHAPES = [
    (x, y) => html`<circle cx=${x} cy=${y} r="4.5" class="mark" />`,
    (x, y) => html`<path d=${`M${x} ${y - 5.5}l5.4 9.4h-10.8Z`} class="mark" />`,
    (x, y) => html`<rect x=${x - 4.3} y=${y - 4.3} width="8.6" height="8.6" class="mark" />`,
    (x, y) =>
      html`<path d=${`M${x - 1.8} ${y - 5}h3.6v3.2h3.2v3.6h-3.2v3.2h-3.6v-3.2h-3.2v-3.6h3.2Z`}
        class="mark" />`,
    (x, y) =>
      html`<path d=${`M${x} ${y - 6}l1.8 4 4.2.4-3.2 2.9 1 4.2-3.8-2.2-3.8 2.2 1-4.2-3.2-2.9 4.2-.4Z`}
        class="mark" />`,
  ];

  /** Names at the right edge keep clear of each other. */
  function apart(places) {
    const sorted = [...places].sort((a, b) => a.y - b.y);
    sorted.forEach((one, n) => {
      if (n && one.y < sorted[n - 1].y + 16) one.y = sorted[n - 1].y + 16;
    });
    return places;
  }

  /** `wide` for a strip across a large screen. */
  function Curve({ state, wide }) {
    const points = state.history;
    if (points.length < 2) return html`<p class="small">${t("curve.later")}</p>`;
    const most = Math.max(10, ...points.flatMap((one) => Object.values(one.scores)));
    // A phone has no room for names beside the lines; their marks are in the table below.
    const narrow = innerWidth < 600;
    const width = narrow ? 380 : wide ? 1240 : 640;
    const left = 30;
    const right = narrow ? 366 : width - 140;
    const top = 12;
    const bottom = narrow ? 200 : wide ? 92 : 232;
    const step = most > 60 || wide ? 20 : 10;
    const x = (n) => left + ((right - left) * n) / (points.length - 1);
    const y = (score) => bottom - ((bottom - top) * score) / most;
    const ticks = Array.from({ length: Math.floor(most / step) + 1 }, (_, n) => n * step);
    const ends = apart(
      state.players.map((one) => ({ key: one.key, y: y(points.at(-1).scores[one.key] ?? 0) + 4.5 })),
    );
    const every = points.length > 12 ? 2 : 1;
    const fromTo = (key) => `${points[0].scores[key]} → ${points.at(-1).scores[key]}`;
    const names = state.players.map((one) => `${views.nameOf(state, one.key)} ${fromTo(one.key)}`).join("; ");
    return html`<svg class="curve" viewBox=${`0 0 ${width} ${bottom + 30}`} role="img"
      aria-label=${t("curve", { names })}>
      ${ticks.map(
        (n) => html`<line class="axis" key=${n} x1=${left} x2=${right} y1=${y(n)} y2=${y(n)} />
          <text x=${left - 6} y=${y(n) + 4.5} text-anchor="end">${n}</text>`,
      )}
      ${points.map(
        (one, n) =>
          n % every === 0 &&
          html`<text key=${`r${n}`} x=${x(n)} y=${bottom + 20} text-anchor="middle">${one.round}</text>`,
      )}
      ${state.players.map(
        (player, p) => html`<g key=${player.key}>
          <path
            d=${points
              .map(
                (one, n) => `${n ? "L" : "M"}${x(n).toFixed(1)} ${y(one.scores[player.key] ?? 0).toFixed(1)}`,
              )
              .join("")} stroke-dasharray=${DASHES[p % 5]} />
          ${points.map((one, n) => SHAPES[p % 5](x(n), y(one.scores[player.key] ?? 0)))}
          ${
            !narrow &&
            html`<text x=${right + 12} y=${ends[p].y} font-weight="700">
              ${shorten(views.nameOf(state, player.key))}</text>`
          }</g>`,
      )}</svg>`;
  }

  const shorten = (name) => (name.length > 17 ? `${name.slice(0, 16)}…` : name);

  function Podium({ state }) {
    return html`<table>
      <thead>
        <tr>
          <th>${t("player")}</th>
          <th class="number">${t("score")}</th>
          <th class="number">${t("end.from")}</th>
          <th>${t("end.losses")}</th></tr></thead>
      <tbody>${state.order.map((key) => {
        const player = state.players.find((one) => one.key === key);
        const lost = Object.values(state.units).filter((one) => one.first === key && one.lost);
        const struck = Object.values(state.units)
          .filter((one) => one.first === key)
          .reduce((sum, one) => sum + one.struck.filter((code) => code !== "W").length, 0);
        return html`<tr key=${key}>
          <th scope="row">
            <${views.Mark} player=${key} /> ${views.nameOf(state, key)}
            ${state.winners.includes(key) ? " ★" : ""}</th>
          <td class="number"><b>${player.score}</b></td>
          <td class="number">${player.start_score ?? ""}</td>
          <td>
            ${lost.map((one) => one.name).join(", ") || "–"}
            ${struck ? html` <small>${t("end.systems", { n: struck })}</small>` : ""}</td></tr>`;
      })}</tbody></table>`;
  }

  function EndSheet({ onClose }) {
    const { state, game, sync } = useContext(Shared);
    const names = state.winners.map((key) => views.nameOf(state, key)).join(", ");
    const result =
      brickyardBattle.campaign && state.phase === "over" && game.game !== "mech"
        ? brickyardBattle.campaign(game, sync.events)
        : "";
    return html`<${Sheet} title=${t("end.title")} onClose=${onClose} wide>
      ${
        state.phase === "over"
          ? html`<p class="stamp">
            ${names ? t("over.won", { names, n: state.winners.length }) : t("over")}</p>`
          : html`<p class="small">${t("end.early")}</p>`
      }
      ${
        game.game === "mech" && views.MechEnd
          ? html`<${views.MechEnd} />`
          : html`<${Curve} state=${state} /><${Podium} state=${state} />`
      }
      <div class="row"><${views.SaveButtons} /></div>
      ${
        result &&
        html`<details>
          <summary>${t("end.campaign")}</summary>
          <p class="small">${t("end.campaign.how")}</p>
          <textarea readonly rows="6" aria-label=${t("end.campaign")}>${result}</textarea></details>`
      }<//>`;
  }

  Object.assign(views, { EndSheet, Curve, Podium });
})(window.brickyardPage);
