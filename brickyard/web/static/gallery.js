// Search, filters and sorting of the gallery, kept in the address; without script everything is simply shown.
"use strict";

addEventListener("DOMContentLoaded", () => {
  const form = document.querySelector("form.filters");
  if (!form) return;
  form.hidden = false;
  const told = document.querySelector(".shown");
  const nothing = document.querySelector(".nothing");
  const sections = [...document.querySelectorAll("section.kind")];
  const lists = sections.map((section) => section.querySelector(".gallery"));
  const groups = lists.map((list) => [...list.children]);
  const cards = groups.flat();
  const fields = [...form.elements].filter((field) => field.name);
  const wanted = (name) => form.elements[name]?.value || "";
  const orders = {
    name: (a, b) => a.dataset.name.localeCompare(b.dataset.name),
    // What is still on paper comes last.
    fewest: (a, b) => (Number(a.dataset.parts) || 1e9) - (Number(b.dataset.parts) || 1e9),
    most: (a, b) => b.dataset.parts - a.dataset.parts,
  };
  const fits = (card, words) =>
    words.every((word) => card.dataset.words.includes(word)) &&
    ["kind", "edition", "verdict"].every((name) => !wanted(name) || card.dataset[name] === wanted(name)) &&
    (!wanted("faction") || card.dataset.factions.split("\n").includes(wanted("faction"))) &&
    (!wanted("system") || card.dataset.systems.split(" ").includes(wanted("system"))) &&
    (!wanted("parts") || (card.dataset.parts > 0 && Number(card.dataset.parts) <= Number(wanted("parts"))));
  let sorted = "";
  const sort = () => {
    const order = orders[wanted("order")];
    if (sorted === wanted("order")) return;
    sorted = wanted("order");
    if (order) lists[0].append(...[...cards].sort(order));
    else lists.forEach((list, place) => list.append(...groups[place]));
  };
  const show = () => {
    sort();
    const words = wanted("words").toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const card of cards) {
      card.hidden = !fits(card, words);
      shown += card.hidden ? 0 : 1;
    }
    sections.forEach((section, place) => {
      section.hidden = ![...lists[place].children].some((card) => !card.hidden);
      section.querySelector("h2").hidden = sorted !== "";
    });
    const all = cards.length;
    const designs = all === 1 ? "design" : "designs";
    told.textContent = shown === all ? `${all} ${designs}` : `${shown} of ${all} ${designs}`;
    nothing.hidden = shown > 0;
  };
  // Designs to compare: two to four.
  const MOST = 4;
  const bar = document.querySelector(".compare-bar");
  const boxes = [...document.querySelectorAll(".pick input")];
  for (const box of boxes) box.parentElement.hidden = false;
  const picked = () => boxes.filter((box) => box.checked).map((box) => box.value);
  const tally = () => {
    if (!bar) return;
    const slugs = picked();
    const link = bar.querySelector("a");
    bar.hidden = slugs.length === 0;
    bar.querySelector("span").textContent =
      slugs.length < 2 ? "Choose another design to compare." : `${slugs.length} designs chosen.`;
    link.hidden = slugs.length < 2;
    link.href = `compare.html#${slugs.join(",")}`;
    for (const box of boxes) box.disabled = !box.checked && slugs.length >= MOST;
  };
  for (const box of boxes)
    box.addEventListener("change", () => {
      tally();
      save();
    });
  bar?.querySelector("button").addEventListener("click", () => {
    for (const box of boxes) box.checked = false;
    tally();
    save();
  });
  // After the #, because pages that are opened from a disk may not change the rest of their address.
  const saved = () => new URLSearchParams(location.hash.includes("=") ? location.hash.slice(1) : "");
  let waiting = 0;
  const save = () => {
    clearTimeout(waiting);
    waiting = 0;
    const chosen = new URLSearchParams(
      fields.filter((field) => field.value).map((field) => [field.name, field.value]),
    );
    if (picked().length) chosen.set("compare", picked().join(","));
    const text = chosen.toString();
    if (text !== saved().toString())
      history.replaceState(null, "", text ? `#${text}` : location.pathname + location.search);
  };
  const recall = () => {
    if (location.hash && !location.hash.includes("=")) return;
    const chosen = saved();
    for (const field of fields) {
      field.value = chosen.get(field.name) || "";
      // An address may ask for what isn't there any more.
      if (field.selectedIndex < 0) field.value = "";
    }
    const compared = (chosen.get("compare") || "").split(",").slice(0, MOST);
    for (const box of boxes) box.checked = compared.includes(box.value);
    tally();
    show();
  };
  form.addEventListener("input", (event) => {
    show();
    clearTimeout(waiting);
    // Browsers allow so many changes of the address in a time.
    waiting = setTimeout(save, event.target.name === "words" ? 300 : 0);
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  // After the fields are empty again.
  form.addEventListener("reset", () =>
    setTimeout(() => {
      show();
      save();
    }),
  );
  addEventListener("pagehide", () => {
    if (waiting) save();
  });
  addEventListener("hashchange", recall);
  // When one comes back, the browser fills the fields in only now.
  addEventListener("pageshow", recall);
  const fold = form.querySelector(".fold");
  fold.addEventListener("click", () => {
    const open = form.classList.toggle("open");
    fold.setAttribute("aria-expanded", String(open));
  });
  recall();
  show();
});
