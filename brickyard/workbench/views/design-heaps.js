// A unit that lies in several heaps: each lit when pointed at, and one button to say which of them it is.
import { html } from "../dom.js";
import { changesFor, treeOf, unitsOf } from "./design-selection.js";

// Most files hold one thing and something beside it. The others are folded, so that findings aren't far
// below; after the tenth come single parts.
const FIRST = 2;
const MOST = 10;

export function Heaps({ heaps, model, looks, onChoose, t }) {
  if (!heaps || heaps.length < 2) return null;
  const light = (pieces) => looks.show(pieces && new Set(pieces));
  // What is in the other heaps is spare: it stays in the file and doesn't count.
  const useOnly = (wanted) =>
    model.tag((scene) => {
      const tree = treeOf(scene);
      return (scene.heaps || [])
        .filter((_, place) => place !== wanted)
        .flatMap((pieces) => changesFor(tree, unitsOf(tree, new Set(pieces)), "spare", t("tag.spare")));
    });
  const unlisted = heaps.length - MOST;
  const rows = heaps.slice(0, MOST).map(
    (pieces, place) => html`<li key=${place} onPointerEnter=${() => light(pieces)}
      onPointerLeave=${() => light(null)} onFocusIn=${() => light(pieces)} onFocusOut=${() => light(null)}>
      <button type="button" class="link" data-heap=${place} onClick=${() => onChoose(pieces)}>
        ${t("heaps.one", { number: place + 1, count: pieces.length })}</button>
      <button type="button" data-do="use-heap" disabled=${model.isBusy}
        aria-label=${t("heaps.useThis", { number: place + 1 })} onClick=${() => useOnly(place)}>
        ${t("heaps.use")}</button></li>`,
  );
  return html`<section class="proposals heaps" aria-label=${t("heaps.label")}>
    <p><b>${t("heaps.title", { count: heaps.length })}</b> ${t("heaps.how")}</p>
    <ul>${rows.slice(0, FIRST)}</ul>
    ${
      heaps.length > FIRST &&
      html`<details>
        <summary>${t("heaps.smaller", { count: heaps.length - FIRST })}</summary>
        <ul>${rows.slice(FIRST)}</ul>
        ${unlisted > 0 && html`<p class="small">${t("heaps.more", { count: unlisted })}</p>`}</details>`
    }</section>`;
}
