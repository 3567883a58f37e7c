// The manual's search: sections that have all the words, guides before references, reasons last.
const GROUPS = ["Guide", "Reference", "Behind it"];
const asked = new URLSearchParams(location.search).get("q") || "";
const words = asked.toLowerCase().split(/\s+/).filter(Boolean);

const rank = ([, heading, group]) =>
  10 * GROUPS.indexOf(group) + (words.some((word) => heading.toLowerCase().includes(word)) ? 0 : 1);

function hasAll([page, heading, , , text]) {
  const all = `${page} ${heading} ${text}`.toLowerCase();
  return words.every((word) => all.includes(word));
}

function shown([page, heading, group, address, text]) {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = address;
  link.textContent = heading && heading !== page ? `${page}: ${heading}` : page;
  const about = document.createElement("p");
  const place = Math.max(0, text.toLowerCase().indexOf(words[0]) - 60);
  about.textContent = `${group}: ${text.slice(place, place + 200)}`;
  item.append(link, about);
  return item;
}

const found = words.length ? SECTIONS.filter(hasAll).sort((one, other) => rank(one) - rank(other)) : [];
document.querySelector("input").value = asked;
document.querySelector("#found").replaceChildren(...found.slice(0, 100).map(shown));
document.querySelector("h1").textContent = words.length
  ? `${found.length} sections with “${asked}”`
  : "Search";
