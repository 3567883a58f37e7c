// Search and filters of the gallery; without script everything is simply shown.
"use strict";

addEventListener("DOMContentLoaded", () => {
  const form = document.querySelector("form.filters");
  if (!form) return;
  form.hidden = false;
  const cards = [...document.querySelectorAll(".gallery li")];
  const told = document.querySelector(".shown");
  const show = () => {
    const words = form.elements.words.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const card of cards) {
      const fits = words.every((word) => card.dataset.words.includes(word)) &&
        ["kind", "edition", "faction", "verdict"].every((name) => {
          const wanted = form.elements[name]?.value;
          return !wanted || card.dataset[name] === wanted;
        }) &&
        (!form.elements.system?.value || card.dataset.systems.split(" ").includes(form.elements.system.value)) &&
        (!form.elements.parts?.value || Number(card.dataset.parts) <= Number(form.elements.parts.value));
      card.hidden = !fits;
      shown += fits ? 1 : 0;
    }
    told.textContent = `${shown} of ${cards.length}`;
  };
  form.addEventListener("input", show);
  form.addEventListener("submit", (event) => event.preventDefault());
  show();
});
