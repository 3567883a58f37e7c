// Saving, and taking away: the file itself, and all that is made of it, with progress and a way to stop it.
import { html, useEffect, useEvents, useRef, useState, useStore } from "../dom.js";
import { attempt, isOver } from "../store.js";
import { DiscardQuestion, Question } from "../pieces.js";
import { useMark } from "./cards.js";

const MADE = ["sheets", "cards", "instructions", "site", "glb", "parts", "picture"];

// A menu that closes on a click or Tab elsewhere.
function Menu({ label, name, children, kind = "" }) {
  const box = useRef(null);
  const away = (event) => {
    if (box.current?.open && !box.current.contains(event.target)) box.current.open = false;
  };
  const escape = (event) => {
    if (event.key !== "Escape" || !box.current.open) return;
    box.current.open = false;
    box.current.querySelector("summary").focus();
    event.stopPropagation();
  };
  useEvents({ pointerdown: away, focusin: away });
  return html`<details class=${`menu ${kind}`} ref=${box} onKeyDown=${escape}>
    <summary class="button" aria-label=${name || null}>${label}</summary>
    <div class="inside">${children}</div></details>`;
}

// `saveHere` is for what was dropped: into the folder.
export function SaveMenu({ model, file, isWritable, saveHere, hasHome, isBusy, api, t }) {
  const [isAsking, setAsking] = useState(false);
  const [isDiscarding, setDiscarding] = useState(false);
  const [name, setName] = useState("");
  const isStudio = /\.io$/i.test(file);
  const own = file.split(".").pop().toLowerCase();
  const forms = [...new Set([own, "mpd", ...(isStudio ? ["io"] : [])])];
  const asked = () => {
    setName(
      file
        .split("/")
        .pop()
        .replace(/(\.\w+)$/, "-2$1"),
    );
    setAsking(true);
  };
  return html`<div class="save">
    ${
      isWritable
        ? html`<button type="button" class="main" data-do="save" disabled=${model.draft === 0 || isBusy}
          title=${t("save.how")} onClick=${() => model.save()}>
          ${t("save.save")}</button>`
        : saveHere
          ? html`<button type="button" class="main" data-do="save-here" disabled=${isBusy}
            onClick=${saveHere}>
            ${t("draft.saveHere")}</button>`
          : html`<a class="button main" data-do="download" href=${api.address("download", { file })} download
            title=${t("save.readOnly")}>
            ${t("save.download")}</a>`
    }
    <${Menu} label="▾" name=${t("save.more")} kind="right">
      ${hasHome && html`<button type="button" data-do="save-as" onClick=${asked}>${t("save.as")}</button>`}
      ${forms.map(
        (form) => html`<a key=${form} class="button" data-do=${`download-${form}`}
          href=${api.address("download", { file, as: form })} download>
          ${t("save.downloadAs", { form })}</a>`,
      )}
      ${
        model.draft > 0 &&
        html`<button type="button" data-do="discard" onClick=${() => setDiscarding(true)}>
          ${t("save.discard")}</button>`
      }
      <p class="small">${hasHome ? t("save.promise") : t("save.readOnly")}</p></${Menu}>
    ${
      isAsking &&
      html`<${Question} title=${t("save.as")}
        answers=${[
          ["yes", t("save.save"), "main"],
          ["no", t("question.cancel")],
        ]}
        onAnswer=${(answer) => {
          setAsking(false);
          if (answer === "yes" && name.trim()) model.save({ as: name.trim() });
        }}>
        <label class="field">
          ${t("save.name")} <input value=${name} onInput=${(event) => setName(event.target.value)} />
        </label></${Question}>`
    }
    ${
      isDiscarding &&
      html`<${DiscardQuestion} t=${t}
        onAnswer=${(isYes) => {
          setDiscarding(false);
          if (isYes) model.discard();
        }} />`
    }
    ${
      model.clash &&
      html`<${Question} title=${t(model.clash.theirs ? "clash.title" : "clash.goneTitle")}
        answers=${[
          ...(model.clash.theirs
            ? [
                ["theirs", t("clash.theirs")],
                ["mine", t("clash.mine"), "warn"],
              ]
            : [["mine", t("clash.again"), "main"]]),
          ["no", t("question.cancel")],
        ]}
        onAnswer=${(answer) => {
          model.forgetClash();
          if (answer === "mine") model.save({ force: true });
          if (answer === "theirs") model.discard();
        }}>
        <p>${model.clash.error}</p></${Question}>`
    }</div>`;
}

// A list has no 3D model; `only` are the things that can be made of it.
export function TakeAway({ file, store, api, t, isForce = false, only = null }) {
  const jobs = useStore(store, (state) => state.jobs);
  const mark = useMark(file, store);
  const [mine, setMine] = useState({});
  const make = (what) =>
    attempt(store, async () => {
      const { job } = await api.post("make", { what, files: [file] });
      setMine((before) => ({ ...before, [what]: { job, mark } }));
    });
  // What was made before the last change is not offered any more.
  const idOf = (what) =>
    mine[what] && (mine[what].mark === mark || !isOver(jobs[mine[what].job])) ? mine[what].job : undefined;
  return html`<${Menu} label=${t("away.title")} kind=${isForce ? "down away" : "right away"}>
    <p class="small">${t("away.how")}</p>
    <ul>
      ${(only || MADE.filter((what) => !isForce || what !== "glb")).map(
        (what) => html`<li key=${what}>
          <${Making} ...${{ what, id: idOf(what), job: jobs[idOf(what)], api, store, t }}
            onMake=${() => make(what)} /></li>`,
      )}
      <li>
        <a class="button" data-do="bundle" href=${api.address("bundle", { file })} download>
          ${t("away.bundle")}</a></li></ul></${Menu}>`;
}

function Making({ what, id, job, onMake, api, store, t }) {
  const words = t(`away.${what}`);
  const isRunning = id !== undefined && !isOver(job);
  const stop = () => attempt(store, () => api.post("stop", { job: id }));
  const link = useRef(null);
  // Who pressed the button wants the file: it comes without another press.
  useEffect(() => link.current?.click(), [id, job?.state]);
  if (isRunning) {
    return html`<span class="making" data-making=${what}>
        ${words}
        <progress max=${job?.of || 1} value=${job?.of ? job.done : null} aria-label=${words}></progress>
      </span>
      <button type="button" onClick=${stop}>${t("away.stop")}<span class="unseen"> ${words}</span></button>`;
  }
  return html`<button type="button" data-make=${what} onClick=${onMake}>${words}</button>
    ${
      job?.state === "done" &&
      html`<a class="button made" ref=${link} data-made=${what}
        href=${api.address("made", { job: id })} download>
        ${t("away.get")}<span class="unseen"> ${words}</span></a>`
    }
    ${
      job?.state === "failed" &&
      html`<small class="bad" role="alert">${job.error || t("away.failed")}</small>`
    }
    ${job?.state === "stopped" && html`<small>${t("away.stopped")}</small>`}`;
}
