// Who attacks and who defends: the score step by step, and what every other bid would give.
import { html, useLoaded, useStore } from "../dom.js";
import { change } from "../router.js";
import { Picker } from "./picker.js";
import { Slider } from "./fields.js";
import { BidMap } from "./bid-map.js";
import { deepEdit, USUAL_PLAYERS } from "./manifests.js";

export function Score({ draft, file, kind, editions, address, store, api, t }) {
  const against = address.all("against");
  const files = useStore(store, (state) => state.yard?.files) || [];
  const comparison = editions.now?.tables?.comparison;
  const counts = draft.report?.counts;
  const mark = `${draft.version}/${draft.draft}`;
  const sides = against.join("|");
  const others = against.length ? against : [];
  // It is judged and compared for the same game: a company of three players isn't compared for two.
  const judgedFor = Number(draft.value?.game?.players ?? draft.report?.game?.players) || 0;
  const here = 1 + others.length;
  const isOther = others.length > 0 && judgedFor > 0 && judgedFor !== here;
  const judgeForThem = () => draft.edit(deepEdit(draft.value, ["game", "players"], here));
  const compared = useLoaded(
    (signal) =>
      others.length && !isOther
        ? api.get("compare", { path: [file, ...others] }, signal)
        : Promise.resolve(null),
    [file, mark, sides, isOther],
  );
  // Where nobody says how many play, it is as many as the form shows.
  const isOpen = !others.length && !draft.value?.game?.players && !draft.report?.game?.players;
  const bid = useLoaded(
    (signal) => api.get("bid", { path: file, against: others, players: isOpen && USUAL_PLAYERS }, signal),
    [file, mark, sides, isOpen],
  );
  const lists = files.filter(
    (one) => one.kind === "manifest" && one.role === kind && one.file !== file && !against.includes(one.file),
  );
  const put = (next) => change({ against: next });
  if (!comparison || !counts) return null;
  return html`<section class="score" aria-label=${t("score.title")}>
    <h2>${t("score.title")}</h2>
    <div class="opponents">
      <${Picker} label=${t("score.addFile")} prompt=${t("score.choose")} value="" files=${lists}
        onPick=${(one) => put([...against, one])} around=${{ store, api, t }} />
      <button type="button" onClick=${() => put([...against, hearsay(kind, counts)])}>
        ${t("score.addNumbers")}</button></div>
    ${
      against.length > 0 &&
      html`<ul class="opponent-list">${against.map(
        (one, at) => html`<${Opponent} key=${at} text=${one} kind=${kind} t=${t}
          name=${files.find((each) => each.file === one)?.name}
          onSet=${(next) => put(against.map((each, place) => (place === at ? next : each)))}
          onRemove=${() => put(against.filter((_, place) => place !== at))} />`,
      )}</ul>`
    }
    ${compared.error && html`<p class="problem" role="alert">${compared.error.message}</p>`}
    ${
      isOther &&
      html`<p class="problem" role="status" data-note="players">
        ${t("score.players", { count: judgedFor, here })} <button type="button" onClick=${judgeForThem}>
          ${t("score.judgeFor", { count: here })}</button></p>`
    }
    ${
      compared.value && others.length > 0
        ? html`<${Steps} found=${compared.value} own=${file} t=${t} />`
        : !isOther && html`<p class="small">${t("score.nobody")}</p>`
    }
    ${
      bid.error
        ? html`<p class="small" role="status">${t("bid.cant", { why: bid.error.message })}</p>`
        : bid.value && html`<${BidMap} found=${bid.value} t=${t} />`
    }</section>`;
}

// Everything else they bring is what the game asks for.
const FIELDS = { company: ["frames", "systems"], fleet: ["ships", "companies", "systems"] };
const MOST = { frames: 8, systems: 32, ships: 8, companies: 6 };

// To begin with, an opponent like us.
const hearsay = (kind, counts) =>
  FIELDS[kind].map((one) => `${one}=${Math.min(counts[one] ?? 0, MOST[one])}`).join(",");

function Opponent({ text, name, kind, t, onSet, onRemove }) {
  const isNumbers = text.includes("=") && !/\.(ya?ml|mpd|ldr|io)$/.test(text);
  const values = isNumbers ? Object.fromEntries(text.split(",").map((one) => one.split("="))) : {};
  const set = (field, number) =>
    onSet(FIELDS[kind].map((one) => `${one}=${one === field ? number : (values[one] ?? 0)}`).join(","));
  return html`<li class="opponent">
    <b>${isNumbers ? t("score.byNumbers") : name || text}</b>
    ${
      isNumbers &&
      html`<div class="sliders">${FIELDS[kind].map(
        (one) => html`<${Slider} key=${one} label=${t(`company.count.${one}`)}
          value=${Number(values[one] ?? 0)} low=${0} high=${MOST[one]}
          onSet=${(number) => set(one, number)} />`,
      )}</div>`
    }
    <button type="button" aria-label=${t("score.removeOne", { name: text })} onClick=${onRemove}>
      ×</button></li>`;
}

const signed = (number) => (number > 0 ? `+${number}` : `−${-number}`);

// Each side: what it starts with, each step, and what that makes.
function Steps({ found, own, t }) {
  const highest = Math.max(...found.sides.map((one) => one.score), 1);
  return html`<div class="steps" aria-live="polite">
    <p class="small">${found.game_title}</p>
    <ol class="podium">${found.sides.map(
      (side, at) => html`<li key=${at} class=${side.file === own ? "own" : ""} data-side=${side.name}>
        <h3>${side.name}${side.file === own ? html` <small>${t("score.you")}</small>` : null}</h3>
        <p class="called">${side.called} <b data-score=${side.score}>${side.score}</b></p>
        <svg class="bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
          <rect width=${(100 * side.score) / highest} height="6" /></svg>
        <ul class="ladder">
          <li><span>${t("score.start")}</span><b>${side.start}</b></li>
          ${side.adjustments.map(
            (step, place) => html`<li key=${place}>
              <span>
                ${t(`score.${step.extreme}`, { what: words(step.of, t), count: step.count })}
                ${
                  step.tied_with.length
                    ? html` <small>${t("score.tied", { names: step.tied_with.join(", ") })}</small>`
                    : null
                }</span>
              <b>${signed(step.points)}</b></li>`,
          )}
          <li class="sum"><span>${t("score.perAsset")}</span><b>${side.per_asset}</b></li>
          <li class="sum">
            <span>${t("score.times", { count: side.assets })}</span><b>${side.score}</b></li></ul>
        ${side.problem && html`<p class="small doubt">${side.problem}</p>`}</li>`,
    )}</ol></div>`;
}

const words = (what, t) =>
  t.has(`score.of.${what.replaceAll(" ", "-")}`) ? t(`score.of.${what.replaceAll(" ", "-")}`) : what;
