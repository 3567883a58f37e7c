// Two designs side by side, or two forces as a matrix: what an attack does, exactly.
import { html, useEffect, useId, useLoaded, useState, useStore } from "../dom.js";
import { change } from "../router.js";
import { Dice } from "../pieces.js";
import { Portrait, useMark } from "./cards.js";
import { DamageBars } from "./fight-bars.js";
import { Matrix } from "./fight-matrix.js";
import { Radios, Slider, TextField } from "./fields.js";

const WHITE = ["none", "attack", "defense", "balanced"];
const numberIn = (address, name) => Math.max(0, Number.parseInt(address.params.get(name) || "0", 10) || 0);

export default function View({ address, store, api, t }) {
  const files = useStore(store, (state) => state.yard?.files) || [];
  const a = address.params.get("a") || "";
  const b = address.params.get("b") || "";
  const white = WHITE.includes(address.params.get("white")) ? address.params.get("white") : "balanced";
  const situation = { spot: numberIn(address, "spot"), rocket: numberIn(address, "rockets"), white };
  const isForce = (side) => files.some((one) => one.file === side && one.kind === "manifest");
  const isMatrix = isForce(a) || isForce(b);
  const isReady = Boolean(a && b);
  const marks = [useMark(a, store), useMark(b, store)].join(" ");
  // At most as many rockets as the unit carries, which the first answer says.
  const [carried, setCarried] = useState({});
  const fired = (side) => Math.min(situation.rocket, isMatrix ? 9 : (carried[side] ?? 0));
  const ask = (one, other) => (signal) =>
    isReady && files.length
      ? api.get(
          "odds",
          {
            path: [one, other],
            matrix: isMatrix,
            spot: situation.spot,
            white,
            rocket: Array(fired(one)).fill(1),
          },
          signal,
        )
      : Promise.resolve(null);
  const keys = [a, b, situation.spot, white, isMatrix, marks, files.length > 0];
  const there = useLoaded(ask(a, b), [...keys, fired(a)]);
  const back = useLoaded(ask(b, a), [...keys, fired(b)]);
  useEffect(() => {
    const told = Object.fromEntries(
      [
        [a, there],
        [b, back],
      ]
        .filter(([, one]) => one.value)
        .map(([side, one]) => [side, one.value.fights?.[0]?.attacker.rockets ?? 0]),
    );
    setCarried((before) => ({ ...before, ...told }));
  }, [there.value, back.value]);
  const most = Math.max(
    situation.rocket,
    ...[there, back]
      .map((one) => one.value?.fights || [])
      .flat()
      .map((one) => one.attacker?.rockets || 0),
    0,
  );
  return html`<section class="fight">
    <div class="view-head"><h1>${t("fight.title")}</h1><p class="under">${t("fight.under")}</p></div>
    <div class="sides">
      <${Side} name="a" side=${a} files=${files} store=${store} t=${t}
        found=${there.value?.fights?.[0]?.attacker || back.value?.fights?.[0]?.target} isMatrix=${isMatrix} />
      <button type="button" class="swap" aria-label=${t("fight.swap")} title=${t("fight.swap")}
        onClick=${() => change({ a: b, b: a })}>
        ⇄</button>
      <${Side} name="b" side=${b} files=${files} store=${store} t=${t}
        found=${back.value?.fights?.[0]?.attacker || there.value?.fights?.[0]?.target} isMatrix=${isMatrix} />
    </div>
    <div class="situation" role="group" aria-label=${t("fight.situation")}>
      <${Slider} label=${t("fight.spot")} value=${situation.spot} low=${0} high=${8}
        say=${(spot) => spot || t("fight.noSpot")} onSet=${(spot) => change({ spot: spot || "" })} />
      <${Slider} label=${t("fight.rockets")} value=${situation.rocket} low=${0} high=${Math.max(most, 1)}
        onSet=${(rockets) => change({ rockets: rockets || "" })} />
      <${Radios} legend=${t("fight.white")} value=${white}
        choices=${WHITE.map((one) => [one, t(`fight.white.${one}`)])}
        onSet=${(one) => change({ white: one === "balanced" ? "" : one })} /></div>
    ${!isReady && html`<p class="begin-here">${t("fight.choose")}</p>`}
    ${
      isReady &&
      html`<div class=${`exchange ${isMatrix ? "matrices" : ""}`}
        aria-busy=${there.isLoading || back.isLoading ? "true" : "false"}>
        ${[
          ["a", there],
          ["b", back],
        ].map(
          ([name, one]) =>
            html`<${Answer} key=${name} one=${one} isMatrix=${isMatrix}
              names=${name === "a" ? [a, b] : [b, a]} store=${store} t=${t} />`,
        )}</div>`
    }</section>`;
}

function Answer({ one, isMatrix, names, store, t }) {
  if (one.error) return html`<p class="problem" role="alert">${one.error.message}</p>`;
  if (!one.value) return html`<p class="wait" role="status">${t("page.loading")}</p>`;
  const { notes, edition, fights } = one.value;
  const files = store.get().yard?.files || [];
  const called = isMatrix
    ? names.map((side) => files.find((each) => each.file === side)?.name || side)
    : [fights[0].attacker.name, fights[0].target.name];
  const title = t(isMatrix ? "fight.attacks" : "fight.against", { a: called[0], b: called[1] });
  return html`<section class="attack" aria-label=${title}>
    <h2>${title}</h2>
    ${
      isMatrix
        ? html`<${Matrix} found=${one.value} title=${title} sides=${names} store=${store} t=${t} />`
        : html`<${DamageBars} fight=${one.value.fights[0]} t=${t} />`
    }
    ${(notes || []).map((note, at) => html`<p key=${at} class="small">${note}</p>`)}
    <p class="small">${edition?.title}</p></section>`;
}

// A design of the yard, a force, or dice that are typed in.
function Side({ name, side, files, store, t, found, isMatrix }) {
  const id = useId();
  const known = files.some((one) => one.file === side);
  const isText = Boolean(side) && !known && !side.includes(".");
  const some = (kind) => files.filter((one) => one.kind === kind);
  const unit = !known && side.includes(":") ? side : "";
  return html`<div class="side-pick" data-side=${name}>
    <div class="field">
      <label for=${id}>${t(`fight.${name}`)}</label>
      <select id=${id} value=${isText ? "=" : side}
        onChange=${(event) =>
          change({ [name]: event.target.value === "=" ? "1B 1G 1Y 2Rd" : event.target.value })}>
        <option value="">${t("fight.pick")}</option>
        ${unit && html`<option value=${unit}>${unit}</option>`}
        <optgroup label=${t("fight.designs")}>${some("model").map(
          (one) => html`<option key=${one.file} value=${one.file} selected=${one.file === side}>
            ${one.name || one.file}</option>`,
        )}</optgroup>
        <optgroup label=${t("fight.forces")}>${some("manifest").map(
          (one) => html`<option key=${one.file} value=${one.file} selected=${one.file === side}>
            ${one.name || one.file}</option>`,
        )}</optgroup>
        <option value="=">${t("fight.byHand")}</option></select></div>
    ${
      isText &&
      html`<${TextField} label=${t("fight.dice")} hint=${t("fight.diceHow")} value=${side}
        onSet=${(text) => change({ [name]: text })} />`
    }
    ${
      !isMatrix &&
      (side || found) &&
      html`<div class="fighter">
        ${side && !isText && html`<${Portrait} file=${side} store=${store} width=${320} />`}
        ${
          found && html`<div class="who"><b>${found.name}</b> <${Dice} notation=${found.dice} t=${t} /></div>`
        }</div>`
    }
  </div>`;
}
