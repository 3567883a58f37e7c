/* Words of the rules, each with its page, and what a turn and a round are made of. */
"use strict";

(({ html, t, has, language, Sheet, Shared, Told, useContext, useState, views }) => {
  // Short forms that texts use for the edition's own words.
  const MEANT = {
    clock: "doomsday-clock",
    contested: "contested-station",
    hva: "high-value-asset",
    capture: "captured-ship",
    order: "tactical-order",
    time: "T",
    power: "P",
  };
  const MORE = {
    frames: [
      "score-per-asset",
      "offense",
      "pass",
      "turn",
      "seize",
      "system",
      "white",
      "target",
      "damage-dice",
      "step-away",
      "terrain",
      "ruler",
    ],
    fleet: ["score-per-asset", "pass", "turn", "system", "target", "damage-dice", "repair", "ruler"],
    mech: [],
  };
  // What an edition may have its own word for.
  const OTHERWISE = { score: "score", point: "lowest", "tactical-order": "order" };
  const slug = (word) => word.replace(/ /g, "-");

  /**
   * A word by any of its names: what it is called, what it means, on which page. The edition explains it
   * first.
   */
  function explained(game, asked) {
    const word = MEANT[asked] ?? asked;
    const known = Object.entries(game.rules.learn ?? {});
    const other = slug(game.rules.words?.[OTHERWISE[word]] ?? "");
    const learn = known.find(([key]) => slug(key) === word) ?? known.find(([key]) => slug(key) === other);
    const own = has(`word.${word}.${game.game}.is`)
      ? t(`word.${word}.${game.game}.is`)
      : has(`word.${word}.is`)
        ? t(`word.${word}.is`)
        : "";
    const inEnglish = language() === "en";
    const is = (inEnglish && learn?.[1][0]) || own || learn?.[1][0] || "";
    const title =
      (inEnglish && learn?.[0]) || (has(`word.${word}`) ? t(`word.${word}`) : (learn?.[0] ?? word));
    const page =
      learn?.[1][1] ??
      (window.brickyardPages?.[game.rules.short] ?? window.brickyardPages?.[game.rules.based_on])?.[word] ??
      "";
    return is ? { word, title, is, page } : null;
  }

  const wordsOf = (game) =>
    [...new Set([...Object.keys(game.rules.learn ?? {}).map(slug), ...(MORE[game.game] ?? [])])]
      .map((one) => explained(game, one))
      .filter(Boolean)
      .sort((a, b) => a.title.localeCompare(b.title));

  function WordSheet({ word, onClose }) {
    const { game } = useContext(Shared);
    const found = explained(game, word);
    if (!found) return null;
    return html`<${Sheet} title=${found.title} onClose=${onClose}>
      <p data-meaning=${found.word}><${Told} text=${found.is} /></p>
      ${found.page && html`<p class="small">${found.page}</p>`}<//>`;
  }

  function RulesSheet({ onClose }) {
    const { game, explain } = useContext(Shared);
    const [asked, setAsked] = useState("");
    const found = wordsOf(game).filter((one) => one.title.toLowerCase().includes(asked.toLowerCase()));
    return html`<${Sheet} title=${t("tab.rules")} onClose=${onClose} wide>
      <label class="field">
        ${t("rules.find")}
        <input type="search" value=${asked} onInput=${(event) => setAsked(event.target.value)} /></label>
      <div class="choice small">${found.map(
        (one) => html`<button type="button" key=${one.word} data-word=${one.word}
          onClick=${() => explain(one.word)}>
          ${one.title}</button>`,
      )}</div>
      ${Object.entries(game.rules.charts ?? {}).length > 0 && html`<${Charts} charts=${game.rules.charts} />`}
      <p class="small">${t("rules.ours")}</p><//>`;
  }

  /** On which faces damage dice hurt: what one looks up most. */
  function Charts({ charts }) {
    return html`<section>
      <h3>${t("charts")}</h3>
      <table>
        <thead>
          <tr><th>${t("chart")}</th><th>${t("chart.target")}</th><th>${t("chart.cover")}</th></tr></thead>
        <tbody>${Object.entries(charts).map(
          ([name, chart]) => html`<tr key=${name}>
            <th scope="row">
              ${has(`chart.${name}`) ? t(`chart.${name}`) : name} <small>${chart.page}</small></th>
            <td>${views.facesWords(chart.target)}</td>
            <td>${chart.cover.length ? views.facesWords(chart.cover) : "–"}</td></tr>`,
        )}</tbody></table></section>`;
  }

  Object.assign(views, { WordSheet, RulesSheet, explained });
})(window.brickyardPage);
