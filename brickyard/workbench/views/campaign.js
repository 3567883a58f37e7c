// A campaign: who plays, who holds the special objective, and what happened so far.
import { html, useStore } from "../dom.js";
import { Stamp } from "../pieces.js";
import { Choice, TextField } from "./fields.js";
import { deepEdit, resolved } from "./manifests.js";

export const isCampaign = (value) => Boolean(value) && typeof value === "object" && "campaign" in value;
const listOf = (value) => (Array.isArray(value) ? value : []);
const mapOf = (value) => (value && typeof value === "object" && !Array.isArray(value) ? value : {});

// The yard's files of its forces, those that are not there left out.
export const forcesOf = (value, file, files) =>
  listOf(value.forces)
    .map((one) => resolved(file, one))
    .filter((one) => files.some((each) => each.file === one));

export function Campaign({ draft, file, store, t }) {
  const { value, report } = draft;
  const files = useStore(store, (state) => state.yard?.files) || [];
  const put = (path, content) => {
    const edit = deepEdit(value, path, content);
    if (edit) draft.edit(edit);
  };
  const forces = listOf(value.forces);
  const taken = forces.map((one) => resolved(file, one));
  const games = listOf(value.games).map(mapOf);
  const others = files.filter((one) => one.kind === "manifest" && !taken.includes(one.file));
  const unitOf = (one) => report?.units?.find((unit) => unit.file === one);
  const names = taken
    .map((one) => unitOf(one)?.name || files.find((each) => each.file === one)?.name)
    .filter(Boolean);
  const held = String(mapOf(value.objective).holder ?? "");
  return html`<section class="campaign" aria-label=${t("campaign.title")}>
    <h2>${t("campaign.forces")}</h2>
    <ul class="campaign-forces">${forces.map((one, at) => {
      const name = taken[at];
      const unit = unitOf(name);
      const isThere = files.some((each) => each.file === name);
      const words = unit?.name || String(one);
      return html`<li key=${`${name} ${at}`} data-force=${name}>
        ${
          isThere
            ? html`<a href=${`/company?file=${encodeURIComponent(name)}`}><b>${words}</b></a>`
            : html`<b>${words}</b>`
        } <small>${name}</small>
        ${unit && html`<${Stamp} verdict=${unit} t=${t} small=${true} />`}
        <button type="button" aria-label=${t("campaign.remove", { name: words })}
          title=${t("campaign.remove", { name: words })}
          onClick=${() => draft.edit({ at: ["forces", at], remove: true })}>
          ×</button></li>`;
    })}</ul>
    <div class="game-fields">
      <${Choice} label=${t("campaign.add")} value=""
        choices=${[["", t("score.choose")], ...others.map((one) => [one.file, one.name || one.file])]}
        onSet=${(one) => one && draft.edit({ at: ["forces"], add: { file: one } })} /></div>
    <h2>${t("campaign.objective")}</h2>
    <div class="game-fields">
      <${TextField} label=${t("campaign.objectiveName")} value=${String(mapOf(value.objective).name ?? "")}
        onSet=${(name) => put(["objective", "name"], name || undefined)} />
      <${Choice} label=${t("campaign.holder")} value=${held}
        choices=${[
          ["", t("campaign.lastHolder")],
          ["nobody", t("campaign.nobody")],
          ...[...new Set([...names, ...(held && held !== "nobody" ? [held] : [])])].map((one) => [one, one]),
        ]} onSet=${(one) => put(["objective", "holder"], one || undefined)} /></div>
    <p class="small">${t("campaign.choices")}</p>
    <h2>${t("campaign.games")} <small>${games.length}</small></h2>
    ${
      games.length
        ? html`<div class="scroll" tabindex="0" role="region" aria-label=${t("campaign.games")}>
          <table class="exact-table">
            <thead>
              <tr>${["date", "size", "scores", "losses", "after"].map(
                (one) => html`<th key=${one} scope="col">${t(`campaign.${one}`)}</th>`,
              )}</tr></thead>
            <tbody>${games.map(
              (game, at) => html`<tr key=${at}>
                <th scope="row">${String(game.date ?? at + 1)}</th>
                <td>
                  ${
                    t.has(`company.size.${game.size}`)
                      ? t(`company.size.${game.size}`)
                      : String(game.size ?? "")
                  }</td>
                <td>${pairs(game.scores)}</td>
                <td>${pairs(game.losses)}</td>
                <td>${String(game.objective ?? "")}</td></tr>`,
            )}</tbody></table></div>`
        : null
    }
    <p class="small">${t("campaign.gamesHow")}</p></section>`;
}

const pairs = (map) =>
  Object.entries(mapOf(map))
    .map(([name, one]) => `${name}: ${Array.isArray(one) ? one.join(" + ") || "–" : one}`)
    .join(", ");
