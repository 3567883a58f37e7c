// What is chosen in a model: submodels and single pieces. Plain values and functions; nothing here draws.
// A unit is "i3" (instance 3: a submodel where it is placed) or "p17" (piece 17).

export const isInstance = (unit) => unit[0] === "i";
export const numberOf = (unit) => Number(unit.slice(1));

// The tree of a scene: children and pieces of every instance, all below it included.
export function treeOf(scene) {
  const instances = scene?.instances || [];
  const owner = scene?.pieces.instance || [];
  const children = instances.map(() => []);
  const own = instances.map(() => []);
  instances.forEach((one, index) => {
    if (one.parent >= 0) children[one.parent].push(index);
  });
  owner.forEach((index, piece) => {
    if (index >= 0) own[index].push(piece);
  });
  const below = instances.map(() => null);
  const all = (index) => {
    below[index] ||= new Set([...own[index], ...children[index].flatMap((one) => [...all(one)])]);
    return below[index];
  };
  instances.forEach((_, index) => all(index));
  const chain = (index) => {
    const found = [];
    for (let i = index; i >= 0; i = instances[i].parent) found.unshift(i);
    return found;
  };
  return {
    name: scene?.name,
    instances,
    children,
    own,
    below,
    chain,
    owner,
    pieces: scene?.pieces,
    count: owner.length,
  };
}

const bare = (name) => (name || "").replace(/\s*\[[^\]]*\]/g, "");

// Pieces by what they are and where they stand: parts in one place have one mark, and stay in order.
function markedPieces({ pieces, owner }) {
  const marks = owner.map(
    (_, piece) =>
      `${pieces.part[piece]} ${pieces.colour[piece]} ${pieces.place.slice(3 * piece, 3 * piece + 3)}`,
  );
  const byMark = new Map();
  marks.forEach((mark, piece) => {
    if (byMark.has(mark)) byMark.get(mark).push(piece);
    else byMark.set(mark, [piece]);
  });
  return { marks, byMark };
}

// Which piece of a model that comes again is which: the same part in the same colour at the same place. One
// that was moved is the one with its number, if that stands where nothing stood before.
function pieceFinder(before, after) {
  if (before.name === after.name) return (piece) => piece;
  const old = markedPieces(before);
  const now = markedPieces(after);
  const isMoved = (piece) =>
    piece < after.count &&
    after.pieces.part[piece] === before.pieces.part[piece] &&
    !old.byMark.has(now.marks[piece]);
  return (piece) => {
    const mark = old.marks[piece];
    return now.byMark.get(mark)?.[old.byMark.get(mark).indexOf(piece)] ?? (isMoved(piece) ? piece : -1);
  };
}

// The submodel of the same name, whatever its tag is now; of copies the one with the same pieces, which may
// have a name of its own since, else by their order.
function instanceFound(before, after, index, found) {
  const name = bare(before.instances[index]?.name);
  const isSame = (one) => bare(one.name) === name;
  const copies = after.instances.flatMap((one, place) => (isSame(one) ? [place] : []));
  const first = [...(before.below[index] || [])][0];
  const number = before.instances.slice(0, index).filter(isSame).length;
  const has = (place) => first !== undefined && after.below[place].has(found(first));
  const isIt = (one, place) =>
    one.how === "submodel" &&
    has(place) &&
    after.below[place].size === before.below[index].size &&
    after.chain(place).length === before.chain(index).length;
  return (
    copies.find(has) ??
    after.instances.map((one, place) => (isIt(one, place) ? place : undefined)).find(Boolean) ??
    copies[number] ??
    copies[0]
  );
}

// What was chosen in a model, in the model as it is now. Parts that were tagged together are one thing since;
// if the tag is undone, they are parts again.
export function foundAgain(before, after, units) {
  if (before === after) return units;
  if (!after.count) return [];
  const found = pieceFinder(before, after);
  const kept = [];
  const loose = new Set();
  for (const unit of units) {
    const index = isInstance(unit) ? instanceFound(before, after, numberOf(unit), found) : undefined;
    if (index !== undefined) kept.push(`i${index}`);
    else
      for (const piece of isInstance(unit) ? before.below[numberOf(unit)] || [] : [numberOf(unit)])
        if (found(piece) >= 0) loose.add(found(piece));
  }
  const isWhole = (one, index) =>
    index > 0 &&
    one.role &&
    after.below[index].size === loose.size &&
    [...loose].every((piece) => after.below[index].has(piece));
  const whole = loose.size ? after.instances.findIndex(isWhole) : -1;
  return [...new Set([...kept, ...(whole < 0 ? [...loose].map((piece) => `p${piece}`) : [`i${whole}`])])];
}

// What a click on a piece chooses: its submodel; in a flat model, or beside all submodels, the piece itself.
export function unitAt(tree, piece) {
  const index = tree.owner[piece] ?? -1;
  return index > 0 ? `i${index}` : `p${piece}`;
}

export function piecesOf(tree, units) {
  const found = new Set();
  for (const unit of units) {
    if (!isInstance(unit)) found.add(numberOf(unit));
    else for (const piece of tree.below[numberOf(unit)] || []) found.add(piece);
  }
  return found;
}

// With `isMore` a unit is added, or taken away if it is there; otherwise it is the only one.
export function chosenWith(units, unit, isMore) {
  if (!isMore) return [unit];
  return units.includes(unit) ? units.filter((one) => one !== unit) : [...units, unit];
}

// Pieces from a sweep as units: a submodel all of whose pieces were swept is one; the rest are single pieces.
export function unitsOf(tree, pieces) {
  const left = new Set(pieces);
  const units = [];
  const visit = (index) => {
    const below = tree.below[index];
    if (index > 0 && below.size && [...below].every((piece) => left.has(piece))) {
      units.push(`i${index}`);
      below.forEach((piece) => left.delete(piece));
      return;
    }
    tree.children[index].forEach(visit);
  };
  if (tree.instances.length) visit(0);
  return [...units, ...[...left].sort((a, b) => a - b).map((piece) => `p${piece}`)];
}

// All pieces of the colours that the chosen ones have.
export function sameColour(tree, pieces) {
  const colours = new Set([...pieces].map((piece) => tree.pieces.colour[piece]));
  return tree.pieces.colour.flatMap((colour, piece) => (colours.has(colour) ? [piece] : []));
}

// Whether a tag makes them something of their own, which then needs a name.
export const areLoose = (tree, units) =>
  units.length > 0 &&
  units.every((unit) => !isInstance(unit) || tree.instances[numberOf(unit)]?.how === "lines");
export const calledNow = (tree, units) =>
  units.length === 1 && isInstance(units[0]) ? tree.instances[numberOf(units[0])].called : "";

// A tag with a name, as files have it; what somebody has written may have one already.
function named(tag, name) {
  if (!name || tag === "none") return tag;
  return /^\d\w+( \d\w+)*$/.test(tag)
    ? `system "${tag}" ${name}`
    : /^[a-z]+$/.test(tag)
      ? `${tag} ${name}`
      : tag;
}

// The submodel that is chosen alone, if it is placed more than once.
export function copyOf(tree, units) {
  const one = units.length === 1 && isInstance(units[0]) ? tree.instances[numberOf(units[0])] : null;
  return one?.how === "submodel" && one.copies > 1 ? one : null;
}

// What is asked of the server to tag the chosen: submodels by name, all single pieces together; `name` is for
// those. With `isAlone` a copy becomes a submodel of its own: it is named with the lines that lead to it.
export function changesFor(tree, units, tag, name = "", isAlone = false) {
  const copy = isAlone && copyOf(tree, units);
  if (copy) {
    const way = tree.chain(numberOf(units[0])).map((index) => tree.instances[index]);
    const lines = way.filter((one) => one.how === "submodel" && one.parent >= 0).map((one) => one.line);
    return [{ target: { submodel: copy.name, lines }, tag: named(tag, copy.called) }];
  }
  const changes = new Map();
  const pieces = [];
  for (const unit of units) {
    if (!isInstance(unit)) {
      pieces.push(numberOf(unit));
      continue;
    }
    const one = tree.instances[numberOf(unit)];
    if (one.how === "lines")
      changes.set(unit, {
        target: { pieces: [...tree.below[numberOf(unit)]] },
        tag: named(tag, name || one.called),
      });
    else
      changes.set(`${one.how} ${one.name}`, { target: { [one.how]: one.name }, tag: named(tag, one.called) });
  }
  return [...changes.values(), ...(pieces.length ? [{ target: { pieces }, tag: named(tag, name) }] : [])];
}

// The tag that all the chosen have, "" for none; null if they differ.
export function tagOf(tree, units) {
  const tags = new Set(
    units.map((unit) => {
      const index = isInstance(unit) ? numberOf(unit) : tree.owner[numberOf(unit)];
      const one = tree.instances[index];
      if (!one || (!isInstance(unit) && one.how === "submodel")) return "";
      return one.role === "system" ? one.value : one.role;
    }),
  );
  return tags.size === 1 ? [...tags][0] : null;
}

// The nearest instance around a piece that is tagged as something that rolls dice, -1 for none.
export function systemAround(tree, piece) {
  for (let index = tree.owner[piece] ?? -1; index >= 0; index = tree.instances[index].parent) {
    if (["system", "rocket"].includes(tree.instances[index].role)) return index;
  }
  return -1;
}

// The pieces a finding is about: its parts by their lines, or those that stand on its own line.
export function piecesOfFinding(tree, finding) {
  const found = new Set();
  const name = (file) => (file || "").split("/").pop();
  const onLine = (line, submodel) =>
    tree.owner.forEach((index, piece) => {
      if (
        index >= 0 &&
        tree.pieces.line[piece] === line &&
        (!submodel || tree.instances[index].section === submodel)
      )
        found.add(piece);
    });
  for (const part of finding.parts || []) onLine(part.line, "");
  // The box of a frame is told in words only: "Plate 1 x 12 (60479) … bad.mpd:20".
  if (!found.size)
    for (const [, file, line] of (finding.message || "").matchAll(/[(,] ?([^(),]+):(\d+)\)/g))
      if (name(file) === name(finding.file)) onLine(Number(line), "");
  if (!found.size && finding.line) onLine(finding.line, finding.submodel);
  if (found.size || !finding.submodel) return found;
  tree.instances.forEach((one, index) => {
    if (index > 0 && one.section === finding.submodel) tree.below[index].forEach((piece) => found.add(piece));
  });
  return found;
}
