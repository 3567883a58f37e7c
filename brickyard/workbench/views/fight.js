// Two designs side by side, or two forces as a matrix: what an attack does, exactly.
import { html, useEffect, useLoaded, useState, useStore } from "../dom.js";
import { change } from "../router.js";
import { recall, remember } from "../memory.js";
import { Dice } from "../pieces.js";
import { Portrait, useMark } from "./cards.js";
import { WhatIf } from "./fight-instead.js";
import { DamageBars } from "./fight-bars.js";
import { Matrix } from "./fight-matrix.js";
import { WholeBattles } from "./fight-battles.js";
import { FIGHTING } from "./file-card.js";
import { fits, Picker } from "./picker.js";
import { Radios, Slider, TextField } from "./fields.js";

const PAIR = "brickyard-pair";
// Dice to begin with, where somebody types them.
const TYPED = "1B 1G 1Y 2Rd";
const WHITE = ["none", "attack", "defense", "balanced"];
// In a matrix each unit fires as many as it has.
const MOST_ROCKETS = 9;

// What the address says besides the two sides.
function situationIn(params) {
  const number = (name) => Math.max(0, Number.parseInt(params.get(name) || "0", 10) || 0);
  const white = WHITE.includes(params.get("white")) ? params.get("white") : "balanced";
  return { spot: number("spot"), rockets: number("rockets"), white };
}

// What one side's attack does to the other. At most as many rockets are fired as the unit carries; the
// first answer says how many those are, and `carried` keeps it by side.
function useAttack(attacker, target, { api, situation, isMatrix, isReady, mark, carried, setCarried }) {
  const { spot, rockets, white } = situation;
  const fired = Math.min(rockets, isMatrix ? MOST_ROCKETS : (carried[attacker] ?? 0));
  const asked = { path: [attacker, target], matrix: isMatrix, spot, white, rocket: Array(fired).fill(1) };
  const answer = useLoaded(
    (signal) => (isReady ? api.get("odds", asked, signal) : Promise.resolve(null)),
    [attacker, target, isMatrix, spot, white, fired, isReady, mark],
  );
  useEffect(() => {
    if (!answer.value) return;
    const own = answer.value.fights?.[0]?.attacker.rockets ?? 0;
    setCarried((before) => ({ ...before, [attacker]: own }));
  }, [answer.value]);
  return { ...answer, fired, fight: isMatrix ? null : answer.value?.fights?.[0] };
}

// Begins with the pair of the last time, or with the first two that can fight.
function usePair(a, b, files) {
  useEffect(() => {
    if (a && b) remember(PAIR, [a, b]);
    if (a || b || !files.length) return;
    const last = (recall(PAIR) || []).filter((one) => files.some((each) => each.file === one));
    const frames = files.filter((one) => one.kind === "model" && one.role === "frame").map((one) => one.file);
    const [first, second] = last.length === 2 ? last : frames;
    if (second) change({ a: first, b: second });
  }, [a, b, files.length]);
}

export default function View({ address, store, api, t }) {
  const files = useStore(store, (state) => state.yard?.files) || [];
  const a = address.params.get("a") || "";
  const b = address.params.get("b") || "";
  const isForce = (side) => files.some((one) => one.file === side && one.kind === "manifest");
  const isMatrix = isForce(a) || isForce(b);
  const isBattle = [a, b].every((side) => files.some((one) => one.file === side && one.role === "company"));
  const isChosen = Boolean(a && b);
  const situation = situationIn(address.params);
  const mark = [useMark(a, store), useMark(b, store)].join(" ");
  const pair = `${a} ${b} ${mark}`;
  const [carried, setCarried] = useState({});
  const isReady = isChosen && files.length > 0;
  const asked = { api, situation, isMatrix, isReady, mark, carried, setCarried };
  const there = useAttack(a, b, asked);
  const back = useAttack(b, a, asked);
  const first = there.value?.fights?.[0];
  const second = back.value?.fights?.[0];
  const instead = address.params.get("instead") || "";
  usePair(a, b, files);
  const sides = { files, store, api, t, isMatrix };
  return html`<section class="fight">
    <div class="view-head"><h1>${t("fight.title")}</h1><p class="under">${t("fight.under")}</p></div>
    <div class="sides">
      <${Side} name="a" side=${a} found=${first?.attacker || second?.target} ...${sides} />
      <div class="versus">
        <b aria-hidden="true">VS</b>
        <button type="button" class="swap" aria-label=${t("fight.swap")} title=${t("fight.swap")}
          onClick=${() => change({ a: b, b: a, instead: "" })}>
          ⇄</button></div>
      <${Side} name="b" side=${b} found=${second?.attacker || first?.target} ...${sides} /></div>
    <${Situation} situation=${situation} answers=${[there, back]} t=${t} />
    ${!isChosen && html`<p class="empty">${t("fight.choose")}</p>`}
    ${
      isChosen &&
      html`<div class=${`exchange ${isMatrix ? "matrices" : ""}`}
        aria-busy=${there.isLoading || back.isLoading ? "true" : "false"}>
        <${Answer} key="a" one=${there} isMatrix=${isMatrix} names=${[a, b]} store=${store} t=${t} />
        <${Answer} key="b" one=${back} isMatrix=${isMatrix} names=${[b, a]} store=${store} t=${t} /></div>`
    }
    ${isBattle && html`<${WholeBattles} key=${pair} ...${{ pair, store, api, t }} sides=${[a, b]} />`}
    ${
      there.fight &&
      back.fight &&
      html`<${WhatIf} ...${{ there, back, instead, situation, api, t }} sides=${[a, b]} />`
    }</section>`;
}

// Spot, rockets and white dice: the same for both attacks.
function Situation({ situation, answers, t }) {
  const { spot, rockets, white } = situation;
  const fights = answers.flatMap((one) => one.value?.fights || []);
  const most = Math.max(1, rockets, ...fights.map((one) => one.attacker?.rockets || 0));
  return html`<div class="situation" role="group" aria-label=${t("fight.situation")}>
    <${Slider} label=${t("fight.spot")} value=${spot} low=${0} high=${8}
      say=${(count) => count || t("fight.noSpot")} onSet=${(count) => change({ spot: count || "" })} />
    <${Slider} label=${t("fight.rockets")} value=${rockets} low=${0} high=${most}
      onSet=${(count) => change({ rockets: count || "" })} />
    <${Radios} legend=${t("fight.white")} value=${white}
      choices=${WHITE.map((one) => [one, t(`fight.white.${one}`)])}
      onSet=${(one) => change({ white: one === "balanced" ? "" : one })} /></div>`;
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
function Side({ name, side, files, store, api, t, found, isMatrix }) {
  const known = files.some((one) => one.file === side);
  const isText = Boolean(side) && !known && !side.includes(".");
  return html`<div class="side-pick" data-side=${name}>
    ${side && !isText && html`<div class="fighter"><${Portrait} file=${side} store=${store} /></div>`}
    <${Picker} label=${t(`fight.${name}`)} prompt=${t("fight.pick")} value=${isText ? TYPED : side}
      files=${files.filter((one) => fits(one, FIGHTING))} more=${[[TYPED, t("fight.byHand")]]}
      onPick=${(one) => change({ [name]: one })} around=${{ store, api, t }} />
    ${
      isText &&
      html`<${TextField} label=${t("fight.dice")} hint=${t("fight.diceHow")} value=${side}
        onSet=${(text) => change({ [name]: text })} />`
    }
    ${!isMatrix && found && html`<div class="who"><${Dice} notation=${found.dice} t=${t} /></div>`}
  </div>`;
}
