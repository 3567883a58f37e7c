// Submodels as a tree and parts as a list: everything that a click in the view chooses can be chosen here.
import { html, useEffect, useLayoutEffect, useMemo, useRef, useState } from "../dom.js";
import { Die, diceOf } from "../dice.js";
import { piecesOf } from "./design-selection.js";

const MOST_PARTS = 200;

function Tag({ one, t }) {
  if (one.role === "system")
    return html`<span class="dice tagged">
      ${diceOf(one.value).map(
        (die, place) => html`<${Die} key=${place} die=${die} title=${place ? null : one.value} />`,
      )}
      ${!diceOf(one.value).length && one.value}</span>`;
  return one.role
    ? html`<span class="tagged">${t.has(`tag.${one.role}`) ? t(`tag.${one.role}`) : one.role}</span>`
    : null;
}

// What is shown of the tree, in order: [index, depth].
function rowsOf(tree, open) {
  const rows = [];
  const visit = (index, depth) => {
    rows.push([index, depth]);
    if (open.has(index)) tree.children[index].forEach((child) => visit(child, depth + 1));
  };
  if (tree.instances.length) visit(0, 1);
  return rows;
}

// `asked` counts how often something was chosen: only then the tree scrolls, not when the model is loaded
// again.
export function Tree({ tree, units, asked, onChoose, onPoint, t }) {
  const [open, setOpen] = useState(() => new Set([0]));
  const [at, setAt] = useState(0);
  const list = useRef(null);
  const isMoved = useRef(false);
  const shown = useRef(0);
  const rows = rowsOf(tree, open);
  const chosen = new Set(units);
  // What was chosen elsewhere is unfolded, so that it is seen here, too.
  useEffect(() => {
    const instances = units.filter((unit) => unit[0] === "i").map((unit) => Number(unit.slice(1)));
    const needed = instances
      .flatMap((index) => tree.chain(index).slice(0, -1))
      .filter((index) => !open.has(index));
    if (needed.length) setOpen(new Set([...open, ...needed]));
    if (instances.length) setAt(instances[instances.length - 1]);
  }, [units.join(" "), tree]);
  useEffect(() => {
    if (!units.length || shown.current === asked) return;
    const row = list.current?.querySelector("[aria-selected=true]");
    if (!row) return;
    shown.current = asked;
    row.scrollIntoView({ block: "nearest" });
  }, [asked, open]);
  useLayoutEffect(() => {
    if (!isMoved.current) return;
    isMoved.current = false;
    list.current?.querySelector(`[data-instance="${at}"]`)?.focus();
  }, [at]);
  const toggle = (index, wanted) => {
    const next = new Set(open);
    if (wanted ?? !next.has(index)) next.add(index);
    else next.delete(index);
    setOpen(next);
  };
  const moveTo = (index) => {
    if (index === undefined) return;
    isMoved.current = true;
    setAt(index);
    onPoint(index);
  };
  const pressed = (event, index) => {
    const place = rows.findIndex(([one]) => one === index);
    const inside = tree.children[index];
    const isOpen = open.has(index);
    const does = {
      ArrowDown: () => moveTo(rows[place + 1]?.[0]),
      ArrowUp: () => moveTo(rows[place - 1]?.[0]),
      Home: () => moveTo(rows[0][0]),
      End: () => moveTo(rows[rows.length - 1][0]),
      ArrowRight: () => (inside.length && !isOpen ? toggle(index, true) : moveTo(inside[0])),
      ArrowLeft: () =>
        inside.length && isOpen
          ? toggle(index, false)
          : tree.instances[index].parent >= 0 && moveTo(tree.instances[index].parent),
      Enter: () => onChoose(`i${index}`, event.shiftKey || event.ctrlKey || event.metaKey),
      " ": () => onChoose(`i${index}`, event.shiftKey || event.ctrlKey || event.metaKey),
    }[event.key];
    if (!does) return;
    event.preventDefault();
    event.stopPropagation();
    does();
  };
  const known = rows.some(([index]) => index === at) ? at : 0;
  return html`<ul class="tree" role="tree" aria-label=${t("tree.label")} aria-multiselectable="true"
    ref=${list}>
    ${rows.map(([index, depth]) => {
      const one = tree.instances[index];
      const inside = tree.children[index];
      const isOpen = open.has(index);
      return html`<li key=${index} role="treeitem" data-instance=${index} aria-level=${depth}
        aria-selected=${chosen.has(`i${index}`) ? "true" : "false"}
        aria-expanded=${inside.length ? String(isOpen) : null} tabindex=${index === known ? 0 : -1}
        class=${`depth-${Math.min(depth, 8)}`} onKeyDown=${(event) => pressed(event, index)}
        onFocus=${() => onPoint(index)} onBlur=${() => onPoint(-1)} onPointerEnter=${() => onPoint(index)}
        onPointerLeave=${() => onPoint(-1)}
        onClick=${(event) => {
          setAt(index);
          onChoose(`i${index}`, event.shiftKey || event.ctrlKey || event.metaKey);
        }}>
        <span class=${inside.length ? "fold" : "fold none"} aria-hidden="true"
          onClick=${(event) => {
            event.stopPropagation();
            toggle(index);
          }}>
          ${inside.length ? (isOpen ? "▾" : "▸") : ""}</span>
        <span class="name">${one.label || one.name}</span>
        <${Tag} one=${one} t=${t} />
        <small>${tree.below[index].size}</small></li>`;
    })}</ul>`;
}

// The single parts of what is chosen, or of the whole model: ticked ones are chosen.
export function PartList({ tree, units, onChoose, onPoint, t }) {
  const [most, setMost] = useState(MOST_PARTS);
  const [words, setWords] = useState("");
  const scope = useMemo(() => {
    const instances = units.filter((unit) => unit[0] === "i");
    const some = instances.length ? [...piecesOf(tree, instances)] : tree.owner.map((_, piece) => piece);
    return some.filter((piece) =>
      `${tree.pieces.title[piece]} ${tree.pieces.part[piece]} ${tree.pieces.colour[piece]}`
        .toLowerCase()
        .includes(words.toLowerCase()),
    );
  }, [tree, units.filter((unit) => unit[0] === "i").join(" "), words]);
  const chosen = new Set(units);
  return html`<div class="part-list">
    <label class="field">
      <span class="unseen">${t("parts.filter")}</span>
      <input type="search" value=${words} placeholder=${t("parts.filter")}
        onInput=${(event) => setWords(event.target.value)} /></label>
    <ul aria-label=${t("parts.label")}>${scope.slice(0, most).map(
      (
        piece,
      ) => html`<li key=${piece} onPointerEnter=${() => onPoint(piece)} onPointerLeave=${() => onPoint(-1)}>
        <label>
          <input type="checkbox" data-piece=${piece} checked=${chosen.has(`p${piece}`)}
            onFocus=${() => onPoint(piece)} onBlur=${() => onPoint(-1)}
            onChange=${() => onChoose(`p${piece}`, true)} /> <span>${tree.pieces.title[piece]}</span>
          <small>${tree.pieces.colour[piece]} · ${tree.pieces.part[piece]}</small></label></li>`,
    )}</ul>
    ${
      scope.length > most &&
      html`<button type="button" class="link" onClick=${() => setMost(most + 1000)}>
        ${t("parts.rest", { count: scope.length - most })}</button>`
    }</div>`;
}

// The path in the tree to what was clicked last; every level can be chosen, the part itself last.
export function Breadcrumb({ tree, units, path, onChoose, t }) {
  const instance =
    path === null ? 0 : path[0] === "i" ? Number(path.slice(1)) : (tree.owner[Number(path.slice(1))] ?? 0);
  const steps = tree.instances.length
    ? tree
        .chain(Math.max(0, instance))
        .map((index) => [`i${index}`, tree.instances[index].label || tree.instances[index].name])
    : [];
  if (path?.[0] === "p") steps.push([path, tree.pieces.title[Number(path.slice(1))]]);
  const only = units.length === 1 ? units[0] : null;
  return html`<nav class="crumbs" aria-label=${t("crumbs.label")}>
    <ol>${steps.map(
      ([unit, name]) => html`<li key=${unit}>
        <button type="button" class="link" aria-current=${only === unit ? "true" : null}
          onClick=${() => onChoose(unit)}>
          ${name}</button></li>`,
    )}</ol></nav>`;
}
