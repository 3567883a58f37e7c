// Tags that names propose: ghosts on the model, each to be accepted, chosen or refused. Nothing is tagged
// unasked.
import { html, useLayoutEffect, useLoaded, useMemo, useRef, useState } from "../dom.js";
import { Die, diceOf } from "../dice.js";
import { recall, remember } from "../memory.js";
import { paintOf } from "./design-looks.js";

const NONE = [];
const place = (file) => `brickyard-refused:${file}`;

// What names of a model say, without what was refused; `tint` shows it in the view.
export function useProposals({ file, model, tree, api }) {
  const [no, setNo] = useState({ file: "", names: NONE });
  const refused = no.file === file ? no.names : recall(place(file)) || NONE;
  const { value } = useLoaded(
    async (signal) => ({ file, ...(model.card && (await api.get("tags", { file, propose: true }, signal))) }),
    [file, model.card],
  );
  const all = (value?.file === file && value.models?.[0]?.proposals) || NONE;
  const found = useMemo(
    () =>
      all
        .filter((one) => !refused.includes(one.name))
        .map((one) => ({ ...one, at: tree.instances.findIndex((each) => each.name === one.name) })),
    [all, no, tree],
  );
  const tint = useMemo(() => {
    const paints = new Map();
    tree.instances.forEach((each, index) => {
      const one = found.find((any) => any.name === each.name && !each.role);
      if (one)
        for (const piece of tree.below[index]) paints.set(piece, paintOf(one.tag || one.choices[0], 150));
    });
    return paints.size ? (piece) => paints.get(piece) || null : null;
  }, [found]);
  const accept = (some) =>
    model.tag(() => some.map(([{ name }, tag]) => ({ target: { submodel: name }, tag })));
  const refuse = (name) => {
    const names = [...refused, name];
    remember(place(file), names);
    setNo({ file, names });
  };
  return { found, tint, accept, refuse };
}

export function Proposals({ proposals, tree, onPoint, t }) {
  const { found, accept, refuse } = proposals;
  const box = useRef(null);
  const isHere = useRef(false);
  // The row that was pressed is gone: the keyboard goes on at the next one.
  useLayoutEffect(() => {
    if (!isHere.current || document.activeElement !== document.body) return;
    const next = box.current?.querySelector("button") || document.querySelector("[data-do=undo]:enabled");
    next?.focus();
  }, [found]);
  const sure = found.filter((one) => one.tag);
  const said = (tag) => (t.has(`tag.${tag}`) ? t(`tag.${tag}`) : tag);
  const label = (one) => tree.instances[one.at]?.label || one.name;
  const button = (one, tag, word) => html`<button type="button" key=${tag} class="tag dice" data-accept=${tag}
    aria-label=${t("proposals.say", { name: label(one), what: said(tag) })} title=${said(tag)}
    onClick=${() => accept([[one, tag]])}>
    ${
      diceOf(tag).length
        ? html`<${Die} die=${diceOf(tag)[0]} title=${null} />`
        : html`<span class="small">${said(tag)}</span>`
    } ${word}</button>`;
  if (!found.length) return null;
  return html`<section class="proposals" aria-label=${t("proposals.label")} ref=${box}
    onFocusIn=${() => {
      isHere.current = true;
    }}
    onFocusOut=${(event) => {
      isHere.current = !event.relatedTarget;
    }}>
    <p><b>${t("proposals.title", { count: found.length })}</b> ${t("proposals.how")}</p>
    <ul>${found.map(
      (one) => html`<li key=${one.name} data-proposal=${one.name} onPointerEnter=${() => onPoint(one.at)}
        onPointerLeave=${() => onPoint(-1)} onFocusIn=${() => onPoint(one.at)}
        onFocusOut=${() => onPoint(-1)}>
        <span class="name">${label(one)}${one.times > 1 && html` <small>× ${one.times}</small>`}</span>
        <span class="some">
          ${
            one.tag
              ? button(one, one.tag, t("proposals.accept"))
              : html`<small>${t("proposals.choose")}</small>${one.choices.map((tag) => button(one, tag, ""))}`
          }
          <button type="button" class="link" data-do="refuse"
            aria-label=${t("proposals.notThis", { name: label(one) })} onClick=${() => refuse(one.name)}>
            ${t("proposals.no")}</button></span></li>`,
    )}</ul>
    ${
      sure.length > 1 &&
      html`<button type="button" class="main" data-do="accept-all"
        onClick=${() => accept(sure.map((one) => [one, one.tag]))}>
        ${t("proposals.all", { count: sure.length })}</button>`
    }</section>`;
}
