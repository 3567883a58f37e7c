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
      <li>${t("tour.one")}</li>
      <li>${t("tour.two")}</li>
      <li>${t("tour.three")} <a href="/how">${t("tour.how")}</a></li></ol>
    <button type="button" onClick=${close}>${t("tour.close")}</button></aside>`;
}
