// Three sentences for somebody who is here for the first time; gone once they are closed.
import { html, useState } from "./dom.js";
import { recall, remember } from "./memory.js";

const PLACE = "brickyard-toured";

export function Tour({ t }) {
  const [isOver, setOver] = useState(() => recall(PLACE) === 1);
  const close = () => {
    remember(PLACE, 1);
    setOver(true);
  };
  if (isOver) return null;
  return html`<aside class="tour" aria-label=${t("tour.title")}>
    <h2>${t("tour.title")}</h2>
    <ol>
      <li><span>${t("tour.one")}</span></li>
      <li><span>${t("tour.two")}</span></li>
      <li><span>${t("tour.three")} <a href="/how">${t("tour.how")}</a></span></li></ol>
    <button type="button" onClick=${close}>${t("tour.close")}</button></aside>`;
}
