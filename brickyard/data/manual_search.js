// The manual's search: sections that have all the words, guides before references, reasons last.
const GROUPS = ["Guide", "Reference", "Behind it"];
const asked = new URLSearchParams(location.search).get("q") || "";
// Each word after a blank, and nothing else: a text has a word if it contains it so.
const inWords = (text) =>
  ` ${text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_]+/gu, " ")
    .trim()}`;
const words = asked.split(/\s+/).filter(Boolean).map(inWords);

const rank = ([, heading, group]) =>
  10 * GROUPS.indexOf(group) + (words.some((word) => inWords(heading).includes(word)) ? 0 : 1);

function hasAll([page, heading, , , text]) {
  const all = inWords(`${page} ${heading} ${text}`);
  return words.every((word) => all.includes(word));
}

/** Some words around the first that was looked for. */
function around(text) {
  const all = text.split(" ");
  const at = all.findIndex((one) => inWords(one).includes(words[0]));
  const from = Math.max(0, at - 10);
  const some = all.slice(from, from + 32).join(" ");
  return `${from ? "… " : ""}${some}${from + 32 < all.length ? " …" : ""}`;
}

function shown([page, heading, group, address, text]) {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = address;
  link.textContent = heading && heading !== page ? `${page}: ${heading}` : page;
  const about = document.createElement("p");
  about.textContent = `${group}: ${around(text)}`;
  item.append(link, about);
  return item;
}

const found = words.length ? SECTIONS.filter(hasAll).sort((one, other) => rank(one) - rank(other)) : [];
document.querySelector("input").value = asked;
document.querySelector("#found").replaceChildren(...found.slice(0, 100).map(shown));
document.querySelector("h1").textContent = words.length
  ? `${found.length} sections with “${asked}”`
  : "Search";
