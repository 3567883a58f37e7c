// What to buy for designs and forces: parts with pictures, without what is owned, as lists for shops.
import { html, useLoaded, useMemo, useState, useStore } from "../dom.js";
import { tellRefused } from "../drop.js";
import { change } from "../router.js";
import { attempt, notify } from "../store.js";
import { recall, remember } from "../memory.js";
import { Picker } from "./picker.js";
import { Choice, Radios, Tick } from "./fields.js";
import { Lots } from "./buy-lots.js";
import { Offered } from "./file-card.js";
import { Portrait } from "./cards.js";

const SHOPS = ["bricklink", "bsx", "rebrickable", "pickabrick", "csv", "html"];
// Ticks are kept in this browser.
const TICKED = "brickyard-have";
const OWNED = /\.(bsx|xml|csv)$/i;
const keyOf = (lot) => `${lot.number} ${lot.colour}`;
const isBuilt = (one) => ["model", "manifest"].includes(one.kind) && one.role !== "mech";

export default function View({ address, store, api, t }) {
  const files = useStore(store, (state) => state.yard?.files) || [];
  const seen = useStore(store, (state) => state.seen);
  const chosen = address.all("file");
  const lists = address.all("owned");
  const [have, setHave] = useState(() => recall(TICKED) || {});
  const [options, setOptions] = useState({ substitutes: "mould", condition: "any", recolour: false });
  const owned = useMemo(
    () =>
      Object.entries(have)
        .filter(([, quantity]) => quantity > 0)
        .map(([key, quantity]) => {
          const [number, colour] = key.split(" ");
          return { number, colour: Number(colour), quantity };
        }),
    [have],
  );
  const asked = {
    files: chosen,
    owned: lists,
    have: owned,
    substitutes: options.substitutes,
    condition: options.condition,
    recolour: options.recolour ? ["nearest"] : [],
  };
  const mark = chosen.map((one) => seen[one] || 0).join(" ");
  const all = useLoaded(
    (signal) =>
      chosen.length ? api.post("buy", { ...asked, have: [], format: "json" }, signal) : Promise.resolve(null),
    [chosen.join("|"), lists.join("|"), options, mark],
  );
  const ticked = useLoaded(
    (signal) =>
      chosen.length && owned.length
        ? api.post("buy", { ...asked, format: "json" }, signal)
        : Promise.resolve(null),
    [chosen.join("|"), lists.join("|"), options, mark, JSON.stringify(owned)],
  );
  const left = owned.length ? ticked : all;
  const tick = (lot, isOn) => {
    const next = { ...have, [keyOf(lot)]: isOn ? lot.needed : 0 };
    setHave(next);
    remember(TICKED, next);
  };
  return html`<section class="buy">
    <div class="view-head"><h1>${t("buy.title")}</h1><p class="under">${t("buy.under")}</p></div>
    <${Sources} files=${files} chosen=${chosen} lists=${lists} store=${store} api=${api} t=${t} />
    ${
      chosen.length > 0 &&
      html`<div class="game-fields buy-options">
          <${Radios} legend=${t("buy.substitutes")} value=${options.substitutes}
            choices=${["exact", "mould", "alternate"].map((one) => [one, t(`buy.substitutes.${one}`)])}
            onSet=${(substitutes) => setOptions({ ...options, substitutes })} />
          <${Choice} label=${t("buy.condition")} value=${options.condition}
            choices=${["any", "new", "used"].map((one) => [one, t(`buy.condition.${one}`)])}
            onSet=${(condition) => setOptions({ ...options, condition })} />
          <${Tick} label=${t("buy.nearest")} isOn=${options.recolour}
            onSet=${(recolour) => setOptions({ ...options, recolour })} /></div>
        ${
          (all.error || left.error) &&
          html`<p class="problem" role="alert">${(all.error || left.error).message}</p>`
        }
        ${!all.value && all.isLoading && html`<p class="wait" role="status">${t("page.loading")}</p>`}
        ${
          all.value &&
          html`<${Totals} found=${left.value || all.value} isBusy=${left.isLoading} t=${t} />
            <${TakeAway} asked=${asked} api=${api} store=${store} t=${t} />
            <${Lots} found=${all.value} left=${left.value} have=${have} keyOf=${keyOf} tick=${tick} api=${api}
              t=${t} />`
        }`
    }
    ${
      !chosen.length &&
      html`<h2>${t("buy.choose")}</h2>
        <${Offered} files=${files.filter(isBuilt)} to="/buy" ...${{ store, api, t }} />`
    }</section>`;
}

function Sources({ files, chosen, lists, store, api, t }) {
  const models = files.filter((one) => isBuilt(one) && !chosen.includes(one.file));
  const owned = files.filter((one) => one.kind === "list" && !lists.includes(one.file));
  const drop = (some) =>
    attempt(store, async () => {
      const { files: taken, refused } = await api.drop(some.map((file) => ({ file, name: file.name })));
      tellRefused(refused || [], { store, t });
      await store.loadYard();
      const ours = taken.filter((one) => OWNED.test(one));
      if (ours.length) change({ owned: [...lists, ...ours] });
    });
  const dropped = (event) => {
    const some = [...event.dataTransfer.files];
    if (!some.length || !some.every((one) => OWNED.test(one.name))) return;
    event.preventDefault();
    event.stopPropagation();
    drop(some);
  };
  return html`<div class="sources">
    <div>
      <${Picker} label=${t("buy.add")} prompt=${t("buy.pick")} value="" files=${models}
        onPick=${(one) => change({ file: [...chosen, one] })} around=${{ store, api, t }} />
      <${Named} all=${chosen} files=${files} store=${store} t=${t}
        onRemove=${(one) => change({ file: chosen.filter((each) => each !== one) })} /></div>
    <div class="own-lists"
      onDragOver=${(event) => event.dataTransfer.types.includes("Files") && event.preventDefault()}
      onDrop=${dropped}>
      <${Choice} label=${t("buy.owned")} value=""
        choices=${[["", t("buy.pickOwned")], ...owned.map((one) => [one.file, one.file])]}
        onSet=${(one) => one && change({ owned: [...lists, one] })} />
      <div class="file-fields">
        <label class="button">
          <input type="file" accept=".bsx,.xml,.csv" multiple
            onChange=${(event) => {
              drop([...event.target.files]);
              event.target.value = "";
            }} />
          <span>${t("buy.ownFile")}</span></label>
        <p class="small">${t("buy.ownDrop")}</p></div>
      <${Named} all=${lists} files=${files} t=${t}
        onRemove=${(one) => change({ owned: lists.filter((each) => each !== one) })} /></div></div>`;
}

function Named({ all, files, store = null, t, onRemove }) {
  const nameOf = (file) => files.find((one) => one.file === file)?.name || file;
  return html`<ul class="named">${all.map(
    (one) => html`<li key=${one} title=${one}>
      ${store && html`<${Portrait} file=${one} store=${store} />`} ${nameOf(one)}
      <button type="button" aria-label=${t("buy.remove", { name: nameOf(one) })}
        onClick=${() => onRemove(one)}>
        ×</button></li>`,
  )}</ul>`;
}

function Totals({ found, isBusy, t }) {
  const lots = found.lots || [];
  const pieces = lots.reduce((sum, one) => sum + one.quantity, 0);
  const open = lots.filter((one) => one.quantity > 0).length;
  const owned = lots.reduce((sum, one) => sum + one.owned, 0);
  return html`<p class="totals" role="status" aria-live="polite" aria-busy=${isBusy ? "true" : "false"}
    data-pieces=${pieces} data-lots=${open}>
    <b>${t("buy.pieces", { count: pieces })}</b> ${t("buy.inLots", { count: open })}
    ${owned ? `, ${t("buy.ownedPieces", { count: owned })}` : ""}</p>`;
}

// A list for each shop, as a file or into the clipboard.
function TakeAway({ asked, api, store, t }) {
  const [shop, setShop] = useState("bricklink");
  const file = async () => {
    const response = await api.file("buy", { ...asked, format: shop });
    return {
      blob: await response.blob(),
      name: nameIn(response.headers.get("content-disposition")) || `parts.${shop}`,
    };
  };
  const download = () =>
    attempt(store, async () => {
      const { blob, name } = await file();
      const link = document.createElement("a");
      link.href = URL.createObjectURL(blob);
      link.download = name;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 10000);
    });
  const copy = () =>
    attempt(store, async () => {
      await navigator.clipboard.writeText(await (await file()).blob.text());
      notify(store, t("buy.copied"), "good");
    });
  return html`<div class="take-list">
    <${Choice} label=${t("buy.shop")} value=${shop} choices=${SHOPS.map((one) => [one, t(`buy.shop.${one}`)])}
      onSet=${setShop} />
    <button type="button" class="main" onClick=${download}>${t("buy.download")}</button> <button type="button"
      onClick=${copy}>
      ${t("buy.copy")}</button>
    <p class="small">${t(`buy.shopHow.${shop}`)}</p></div>`;
}

const nameIn = (header) => /filename="([^"]+)"/.exec(header || "")?.[1];
