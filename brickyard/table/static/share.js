// A company as a link or a text, without any network: its list, packed small. And files to save.
"use strict";

var brickyardShare = (() => {
  // "0" is plain, "1" is packed; then follows base64 for addresses.
  const PLAIN = "0";
  const PACKED = "1";
  const MARK = "force=";
  const LONGEST = 8000;
  const MOST_UNPACKED = 60000;
  const MOST_UNITS = 60;
  const LONGEST_NAME = 80;

  const say = (key) => (globalThis.brickyardPage ? brickyardPage.t(key) : brickyardTexts.en[key]);

  function toText(bytes) {
    let said = "";
    for (const byte of bytes) said += String.fromCharCode(byte);
    return btoa(said).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  }

  function toBytes(text) {
    const said = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
    return Uint8Array.from(said, (letter) => letter.charCodeAt(0));
  }

  async function through(bytes, stream, most) {
    const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
    const parts = [];
    let size = 0;
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.length;
      if (size > most) {
        await reader.cancel();
        throw new Error("too large");
      }
      parts.push(value);
    }
    const whole = new Uint8Array(size);
    let at = 0;
    for (const part of parts) {
      whole.set(part, at);
      at += part.length;
    }
    return whole;
  }

  /** Only what a game needs to know: no pictures, no ids of this game. */
  function listOf(force) {
    const unit = (one) => ({
      n: one.name,
      k: one.kind,
      s: one.systems || [],
      ...(one.rockets && { r: one.rockets }),
      ...(one.ace && { a: one.ace }),
    });
    const { stations, spares, counts, loadout } = force;
    return {
      name: force.name,
      units: (force.units || []).map(unit),
      ...(stations?.length && { stations: stations.map((one) => one.name) }),
      ...(spares?.length && { spares: spares.map(unit) }),
      ...(counts && { counts }),
      ...(loadout && { loadout }),
    };
  }

  const isText = (value, most) => typeof value === "string" && value.length <= (most || LONGEST_NAME);

  function unitFrom(told) {
    const codes = told && told.s;
    const isWhole =
      told &&
      isText(told.n) &&
      isText(told.k, 20) &&
      Array.isArray(codes) &&
      codes.length <= 30 &&
      codes.every((code) => isText(code, 24)) &&
      (told.r === undefined || (Number.isInteger(told.r) && told.r >= 0 && told.r <= 99)) &&
      (told.a === undefined || isText(told.a, 20));
    if (!isWhole) throw new Error("no list");
    return { name: told.n, kind: told.k, systems: codes, rockets: told.r || 0, ace: told.a || "" };
  }

  function forceFrom(told) {
    const lists = told && [told.units, told.spares || [], told.stations || []];
    if (
      !lists ||
      !isText(told.name) ||
      !lists.every((list) => Array.isArray(list) && list.length <= MOST_UNITS)
    ) {
      throw new Error("no list");
    }
    const stations = (told.stations || []).map((name) => {
      if (!isText(name)) throw new Error("no list");
      return { name };
    });
    const isNumber = (one) => Number.isInteger(one) && one >= 0 && one <= 100000;
    if (told.counts && !Object.values(told.counts).every(isNumber)) throw new Error("no list");
    return {
      name: told.name,
      units: told.units.map(unitFrom),
      stations,
      ...(told.spares && { spares: told.spares.map(unitFrom) }),
      ...(told.loadout && typeof told.loadout === "object" && { loadout: told.loadout }),
      ...(told.counts && { counts: { ...told.counts } }),
    };
  }

  async function packed(told) {
    const bytes = new TextEncoder().encode(JSON.stringify(told));
    if (!globalThis.CompressionStream) return PLAIN + toText(bytes);
    return PACKED + toText(await through(bytes, new CompressionStream("deflate-raw"), MOST_UNPACKED));
  }

  async function unpacked(text) {
    const bytes = toBytes(text.slice(1));
    if (text[0] === PLAIN) return JSON.parse(new TextDecoder().decode(bytes));
    if (text[0] !== PACKED) throw new Error("no list");
    if (!globalThis.DecompressionStream) throw new Error("old browser");
    const whole = await through(bytes, new DecompressionStream("deflate-raw"), MOST_UNPACKED);
    return JSON.parse(new TextDecoder().decode(whole));
  }

  /** `text` can be pasted into any table; `link` is empty on a page from a disk, which others can't open.
   *  `qr` is a picture of the code: of the link, else of the text; empty if it is too long to scan. */
  async function link(force) {
    const text = MARK + (await packed(listOf(force)));
    const here = location;
    const isWeb = Boolean(here) && /^https?:$/.test(here.protocol);
    const address = isWeb ? `${here.href.replace(/[?#].*$/, "")}#${text}` : "";
    return { text, link: address, qr: globalThis.brickyardQr ? brickyardQr.picture(address || text) : "" };
  }

  /** A company from a link, from what follows the # of one, or from pasted text. */
  async function read(said) {
    const at = String(said).lastIndexOf(MARK);
    const text =
      at < 0
        ? ""
        : String(said)
            .slice(at + MARK.length)
            .replace(/\s+/g, "");
    if (!text) throw new Error(say("share.no-company"));
    if (text.length > LONGEST) throw new Error(say("share.too-long"));
    try {
      return forceFrom(await unpacked(text));
    } catch (error) {
      const why = error.message === "old browser" ? "share.old-browser" : "share.cant-read";
      throw new Error(say(why), { cause: error });
    }
  }

  const isShared = (hash) => String(hash || "").includes(MARK);

  /** Hands a file to the browser to save. */
  function download(name, type, text) {
    const address = URL.createObjectURL(new Blob([text], { type }));
    const anchor = document.createElement("a");
    anchor.href = address;
    anchor.download = String(name)
      .replace(/[^A-Za-z0-9._ -]+/g, "-")
      .slice(0, 80);
    document.body.append(anchor);
    anchor.click();
    anchor.remove();
    setTimeout(() => URL.revokeObjectURL(address), 10000);
  }

  return { link, read, isShared, download };
})();
