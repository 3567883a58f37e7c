// Companies, fleets and 'mechs: choose one or begin one; build it from cards, see what the rules say.
import { html, useSteady, useStore, useState } from "../dom.js";
import { go } from "../router.js";
import { Findings, findingsOf } from "../pieces.js";
import { isAbout, Verdict } from "./answers.js";
import { Portrait } from "./cards.js";
import { SaveBar, useDraft } from "./draft.js";
import { Offered } from "./file-card.js";
import { Campaign, forcesOf, isCampaign } from "./campaign.js";
import { GameFields, useEditions } from "./company-game.js";
import { Play } from "./company-play.js";
import { TakeAway } from "./design-away.js";
import { Score } from "./company-score.js";
import { Shelf } from "./company-shelf.js";
import { Units } from "./company-units.js";
import { ManifestText } from "./manifest-text.js";
import { MechForm } from "./mech-form.js";
import { kindOf, listFor, LISTS, modelOf } from "./manifests.js";
import { TextField } from "./fields.js";
import { attempt, notify } from "../store.js";

export default function View(props) {
  return props.address.file
    ? html`<${Force} key=${props.address.file} ...${props} file=${props.address.file} />`
    : html`<${Forces} ...${props} />`;
}

function Forces({ store, api, t }) {
  const files = useStore(store, (state) => state.yard?.files) || [];
  const lists = files.filter((one) => one.kind === "manifest" || one.kind === "campaign");
  const begin = (what) =>
    attempt(store, async () => {
      const { file } = await api.post("new", { what, name: t(`company.newName.${what}`), empty: true });
      await store.loadYard();
      go(`/company?file=${encodeURIComponent(file)}`);
    });
  return html`<section class="forces">
    <div class="view-head"><h1>${t("company.all")}</h1><p class="under">${t("company.allUnder")}</p></div>
    <div class="begin">${["company", "fleet", "mech", "campaign"].map(
      (what) => html`<button key=${what} type="button" onClick=${() => begin(what)}>
        ${t(`company.new.${what}`)}</button>`,
    )}</div>
    <${Offered} files=${lists} ...${{ store, api, t }} />
    ${!lists.length && html`<p>${t("company.none")}</p>`}</section>`;
}

function Force({ file, store, api, t, address }) {
  const draft = useSteady(useDraft(file, { api, store, t }));
  const [isText, setText] = useState(false);
  const [caret, setCaret] = useState(null);
  const files = useStore(store, (state) => state.yard?.files) || [];
  const { value, report } = draft;
  const kind = kindOf(value);
  const isRead = Boolean(value && typeof value === "object");
  const what = isCampaign(value) ? "campaign" : kind;
  const editions = useEditions(api, value, file);
  const add = (list, entry, at) =>
    draft.edit({ at: [list], add: entry, ...(at === undefined ? {} : { before: at }) });
  // Adding a design again raises its count, unless it was dropped at a place by hand.
  const choose = (model, role, list, before) => {
    const into = list || listFor(kind, role);
    const there =
      before === undefined
        ? (value?.[into] || []).findIndex((one) => modelOf(file, one, files) === model && !one.name)
        : -1;
    if (there >= 0)
      draft.edit({ at: [into, there, "count"], set: (Number(value[into][there].count) || 1) + 1 });
    else add(into, { model: { file: model } }, before);
    notify(
      store,
      t("company.added", { name: files.find((one) => one.file === model)?.name || model }),
      "good",
    );
  };
  const toLine = (finding) => {
    setText(true);
    setCaret({ line: finding.line, column: finding.column });
  };
  if (!draft.isLoaded) return html`<p class="wait" role="status">${t("page.loading")}</p>`;
  return html`<section class="force">
    <div class="force-head">
      <div>
        <p class="under"><a href="/company">${t("company.all")}</a> / ${file}</p>
        <h1 class="unseen">${value?.[what] || file}</h1>
        ${
          isRead &&
          html`<${TextField} class="title-field" label=${t(`company.name.${what}`)}
            value=${String(value[what] ?? "")} onSet=${(name) => draft.edit({ at: [what], set: name })} />`
        }
      </div>
      ${
        LISTS[what]?.length > 0 &&
        report?.units.some((one) => one.file !== report.file) &&
        html`<${Portrait} file=${file} store=${store} />`
      }
      <${Verdict} report=${report} t=${t} isBusy=${draft.isBusy} /></div>
    <${SaveBar} draft=${draft} api=${api} store=${store} t=${t}>
      <button type="button" aria-pressed=${isText ? "true" : "false"} onClick=${() => setText(!isText)}>
        ${t("company.asText")}</button>
      ${
        isRead &&
        what !== "campaign" &&
        html`<a class="button" href=${`/buy?file=${encodeURIComponent(file)}`}>${t("company.buy")}</a>`
      }
      ${
        isRead &&
        html`<${TakeAway} file=${file} store=${store} api=${api} t=${t} isForce=${true}
          only=${what === "campaign" ? ["site"] : null} />`
      }</${SaveBar}>
    ${isRead && html`<${Play} ...${{ file, forces: forcesOf(value, file, report), draft, api, t }} />`}
    <div class="force-top">
      ${
        isRead &&
        kind !== "mech" &&
        html`<${GameFields} draft=${draft} editions=${editions} store=${store} api=${api} t=${t}
          file=${file} />`
      }
      ${
        report &&
        html`<${Findings} findings=${findingsOf(report, t)} verdict=${report.verdict} t=${t}
          opensNotes=${false} onPick=${toLine} canPick=${(one) => isAbout(one, file)} />`
      }</div>
    ${
      isText &&
      html`<${ManifestText} draft=${draft} t=${t} caret=${caret} file=${file}
        onClose=${() => setText(false)} />`
    }
    ${
      !isRead &&
      !isText &&
      html`<p>
        ${t("company.unreadable")} <button type="button" onClick=${() => setText(true)}>
          ${t("company.asText")}</button></p>`
    }
    ${
      what === "campaign" &&
      html`<${Campaign} draft=${draft} file=${file} store=${store} api=${api} t=${t} editions=${editions} />`
    }
    ${isRead && what === "mech" && html`<${MechForm} ...${{ draft, file, editions, store, t }} />`}
    ${
      isRead &&
      LISTS[what]?.length > 0 &&
      html`<div class="bench">
          <${Shelf} kind=${kind} store=${store} api=${api} t=${t} choose=${choose}
            isReady=${Boolean(editions.now)} isEmpty=${!report?.units.length} />
          <${Units} draft=${draft} kind=${kind} files=${files} file=${file} store=${store} api=${api} t=${t}
            choose=${choose} add=${add} /></div>
        <${Score} draft=${draft} file=${file} kind=${kind} editions=${editions} address=${address}
          store=${store} api=${api} t=${t} />`
    }</section>`;
}
