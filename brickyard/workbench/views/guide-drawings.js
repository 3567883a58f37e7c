// Drawings for "How do I …": a frame with its rifle selected, made a submodel, named; and the editors' lists.
import { html } from "../dom.js";
import { Die } from "../dice.js";

// A brick from the front: a body with studs on top.
function Brick({ x, y, width, height = 14, kind = "" }) {
  const studs = Array.from({ length: Math.max(1, Math.round(width / 14)) }, (_, at) => x + 3 + at * 14);
  return html`<g class=${`brick ${kind}`}>
    ${studs.map((left) => html`<rect key=${left} x=${left} y=${y - 4} width="8" height="5" rx="1" />`)}
    <rect x=${x} y=${y} width=${width} height=${height} rx="1.5" /></g>`;
}

// The frame stands at the left; `rifle` says how its rifle is drawn.
function Frame({ rifle }) {
  return html`<g>
    <${Brick} x=${44} y=${22} width=${28} height=${18} />
    <${Brick} x=${30} y=${44} width=${56} height=${26} />
    <${Brick} x=${36} y=${74} width=${44} height=${12} />
    <${Brick} x=${34} y=${90} width=${18} height=${30} />
    <${Brick} x=${64} y=${90} width=${18} height=${30} />
    <${Brick} x=${14} y=${50} width=${14} height=${30} />
    <${Brick} x=${90} y=${52} width=${28} height=${12} kind=${rifle} />
    <${Brick} x=${120} y=${56} width=${42} height=${8} kind=${rifle} /></g>`;
}

export function Select({ t }) {
  return html`<svg class="drawing" viewBox="0 0 190 130" role="img" aria-label=${t("guide.draw.select")}>
    <${Frame} rifle="chosen" />
    <rect class="marquee" x="84" y="42" width="86" height="28" rx="3" />
    <path class="pointer" d="M166 66l10 24 4-9 9-3z" /></svg>`;
}

export function Gather({ t }) {
  return html`<svg class="drawing" viewBox="0 0 190 130" role="img" aria-label=${t("guide.draw.gather")}>
    <${Frame} rifle="whole" /><rect class="together" x="84" y="42" width="86" height="28" rx="6" /></svg>`;
}

// A list as editors show it, the rifle's line with its tag.
export function Name({ t, kind }) {
  const rows = [
    [t("guide.draw.frame"), 0],
    [t("guide.draw.body"), 1],
    [t("guide.draw.named"), 1],
    [t("guide.draw.shield"), 1],
  ];
  return html`<svg class="drawing" viewBox="0 0 190 130" role="img"
    aria-label=${t("guide.draw.name", { name: t("guide.draw.named") })}>
    <rect class="sheet" x="8" y="8" width="174" height="114" rx="5" />
    ${rows.map(
      ([words, depth], at) => html`<g key=${at} class=${at === 2 ? "row marked" : "row"}>
        ${at === 2 && html`<rect x="12" y=${14 + at * 26} width="166" height="24" rx="3" />`}
        <path class="folder"
          d=${
            kind === "group" && depth
              ? `M${20 + depth * 14} ${20 + at * 26}h12v12h-12z`
              : `M${20 + depth * 14} ${22 + at * 26}h5l2 2h7v9h-14z`
          } />
        <text x=${40 + depth * 14} y=${31 + at * 26}>${words}</text></g>`,
    )}</svg>`;
}

export function Judged({ t }) {
  return html`<div class="drawing judged" role="img" aria-label=${t("guide.draw.judged")}>
    <svg viewBox="0 0 190 60" aria-hidden="true">
      <${Brick} x=${30} y=${20} width=${28} height=${14} kind="whole" />
      <${Brick} x=${62} y=${24} width=${56} height=${9} kind="whole" />
      <path class="arrow" d="M126 28h22m-7-6 7 6-7 6" /></svg>
    <span class="dice" aria-hidden="true">
      <${Die} die=${{ colour: "R", sides: 6, range: "d" }} title=${null} />
      <${Die} die=${{ colour: "R", sides: 6, range: "d" }} title=${null} /></span></div>`;
}
