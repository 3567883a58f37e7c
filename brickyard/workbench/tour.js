// Three sentences for somebody who is here for the first time; gone once they are closed.
import { html, useState } from "./dom.js";

const PLACE = "brickyard-toured";
const wasHere = () => {
  try {
    return localStorage.getItem(PLACE) === "1";
  } catch {
    return false;
  }
};

export function Tour({ t }) {
  const [isOver, setOver] = useState(wasHere);
  const close = () => {
    try {
      localStorage.setItem(PLACE, "1");
    } catch {
      /* Private windows have no memory. */
    }
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
