// A company as a link or a text, without any network: its list, packed small. And files to save.
(function (root) {
  "use strict";

  // "0" is plain, "1" is packed; then follows base64 for addresses.
  const PLAIN = "0";
  const PACKED = "1";
  const MARK = "force=";
  const LONGEST = 8000;
  const MOST_UNPACKED = 60000;
  const MOST_UNITS = 60;
  const LONGEST_NAME = 80;

  const say = (key) => (root.brickyardPage ? root.brickyardPage.t(key) : root.brickyardTexts.en[key]);

  function toText(bytes) {
    let said = "";
    for (const byte of bytes) said += String.fromCharCode(byte);
    return root.btoa(said).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  }

  function toBytes(text) {
    const said = root.atob(text.replace(/-/g, "+").replace(/_/g, "/"));
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
    const unit = (one) => {
      const told = { n: one.name, k: one.kind, s: one.systems || [] };
      if (one.rockets) told.r = one.rockets;
      if (one.ace) told.a = one.ace;
      return told;
    };
    const told = { name: force.name, units: (force.units || []).map(unit) };
    if (force.stations && force.stations.length) told.stations = force.stations.map((one) => one.name);
    if (force.spares && force.spares.length) told.spares = force.spares.map(unit);
    if (force.counts) told.counts = force.counts;
    if (force.loadout) told.loadout = force.loadout;
    return told;
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
    const force = { name: told.name, units: told.units.map(unitFrom), stations };
    if (told.spares) force.spares = told.spares.map(unitFrom);
    if (told.loadout && typeof told.loadout === "object") force.loadout = told.loadout;
    if (told.counts) {
      const isNumber = (one) => Number.isInteger(one) && one >= 0 && one <= 100000;
      if (!Object.values(told.counts).every(isNumber)) throw new Error("no list");
      force.counts = { ...told.counts };
    }
    return force;
  }

  async function packed(told) {
    const bytes = new TextEncoder().encode(JSON.stringify(told));
    if (!root.CompressionStream) return PLAIN + toText(bytes);
    return PACKED + toText(await through(bytes, new root.CompressionStream("deflate-raw"), MOST_UNPACKED));
  }

  async function unpacked(text) {
    const bytes = toBytes(text.slice(1));
    if (text[0] === PLAIN) return JSON.parse(new TextDecoder().decode(bytes));
    if (text[0] !== PACKED) throw new Error("no list");
    if (!root.DecompressionStream) throw new Error("old browser");
    const whole = await through(bytes, new root.DecompressionStream("deflate-raw"), MOST_UNPACKED);
    return JSON.parse(new TextDecoder().decode(whole));
  }

  /** `text` can be pasted into any table; `link` is empty on a page from a disk, which others can't open.
   *  `qr` is a picture of the code: of the link, else of the text; empty if it is too long to scan. */
  async function link(force) {
    const text = MARK + (await packed(listOf(force)));
    const here = root.location;
    const isWeb = Boolean(here) && /^https?:$/.test(here.protocol);
    const address = isWeb ? `${here.href.replace(/[?#].*$/, "")}#${text}` : "";
    return { text, link: address, qr: root.brickyardQr ? root.brickyardQr.picture(address || text) : "" };
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
      if (error.message === "old browser") throw new Error(say("share.old-browser"));
      throw new Error(say("share.cant-read"));
    }
  }

  const isShared = (hash) => String(hash || "").includes(MARK);

  /** Hands a file to the browser to save. */
  function download(name, type, text) {
    const address = root.URL.createObjectURL(new Blob([text], { type }));
    const anchor = root.document.createElement("a");
    anchor.href = address;
    anchor.download = String(name)
      .replace(/[^A-Za-z0-9._ -]+/g, "-")
      .slice(0, 80);
    root.document.body.append(anchor);
    anchor.click();
    anchor.remove();
    root.setTimeout(() => root.URL.revokeObjectURL(address), 10000);
  }

  root.brickyardShare = { link, read, isShared, download };
  if (typeof module !== "undefined") module.exports = root.brickyardShare;
})(typeof globalThis !== "undefined" ? globalThis : window);
