// By which rules it is judged, for which game, and what the group has agreed to.
import { html, useLoaded, useStore } from "../dom.js";
import { Choice, Stepper, TextField, Tick } from "./fields.js";
import { GAMES, kindOf, resolved, deepEdit, USUAL_PLAYERS } from "./manifests.js";

const USUAL = { company: "rapid-attack", fleet: "intercept-orbit", mech: "paper-mech" };

// {all: every edition that ships, id and now: the one that judges, with its options and tables}
export function useEditions(api, value, file) {
  const wanted = String(value?.edition ?? "") || USUAL[kindOf(value)];
  const all = useLoaded((signal) => api.get("editions", {}, signal), []);
  const asked = /\.ya?ml$/.test(wanted) ? resolved(file, wanted) : wanted;
  const now = useLoaded(
    (signal) => (value ? api.get("editions", { path: asked }, signal) : Promise.resolve(null)),
    [asked, Boolean(value)],
  );
  return { all: all.value?.editions || [], id: wanted, now: now.value?.editions?.[0] };
}

export function GameFields({ draft, editions, store, t, file }) {
  const { value } = draft;
  const kind = kindOf(value);
  const game = value.game && typeof value.game === "object" ? value.game : {};
  const files = useStore(store, (state) => state.yard?.files) || [];
  const put = (path, content) => {
    const edit = deepEdit(value, path, content);
    if (edit) draft.edit(edit);
  };
  const fitting = editions.all.filter((one) => GAMES[one.game] === kind);
  const own = files.filter((one) => one.kind === "edition");
  const known = [...fitting.map((one) => one.id), ...own.map((one) => one.file)];
  const now = known.find((one) => one === editions.id || one === resolved(file, editions.id)) || editions.id;
  const chooseEdition = (one) =>
    draft.edit({ at: ["edition"], set: own.some((each) => each.file === one) ? { file: one } : one });
  const sizes = Object.keys(editions.now?.tables?.companies || {});
  const usual = draft.report?.game || {};
  const players = Number(game.players ?? usual.players) || USUAL_PLAYERS;
  return html`<div class="game-fields" role="group" aria-label=${t("company.game")}>
    <${Choice} label=${t("company.edition")} value=${now}
      choices=${[
        ...fitting.map((one) => [one.id, one.title]),
        ...own.map((one) => [one.file, one.file]),
        ...(known.includes(now) ? [] : [[now, now]]),
      ]} onSet=${chooseEdition} />
    ${
      sizes.length > 0 &&
      html`<${Choice} label=${t("company.size")} value=${String(game.size ?? usual.size ?? "")}
        choices=${[
          ["", t("company.anySize")],
          ...sizes.map((one) => [one, t.has(`company.size.${one}`) ? t(`company.size.${one}`) : one]),
        ]} onSet=${(size) => put(["game", "size"], size || undefined)} />`
    }
    <${Stepper} label=${t("company.players")} value=${players} low=${2} high=${9} t=${t}
      onSet=${(number) => put(["game", "players"], number)} />
    ${
      editions.now?.options?.length > 0 &&
      html`<details class="options">
        <summary>${t("company.options")}${agreed(value)}</summary>
        <div class="option-list">${editions.now.options.map(
          (option) => html`<${Option} key=${option.name} option=${option} now=${value.options?.[option.name]}
            t=${t} onSet=${(content) => put(["options", option.name], content)} />`,
        )}</div></details>`
    }</div>`;
}

const agreed = (value) => {
  const count = value.options && typeof value.options === "object" ? Object.keys(value.options).length : 0;
  return count ? ` (${count})` : "";
};

// One thing a group may agree to, by what kind of value it has.
export function Option({ option, now, t, onSet }) {
  const { kind, title, reference, choices, low, high } = option;
  const usual = option.default;
  const label = `${t.key(`option.${option.name}`, title)} (${reference})`;
  if (kind === "flag")
    return html`<${Tick} label=${label} isOn=${(now ?? usual) === true}
      onSet=${(isOn) => onSet(isOn === (usual === true) ? undefined : isOn)} />`;
  if (kind === "choice")
    return html`<${Choice} label=${label} value=${String(now ?? usual ?? "")}
      choices=${[["", t("company.asBook")], ...choices.map((one) => [one, one])]}
      onSet=${(one) => onSet(one === "" ? undefined : numberOr(one))} />`;
  if (kind === "list" && choices.length) {
    const chosen = new Set(Array.isArray(now ?? usual) ? (now ?? usual) : []);
    return html`<fieldset class="radios">
      <legend>${label}</legend>
      <div class="segments">${choices.map(
        (one) => html`<label key=${one}>
          <input type="checkbox" checked=${chosen.has(one)}
            onChange=${(event) => {
              const next = choices.filter((each) => (each === one ? event.target.checked : chosen.has(each)));
              onSet(next.length ? next : undefined);
            }} />
          <span>${one}</span></label>`,
      )}</div></fieldset>`;
  }
  if (kind === "list")
    return html`<${TextField} label=${label} hint=${t("company.commas")}
      value=${(Array.isArray(now) ? now : []).join(", ")} onSet=${(text) => onSet(words(text))} />`;
  return html`<${TextField} label=${label}
    hint=${low !== null && high !== null ? t("company.between", { low, high }) : null} inputmode="decimal"
    value=${String(now ?? usual ?? "")}
    onSet=${(text) => onSet(text.trim() === "" ? undefined : numberOr(text.trim()))} />`;
}

const words = (text) => {
  const found = text
    .split(",")
    .map((one) => one.trim())
    .filter(Boolean);
  return found.length ? found : undefined;
};
const numberOr = (text) => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text);
