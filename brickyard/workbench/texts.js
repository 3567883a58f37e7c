// Every word of the page comes from texts/*.json: t("yard.title"), t("yard.count", {count: 3}).
const LANGUAGES = ["en", "de"];

// The first language of the browser that we have.
const languageOf = (wanted) =>
  wanted.map((name) => name.toLowerCase().split("-")[0]).find((name) => LANGUAGES.includes(name)) || "en";

async function read(name) {
  const response = await fetch(`/static/workbench/texts/${name}.json`);
  return response.ok ? response.json() : {};
}

// {name} is replaced; where a text is {"one": …, "other": …} `count` chooses.
function translator(texts, language) {
  const plural = new Intl.PluralRules(language);
  const t = (key, /** @type {Record<string, any>} */ values = {}) => {
    const found = texts[key];
    if (found === undefined) return key;
    const text = typeof found === "string" ? found : (found[plural.select(values.count ?? 0)] ?? found.other);
    return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
  };
  t.language = language;
  t.has = (key) => texts[key] !== undefined;
  // Words of the rules' tables are English names; other languages have theirs beside them.
  t.key = (key, otherwise = key.replaceAll("-", " ")) => texts[`key.${key}`] ?? otherwise;
  const numbers = new Intl.NumberFormat(language, { maximumFractionDigits: 2 });
  t.number = (value) => numbers.format(value);
  const moments = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });
  t.moment = (value) => moments.format(value);
  return t;
}

export async function loadTexts(wanted) {
  const language = languageOf(wanted);
  const names = ["en", ...(language === "en" ? [] : [language])];
  return translator(Object.assign({}, ...(await Promise.all(names.map(read)))), language);
}
