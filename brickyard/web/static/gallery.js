// Search, filters and sorting of the gallery; without script everything is simply shown.
"use strict";

addEventListener("DOMContentLoaded", () => {
  const form = document.querySelector("form.filters");
  if (!form) return;
  form.hidden = false;
  const list = document.querySelector(".gallery"), told = document.querySelector(".shown");
  const nothing = document.querySelector(".nothing");
  const cards = [...list.children];
  const wanted = (name) => form.elements[name]?.value || "";
  const orders = {
    name: (a, b) => a.dataset.name.localeCompare(b.dataset.name),
    // What is still on paper comes last.
    fewest: (a, b) => (Number(a.dataset.parts) || 1e9) - (Number(b.dataset.parts) || 1e9),
    most: (a, b) => b.dataset.parts - a.dataset.parts,
  };
  const fits = (card, words) =>
    words.every((word) => card.dataset.words.includes(word)) &&
    ["kind", "edition", "faction", "verdict"].every((name) => !wanted(name) || card.dataset[name] === wanted(name)) &&
    (!wanted("system") || card.dataset.systems.split(" ").includes(wanted("system"))) &&
    (!wanted("parts") || (card.dataset.parts > 0 && Number(card.dataset.parts) <= Number(wanted("parts"))));
  const show = () => {
    const words = wanted("words").toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const card of cards) {
      card.hidden = !fits(card, words);
      shown += card.hidden ? 0 : 1;
    }
    told.textContent = shown === cards.length ? `${shown} designs` : `${shown} of ${cards.length}`;
    nothing.hidden = shown > 0;
  };
  const sort = () => {
    const order = orders[wanted("order")];
    list.append(...(order ? [...cards].sort(order) : cards));
  };
  form.addEventListener("input", show);
  form.elements.order.addEventListener("input", sort);
  form.addEventListener("submit", (event) => event.preventDefault());
  // After the fields are empty again.
  form.addEventListener("reset", () => setTimeout(() => { sort(); show(); }));
  // A browser may keep what was typed when one comes back.
  sort();
  show();
});
