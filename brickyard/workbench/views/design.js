// One design: the model at the left, the answers at the right; click a part, pick a die, see the verdict.
import {
  html,
  useCallback,
  useEffect,
  useEvents,
  useMedia,
  useMemo,
  useRef,
  useState,
  useStore,
} from "../dom.js";
import { cardOf } from "../card.js";
import { attempt } from "../store.js";
import { Palette } from "../palette.js";
import { Question } from "../pieces.js";
import { useModel } from "./design-state.js";
import { Stage } from "./design-stage.js";
import { Choosing, Said, Tools } from "./design-tools.js";
import { heatOf, tintOf } from "./design-looks.js";
import { Breadcrumb, PartList, Tree } from "./design-tree.js";
import { Facts, FoundThings, Systems, Units, Verdict } from "./design-answers.js";
import { SaveMenu, TakeAway } from "./design-away.js";
import { Banner } from "./design-banner.js";
import { NotHere } from "./file-card.js";
import { Heaps } from "./design-heaps.js";
import { Proposals, useProposals } from "./design-proposals.js";
import {
  areLoose,
  calledNow,
  changesFor,
  chosenWith,
  copyOf,
  foundAgain,
  piecesOf,
  piecesOfFinding,
  sameColour,
  tagOf,
  treeOf,
  unitAt,
  unitsOf,
} from "./design-selection.js";

export default function Design({ address, store, api, t }) {
  const { file } = address;
  const model = useModel(file, { api, store, t });
  const entry = useStore(store, (state) => state.yard?.files.find((one) => one.file === file));
  const isReadOnly = useStore(store, (state) => Boolean(state.yard?.readOnly));
  const card = useMemo(
    () => (model.card ? cardOf(model.card, address.params.get("unit") || "") : null),
    [model.card, address.href],
  );
  const tree = useMemo(() => treeOf(model.scene), [model.scene]);
  const chosen = useChosen(tree, file);
  const proposals = useProposals({ file, model, tree, api });
  const looks = useLooks({ model, card, tree, chosen, ghosts: proposals.tint });
  const [view, setView] = useState(null);
  const [isSweeping, setSweeping] = useState(false);
  const [isFilled, setFilled] = useState(false);
  const board = useRef(null);
  const isWide = useMedia("(min-width: 62rem)");
  const fill = useCallback(() => fillScreen(board.current, setFilled), []);
  useEvents({ fullscreenchange: () => setFilled(document.fullscreenElement === board.current) }, document);
  const saveHere = () => model.save({ as: file.split("/").pop() });
  const isHomeless = Boolean(entry?.dropped && store.get().yard?.home);
  useUndoKeys({ ...model, save: isHomeless ? saveHere : () => model.save() });

  const does = {
    point: (piece) => looks.pointAtPiece(piece),
    click: (piece, event) => {
      if (piece < 0) {
        if (!event.shiftKey) chosen.clear();
      } else
        chosen.choose(unitAt(tree, piece), event.shiftKey || event.ctrlKey || event.metaKey, `p${piece}`);
    },
    swept: (pieces, event) =>
      chosen.set(
        unitsOf(tree, event.shiftKey && !isSweeping ? new Set([...chosen.pieces, ...pieces]) : pieces),
      ),
    twice: () => {
      if (chosen.pieces.size) view?.face(chosen.pieces);
    },
    fill,
  };
  const isLoose = areLoose(tree, chosen.units);
  const called = calledNow(tree, chosen.units);
  const [name, setName] = useState("");
  useEffect(() => setName(called), [chosen.units.join(" "), called]);
  // One of several copies, tagged without the others.
  const [isAlone, setAlone] = useState(false);
  useEffect(() => setAlone(false), [chosen.units.join(" ")]);
  const alone = copyOf(tree, chosen.units) ? { isOn: isAlone, set: setAlone } : null;
  const tag = async (value) => {
    if (!chosen.units.length) return;
    const usual = [`call.${value}`, `tag.${value}`].filter(t.has).map((key) => t(key))[0] || "";
    await model.tag((scene) => {
      const now = treeOf(scene);
      const units = foundAgain(tree, now, chosen.units);
      return changesFor(now, units, value, isLoose ? name.trim() || usual : "", isAlone);
    });
  };
  const now = tagOf(tree, chosen.units);
  const naming = isLoose
    ? {
        name,
        set: setName,
        done: () => {
          if (now && name.trim() !== called) tag(now);
        },
      }
    : null;
  const show = (finding) => {
    const pieces = piecesOfFinding(tree, finding);
    if (!pieces.size) return;
    view?.face(pieces);
    looks.show(pieces);
    board.current?.scrollIntoView({ block: "nearest" });
  };
  // One ring further with each press.
  const touching = () =>
    attempt(store, async () => {
      const { pieces } = await api.get("touching", { file, piece: [...chosen.pieces], steps: 1 });
      chosen.set(unitsOf(tree, new Set(pieces)));
    });

  if (!file) return html`<p class="wait">${t("design.none")} <a href="/">${t("page.home")}</a></p>`;
  if (model.isLoaded && model.error && !card)
    return html`<${NotHere} title=${file} why=${model.error} ...${{ store, api, t }} />`;
  // It was on the disk, and is there no more.
  const isGone = Boolean(model.version && store.get().yard && !entry?.version);
  const isWritable = Boolean(entry?.writable && !isReadOnly);
  const title = card?.name || file.split("/").pop();
  const verdict = card
    ? html`<${Verdict} card=${card} t=${t} isBusy=${model.isBusy} pointed=${looks.pointedSystem}
      pressed=${looks.pressedSystem} onPoint=${looks.pointAtSystem} onPress=${looks.pressSystem} />`
    : html`<p class="wait" role="status">${t("design.judging")}</p>`;
  const found =
    card &&
    html`<${Units} card=${card} t=${t} />
      <${Heaps} ...${{ heaps: model.scene?.heaps, model, looks, t }}
        onChoose=${(pieces) => chosen.set(unitsOf(tree, new Set(pieces)))} />
      <${Proposals} ...${{ proposals, tree, onPoint: looks.pointAtInstance, t }} />
      <${FoundThings}
        ...${{ card, t, onPick: show, canPick: (finding) => piecesOfFinding(tree, finding).size > 0 }} />`;
  // What isn't a model has nothing to tag or to save.
  if (model.sceneError && card && !card.units.length && !model.draft)
    return html`<section class="unreadable">
      <h1>${t("design.unreadable", { name: title })}</h1>
      ${!card.findings.length && html`<p role="alert">${model.sceneError}</p>`}
      ${found}
      <p><a href="/">${t("page.home")}</a></p></section>`;
  const choosing = html`<${Choosing} chosen=${chosen} isSweeping=${isSweeping}
    setSweeping=${setSweeping} onTouching=${touching} t=${t}
    onColour=${() => chosen.set(unitsOf(tree, sameColour(tree, chosen.pieces)))} />`;
  const isPhone = !isWide && !isFilled;
  const isTagging = isPhone && chosen.units.length > 0;
  const tools = html`<${Tools} view=${view} steps=${model.scene?.scene?.steps || 0} chosen=${chosen}
    looks=${looks} isFilled=${isFilled} fill=${fill} t=${t}>${!isTagging && choosing}</${Tools}>`;
  const palette = html`<${Palette} tag=${now}
    isReady=${chosen.units.length > 0 && (!isGone || model.draft > 0)} isBusy=${model.isBusy} onTag=${tag}
    isSmall=${isPhone} t=${t} />`;
  // On a phone: look, what to tag the chosen parts as and what else to choose, dice, verdict, findings, the
  // rest folded.
  return html`<h1 class="unseen">${title}</h1>
    <div class=${`board ${isFilled || isWide ? "filled" : ""} ${isFilled ? "alone" : ""}`} ref=${board}>
      <div class="board-top" key="top">
        <${Breadcrumb} tree=${tree} units=${chosen.units} path=${chosen.path}
          onChoose=${(unit) => chosen.choose(unit, false, null)} t=${t} />
        <span class="undo">
          <button type="button" data-do="undo" disabled=${!(model.canUndo ?? model.draft > 0)}
            onClick=${model.undo}>
            ${t("design.undo")}</button>
          <button type="button" data-do="redo" onClick=${model.redo} disabled=${!model.canRedo}>
            ${t("design.redo")}</button></span></div>
      <${Stage} key="stage" file=${file} name=${title} scene=${model.scene} looks=${looks.looks} does=${does}
        isSweeping=${isSweeping} isSlow=${model.isWhole} onView=${setView} t=${t} />
      ${
        model.sceneError &&
        html`<p class="small bad" role="alert">${t("stage.cant", { why: model.sceneError })}</p>`
      }
      ${
        model.many > 0 &&
        html`<p class="note" role="status" data-note="many">
          ${t("stage.many", { count: t.number(model.many) })} <button type="button" data-do="draw-all"
            disabled=${model.isWhole} onClick=${model.drawAll}>
            ${t("stage.drawAll")}</button></p>`
      }
      <${Said} ...${{ tree, chosen, pointed: looks.pointedPiece, naming, alone, t }} />
      ${isTagging && html`<div class="tools">${choosing}</div>${palette}`}
      ${isPhone && html`<div class="side-top">${verdict}${found}</div>`}
      ${
        isPhone ? html`<${Folded} title=${t("tools.label")}>${tools}</${Folded}>` : html`${tools}${palette}`
      }</div>
    <div class="side">
      ${isWide && html`<div class="side-top">${verdict}</div>`}
      <div class="side-rest">
        ${isWide && found}
        ${
          card &&
          html`<${Folded} isOpen=${isWide} title=${isWide ? t("answers.numbers") : t("answers.title")}>
            ${
              !isWide &&
              html`<${Systems} card=${card} t=${t} pointed=${looks.pointedSystem}
                pressed=${looks.pressedSystem} onPoint=${looks.pointAtSystem} onPress=${looks.pressSystem} />`
            }
            <${Facts} card=${card} file=${file} t=${t} /></${Folded}>`
        }
        ${
          tree.instances.length > 0 &&
          html`<${Folded} isOpen=${isWide} title=${t("tree.title", { count: tree.instances.length })}>
              <${Tree} tree=${tree} units=${chosen.units} asked=${chosen.asked}
                onChoose=${(unit, isMore) => chosen.choose(unit, isMore, unit)}
                onPoint=${looks.pointAtInstance} t=${t} /></${Folded}>
            <${Folded} isOpen=${false} title=${t("parts.title", { count: tree.count })}>
              <${PartList} tree=${tree} units=${chosen.units}
                onChoose=${(unit, isMore) => chosen.choose(unit, isMore, unit)} onPoint=${looks.pointAtPiece}
                t=${t} /></${Folded}>`
        }</div>
      <div class="side-foot">
        <${TakeAway} ...${{ file, store, api, t }} />
        <${SaveMenu} model=${model} file=${file} isWritable=${isWritable}
          saveHere=${isHomeless ? saveHere : null} hasHome=${Boolean(store.get().yard?.home)}
          isBusy=${model.isBusy} api=${api} t=${t} /></div></div>
    ${
      model.cannot &&
      html`<${Question} title=${t("design.cannot")}
        answers=${[
          ["yes", t("design.goOn"), "main"],
          ["no", t("question.cancel")],
        ]} onAnswer=${(answer) => model.goOn(answer === "yes")}>
        <p>${model.cannot.why}</p><p>${t("design.goOnHow")}</p></${Question}>`
    }
    <${Banner}
      ...${{ file, model, tree, store, isWritable, isDropped: Boolean(entry?.dropped), isGone, t }} />`;
}

// Open if there is room, folded on a phone, until the user decides.
function Folded({ isOpen = false, title, kind = "", children }) {
  const [isShown, setShown] = useState(isOpen);
  useEffect(() => setShown(isOpen), [isOpen]);
  return html`<details class=${`folded ${kind}`} open=${isShown}
    onToggle=${(event) => setShown(event.target.open)}>
    <summary>${title}</summary>${isShown && children}</details>`;
}

// The selection; it stays when the same model is loaded again with small changes.
function useChosen(tree, file) {
  const [state, setState] = useState({ file, tree, units: [], path: null });
  const [asked, setAsked] = useState(0);
  const { units, path } = useMemo(() => {
    if (state.file !== file) return { units: [], path: null };
    const now = foundAgain(state.tree, tree, state.units);
    const [where = now[0] || null] = state.path ? foundAgain(state.tree, tree, [state.path]) : [];
    return { units: now, path: where };
  }, [state, tree, file]);
  // From here on it is looked for in the newest model.
  useEffect(() => {
    if (tree.count && (state.tree !== tree || state.file !== file)) setState({ file, tree, units, path });
  }, [tree, file]);
  const put = (next, where) => {
    setState({ file, tree, units: next, path: where === null ? path : where });
    setAsked((n) => n + 1);
  };
  const pieces = useMemo(() => piecesOf(tree, units), [tree, units]);
  return {
    units,
    path,
    pieces,
    asked,
    // `where` is what the breadcrumb leads to; null leaves it as it is.
    choose: (unit, isMore, where) => put(chosenWith(units, unit, isMore), where),
    set: (next) => put(next, next[next.length - 1] || null),
    clear: () => setState({ file, tree, units: [], path: null }),
  };
}

// What stands out in the view: pointed at, chosen, lit, tinted, spread.
function useLooks({ model, card, tree, chosen, ghosts }) {
  const [pointedPiece, pointAtPiece] = useState(-1);
  const [pointedInstance, pointAtInstance] = useState(-1);
  const [pointed, pointAtSystem] = useState(null);
  const [pressedSystem, press] = useState(null);
  const [shown, show] = useState(null);
  const [isTinted, setTinted] = useState(false);
  const [isApart, setApart] = useState(false);
  const systems = model.scene?.systems;
  const unit = card?.unit ? card.units.indexOf(card.unit) : 0;
  const systemPieces = (place) =>
    new Set(
      (systems || []).filter((one) => one.unit === unit && one.system === place).flatMap((one) => one.pieces),
    );
  const under =
    pointedPiece >= 0
      ? ((systems || []).find((one) => one.unit === unit && one.pieces.includes(pointedPiece))?.system ??
        null)
      : null;
  const lit = useMemo(() => {
    const pieces = pressedSystem === null ? null : systemPieces(pressedSystem);
    return pieces?.size ? pieces : shown;
  }, [pressedSystem, shown, model.scene, card]);
  // Choosing something ends the display of a finding, and so do other numbers of its pieces.
  useEffect(() => show(null), [chosen.units.join(" "), tree.name]);
  const heat = useMemo(
    () =>
      heatOf(
        tree,
        pointedPiece,
        pointedInstance,
        pointed === null ? null : systemPieces(pointed),
        chosen.pieces,
      ),
    [tree, pointedPiece, pointedInstance, pointed, chosen.pieces, model.scene, card],
  );
  const tint = useMemo(() => (isTinted ? tintOf(tree) : ghosts), [tree, isTinted, ghosts]);
  const apart = isApart ? model.scene?.apart || null : null;
  return {
    looks: { heat, tint, lit, apart },
    pointedPiece,
    pointAtPiece,
    pointAtInstance,
    pointAtSystem,
    pressedSystem,
    show,
    isTinted,
    setTinted,
    isApart,
    setApart,
    pointedSystem: pointed ?? under,
    pressSystem: (place) => {
      press(pressedSystem === place ? null : place);
      show(null);
    },
  };
}

// Ctrl+Z, Ctrl+Y and Ctrl+S, but not where somebody writes.
function useUndoKeys({ draft, save, undo, redo }) {
  const WRITTEN = "input:not([type=checkbox]):not([type=range]), textarea, select, dialog";
  useEvents({
    keydown(event) {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.target.closest?.(WRITTEN)) return;
      const key = event.key.toLowerCase();
      if (key !== "z" && key !== "y" && key !== "s") return;
      event.preventDefault();
      if (key === "s") {
        if (draft > 0) save();
      } else if (key === "y" || event.shiftKey) redo();
      else undo();
    },
  });
}

// The whole screen, or the whole window if the browser refuses.
async function fillScreen(board, setFilled) {
  if (document.fullscreenElement === board) {
    await document.exitFullscreen();
    return;
  }
  if (board.classList.contains("alone")) {
    setFilled(false);
    return;
  }
  try {
    await board.requestFullscreen();
  } catch {
    setFilled(true);
  }
}
