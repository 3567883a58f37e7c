// Designs side by side: which ones is said after the # of the address, and the page holds what they show.
"use strict";

addEventListener("DOMContentLoaded", () => {
  const MOST = 4;
  const SVG = "http://www.w3.org/2000/svg";
  const held = new Map([...document.querySelectorAll("template")].map((one) => [one.dataset.slug, one]));
  const add = document.querySelector("#add");
  const offers = add.querySelector("ul");
  const nothing = document.querySelector(".nothing");
  const table = document.querySelector("table.compare");
  const region = table.parentElement;
  const make = (tag, /** @type {string | Node} */ inside = "", of = {}) => {
    const made = Object.assign(document.createElement(tag), of);
    made.append(inside);
    return made;
  };
  const chosen = () => {
    const asked = location.hash
      .slice(1)
      .split(",")
      .map((slug) => {
        try {
          return decodeURIComponent(slug);
        } catch {
          return "";
        }
      });
    return [...new Set(asked)].filter((slug) => held.has(slug)).slice(0, MOST);
  };
  const choose = (slugs) => {
    history.replaceState(
      null,
      "",
      slugs.length ? `#${slugs.join(",")}` : location.pathname + location.search,
    );
    show();
  };
  const bar = (share, kind) => {
    const svg = document.createElementNS(SVG, "svg");
    const rect = document.createElementNS(SVG, "rect");
    svg.setAttribute("class", `bar ${kind}`);
    svg.setAttribute("viewBox", "0 0 100 6");
    svg.setAttribute("preserveAspectRatio", "none");
    svg.setAttribute("aria-hidden", "true");
    rect.setAttribute("width", String(Math.round(share * 1000) / 10));
    rect.setAttribute("height", "6");
    svg.append(rect);
    return svg;
  };
  // The best of a row as it is written, if not all are alike; of some things less is better.
  const bestOf = (cells, label) => {
    const held = cells.map((own) => own.get(label)).filter((one) => one?.dataset.best);
    if (new Set(held.map((one) => one.textContent)).size < 2) return null;
    const sign = held[0].dataset.best === "least" ? -1 : 1;
    return held.reduce((most, one) => (sign * (one.dataset.value - most.dataset.value) > 0 ? one : most))
      .textContent;
  };
  const show = () => {
    const slugs = chosen();
    const cells = slugs.map(
      (slug) => new Map([...held.get(slug).content.children].map((one) => [one.dataset.label, one])),
    );
    const all = cells.flatMap((own) => [...own.values()]).sort((a, b) => a.dataset.order - b.dataset.order);
    const labels = [...new Set(all.map((one) => one.dataset.label))];
    const head = document.createElement("tr");
    head.append(make("td"));
    for (const slug of slugs) {
      const name = held.get(slug).dataset.name;
      const cell = make("th", make("a", name, { href: `${slug}/index.html` }), { scope: "col" });
      const button = make("button", "Remove", { type: "button" });
      button.setAttribute("aria-label", `Remove ${name}`);
      button.addEventListener("click", () => choose(chosen().filter((other) => other !== slug)));
      cell.append(button);
      head.append(cell);
    }
    const body = labels.map((label) => {
      const row = make("tr", make("th", label, { scope: "row" }));
      const values = cells.map((own) => Number(own.get(label)?.dataset.value) || 0);
      const most = Math.max(...values);
      const best = bestOf(cells, label);
      cells.forEach((own, place) => {
        const cell = make("td");
        const content = own.get(label);
        cell.append(...(content ? content.cloneNode(true).childNodes : ["–"]));
        if (content && content.textContent === best) {
          const star = make("span", "★", { className: "star", role: "img", ariaLabel: "best" });
          cell.className = "best";
          cell.append(" ", star);
        }
        if (content?.dataset.value && most > 0) cell.append(bar(values[place] / most, content.className));
        row.append(cell);
      });
      return row;
    });
    table.replaceChildren(make("thead", head), make("tbody"));
    table.style.setProperty("--columns", String(slugs.length));
    table.tBodies[0].append(...body);
    region.hidden = slugs.length === 0;
    nothing.hidden = slugs.length > 1;
    add.hidden = slugs.length >= MOST || slugs.length === held.size;
    for (const offer of offers.children) offer.hidden = slugs.includes(offer.dataset.slug);
  };
  for (const [slug, one] of held) {
    const button = make("button", "", { type: "button", className: "card" });
    const picture = one.content.querySelector("img")?.cloneNode();
    const dice = one.content.querySelector(".dice")?.cloneNode(true);
    if (picture) button.append(Object.assign(picture, { className: "image", alt: "" }));
    else if (dice) button.append(make("span", dice, { className: "image blank" }));
    const words = make("span", make("b", one.dataset.name), { className: "words" });
    button.append(words);
    button.addEventListener("click", () => {
      choose([...chosen(), slug]);
      scrollTo({ top: 0 });
    });
    const offer = make("li", button);
    offer.dataset.slug = slug;
    offers.append(offer);
  }
  addEventListener("hashchange", show);
  addEventListener("pageshow", show);
  show();
});
