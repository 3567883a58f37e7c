// House rules as a form: what an edition of one's own changes, and whether it can be used.
import { html, useLoaded, useState, useStore } from "../dom.js";
import { go } from "../router.js";
import { attempt } from "../store.js";
import { Findings, Stamp } from "../pieces.js";
import { Asked, Offered } from "./file-card.js";
import { isAbout, Verdict } from "./answers.js";
import { Option } from "./company-game.js";
import { SaveBar, useDraft } from "./draft.js";
import { Choice, TextField } from "./fields.js";
import { Demands } from "./house-demands.js";
import { Rules } from "./house-rules.js";
import { Tables } from "./house-tables.js";
import { ManifestText } from "./manifest-text.js";
import { deepEdit, resolved } from "./manifests.js";

export default function View(props) {
  return props.address.file
    ? html`<${House} key=${props.address.file} ...${props} file=${props.address.file} />`
    : html`<${Houses} ...${props} />`;
}

function Houses({ store, api, t }) {
  const files = useStore(store, (state) => state.yard?.files) || [];
  const [parent, setParent] = useState("rapid-attack");
  const editions = useLoaded((signal) => api.get("editions", {}, signal), []);
  const own = files.filter((one) => one.kind === "edition");
  const books = editions.value?.editions || [];
  const begin = () =>
    attempt(store, async () => {
      const { file } = await api.post("new", { what: "edition", name: t("house.newName"), extends: parent });
      await store.loadYard();
      go(`/house?file=${encodeURIComponent(file)}`);
    });
  return html`<section class="houses">
    <div class="view-head"><h1>${t("house.title")}</h1><p class="under">${t("house.under")}</p></div>
    <div class="begin">
      <${Choice} label=${t("house.extends")} value=${parent}
        choices=${books.map((one) => [one.id, one.title])} onSet=${setParent} />
      <button type="button" class="main" onClick=${begin}>${t("house.begin")}</button></div>
    ${own.map((one) => html`<${OwnRules} key=${one.file} one=${one} ...${{ store, api, t }} />`)}
    ${books.map((one) => html`<${Judged} key=${one.id} title=${one.title} ...${{ store, api, t }} />`)}
  </section>`;
}

function OwnRules({ one, ...around }) {
  const checked = useLoaded(
    (signal) => around.api.get("check", { path: one.file }, signal),
    [one.file, one.version, one.draft],
  );
  const report = checked.value?.reports?.[0];
  const title = report?.edition?.title || one.name;
  return html`<${Judged} title=${title} file=${one.file} verdict=${report?.verdict} ...${around} />`;
}

// The lists that are judged by some rules: known once their cards are. A group's own are shown without any.
function Judged({ title, file = "", verdict = null, ...around }) {
  const { store, t } = around;
  const files = useStore(store, (state) => state.yard?.files) || [];
  const [told, setTold] = useState({});
  const tell = (one, { edition }) => setTold((before) => ({ ...before, [one]: edition }));
  const lists = files.filter((one) => one.kind === "manifest");
  const some = lists.filter((one) => told[one.file] === title);
  return html`${
    (file || some.length > 0) &&
    html`<section class="kind">
      <h2>
        ${file ? html`<a href=${`/house?file=${encodeURIComponent(file)}`}>${title}</a>` : title}
        <small>${file && `${file} · `}${t("house.judged", { count: some.length })}</small>
        ${verdict && html`<${Stamp} verdict=${verdict} t=${t} small=${true} />`}</h2>
      <${Offered} files=${some} ...${around} /></section>`
  }
  ${lists.map((one) => html`<${Asked} key=${one.file} ...${{ one, tell, ...around }} />`)}`;
}

function House({ file, store, api, t }) {
  const draft = useDraft(file, { api, store, t });
  const { value, report } = draft;
  const [isText, setText] = useState(false);
  const [caret, setCaret] = useState(null);
  const parent = String(value?.extends ?? "");
  const isOwn = /\.ya?ml$/.test(parent);
  const asked = isOwn ? resolved(file, parent) : parent;
  const rules = useLoaded(
    (signal) => (asked ? api.get("rules", { edition: asked }, signal) : Promise.resolve(null)),
    [asked],
  );
  const edition = useLoaded(
    (signal) => (asked ? api.get("editions", { path: asked }, signal) : Promise.resolve(null)),
    [asked],
  );
  const all = useLoaded((signal) => api.get("editions", {}, signal), []);
  const words = useLoaded((signal) => api.get("words", {}, signal), []);
  const base = edition.value?.editions?.[0];
  const isRead = Boolean(value && typeof value === "object");
  const put = (path, content) => {
    const edit = deepEdit(value, path, content);
    if (edit) draft.edit(edit);
  };
  const toLine = (finding) => {
    setText(true);
    setCaret({ line: finding.line, column: finding.column });
  };
  if (!draft.isLoaded) return html`<p class="wait" role="status">${t("page.loading")}</p>`;
  return html`<section class="house">
    <div class="force-head">
      <div>
        <p class="under"><a href="/house">${t("house.title")}</a> / ${file}</p>
        <h1 class="unseen">${String(value?.title || file)}</h1>
        ${
          isRead &&
          html`<${TextField} class="title-field" label=${t("house.name")} value=${String(value.title ?? "")}
            onSet=${(title) => put(["title"], title || undefined)} />`
        }</div>
      <${Verdict} report=${report} t=${t} isBusy=${draft.isBusy} /></div>
    <${SaveBar} draft=${draft} api=${api} store=${store} t=${t} isAlone=${true}>
      <button type="button" aria-pressed=${isText ? "true" : "false"} onClick=${() => setText(!isText)}>
        ${t("company.asText")}</button></${SaveBar}>
    ${
      report &&
      html`<${Findings} findings=${report.findings} t=${t} opensNotes=${false} onPick=${toLine}
        canPick=${(one) => isAbout(one, file)} />`
    }
    ${
      isText &&
      html`<${ManifestText} draft=${draft} t=${t} caret=${caret} file=${file}
        onClose=${() => setText(false)} />`
    }
    ${
      isRead &&
      html`<div class="game-fields">
          <${Choice} label=${t("house.extends")} value=${parent}
            choices=${[
              ...(all.value?.editions || []).map((one) => [one.id, one.title]),
              ...(isOwn ? [[parent, parent]] : []),
            ]} onSet=${(id) => put(["extends"], id)} />
          <${TextField} label=${t("house.short")} hint=${t("house.shortHow")}
            value=${String(value.short ?? "")} onSet=${(short) => put(["short"], short || undefined)} />
          <${TextField} label=${t("house.version")} value=${String(value.version ?? "")}
            onSet=${(version) => put(["version"], version || undefined)} /></div>
        ${
          words.value?.games?.[base?.game] &&
          html`<${Demands} value=${value} words=${words.value.games[base.game]} put=${put} t=${t} />`
        }
        ${rules.value && html`<${Rules} rules=${rules.value.rules} value=${value} put=${put} t=${t} />`}
        ${
          base?.options?.length > 0 &&
          html`<section class="house-options">
            <h2>${t("house.options")}</h2>
            <p class="small">${t("house.optionsHow")}</p>
            <div class="option-list">${base.options.map(
              (option) => html`<${Option} key=${option.name} option=${option}
                now=${value.options?.[option.name]?.default} t=${t}
                onSet=${(content) => put(["options", option.name, "default"], content)} />`,
            )}</div></section>`
        }
        ${base && html`<${Tables} tables=${base.tables} value=${value} put=${put} t=${t} />`}
        <${Judged} title=${String(value.title ?? "")} ...${{ store, api, t }} />`
    }</section>`;
}
