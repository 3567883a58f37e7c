// Python's values and errors for what is translated from Python: as strict as Python is, and with its names.
const py = (() => {
  class Exception extends Error {
    constructor(message = "") {
      super(message);
      this.name = this.constructor.name;
    }
  }
  class KeyError extends Exception {}
  class IndexError extends Exception {}
  class ValueError extends Exception {}
  class RecursionError extends Exception {}

  const wrong = (...values) => {
    const kinds = values.map((one) => (one === null ? "None" : Array.isArray(one) ? "list" : typeof one));
    throw new TypeError(`this can't be done with ${kinds.join(" and ")}`);
  };
  const hasOwn = Object.prototype.hasOwnProperty;
  const has = (object, key) => hasOwn.call(object, key);
  const is_list = Array.isArray;
  const is_text = (one) => typeof one === "string";
  const is_bool = (one) => typeof one === "boolean";
  const is_number = (one) => typeof one === "number" || typeof one === "boolean";
  const is_dict = (one) => typeof one === "object" && one !== null && !is_list(one) && !(one instanceof Set);
  const letters = (text) => (/[\ud800-\udfff]/.test(text) ? Array.from(text) : text);
  const place_in = (list, place) => {
    const at = place < 0 ? place + list.length : place;
    if (typeof place !== "number" || !(at in list)) throw new IndexError(String(place));
    return at;
  };
  const before = (one, other) => {
    if (typeof one === "string" && typeof other === "string") {
      const [left, right] = [letters(one), letters(other)];
      if (left === one && right === other) return one < other;
      const points = (text) => Array.from(text, (letter) => letter.codePointAt(0));
      const [a, b] = [points(one), points(other)];
      const at = a.findIndex((point, n) => point !== b[n]);
      return at < 0 ? a.length < b.length : a[at] < b[at];
    }
    return is_number(one) && is_number(other) ? one < other : wrong(one, other);
  };

  const same = (one, other) => {
    if (one === other) return true;
    if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) {
      return is_number(one) && is_number(other) && Number(one) === Number(other);
    }
    if (is_list(one))
      return is_list(other) && one.length === other.length && one.every((item, n) => same(item, other[n]));
    if (!is_dict(one) || !is_dict(other)) return false;
    const keys = Object.keys(one);
    return (
      keys.length === Object.keys(other).length &&
      keys.every((key) => has(other, key) && same(one[key], other[key]))
    );
  };
  const find = (list, item) => {
    const at = list.indexOf(item);
    return at < 0 && typeof item === "object" ? list.findIndex((one) => same(one, item)) : at;
  };
  const key = (name) => (typeof name === "string" ? name : wrong(name));
  const bool = (one) => {
    if (typeof one !== "object") return Boolean(one);
    if (one === null) return false;
    if (is_list(one)) return one.length > 0;
    if (one instanceof Set) return one.size > 0;
    for (const name in one) if (has(one, name)) return true;
    return false;
  };
  const each = (some) => {
    if (is_list(some)) return some;
    if (typeof some !== "string" && is_dict(some) && !some[Symbol.iterator]) return Object.keys(some);
    return typeof some === "string" || (some && some[Symbol.iterator]) ? [...some] : wrong(some);
  };
  const put = (some, name, value) => {
    if (is_list(some)) some[place_in(some, name)] = value;
    else if (name === "__proto__")
      Object.defineProperty(some, name, { value, writable: true, enumerable: true, configurable: true });
    else some[key(name)] = value;
  };
  const str = (one) => {
    if (typeof one === "string") return one;
    if (typeof one === "number") return String(one);
    return one === null ? "None" : one === true ? "True" : one === false ? "False" : wrong(one);
  };
  const plus = (one, other) => {
    if (is_number(one) && is_number(other)) return Number(one) + Number(other);
    if (typeof one === "string" && typeof other === "string") return one + other;
    return is_list(one) && is_list(other) ? one.concat(other) : wrong(one, other);
  };
  const number = (one) => (is_number(one) ? Number(one) : wrong(one));
  const divisor = (one) => number(one) || wrong(one);
  const best = (list, wins, otherwise) => {
    if (!list.length && otherwise === undefined) throw new ValueError("there is none");
    return list.length ? list.reduce((one, other) => (wins(other, one) ? other : one)) : otherwise;
  };
  // eslint-disable-next-line no-control-regex -- Python takes them for spaces.
  const spaces = /[\t-\r\x1c- \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/;

  return {
    Exception,
    KeyError,
    IndexError,
    ValueError,
    RecursionError,
    TypeError,
    is_list,
    is_text,
    is_bool,
    is_number,
    is_dict,
    same,
    key,
    bool,
    each,
    put,
    str,
    plus,
    null_at: (some, name) => {
      if (some[name] === undefined) throw new KeyError(name);
      return null;
    },
    at: (some, name) => {
      if (is_list(some)) return some[place_in(some, name)];
      if (typeof some === "string") return letters(some)[place_in(letters(some), name)];
      if (!has(some, key(name))) throw new KeyError(name);
      return some[name];
    },
    slice: (some, from, to) => {
      const part = (typeof some === "string" ? letters(some) : some).slice(from ?? 0, to ?? undefined);
      return typeof some === "string" && is_list(part) ? part.join("") : part;
    },
    unpacked: (some, number) => {
      const all = each(some);
      if (all.length !== number) throw new ValueError(`${number} values are wanted, here are ${all.length}`);
      return all;
    },
    within: (item, some) => {
      if (is_list(some)) return find(some, item) >= 0;
      if (typeof some === "string") return some.includes(key(item));
      return some instanceof Set ? some.has(item) : typeof item === "string" && has(some, item);
    },
    more: (one, other) => {
      if (!is_list(one)) return plus(one, other);
      one.push(...each(other));
      return one;
    },
    minus: (one, other) => number(one) - number(other),
    times: (one, other) =>
      is_list(one) ? Array.from({ length: number(other) }, () => one).flat() : number(one) * number(other),
    divided: (one, other) => Math.floor(number(one) / divisor(other)),
    modulo: (one, other) => ((number(one) % divisor(other)) + other) % other,
    lt: (one, other) =>
      typeof one === "number" && typeof other === "number" ? one < other : before(one, other),
    gt: (one, other) =>
      typeof one === "number" && typeof other === "number" ? one > other : before(other, one),
    le: (one, other) =>
      one instanceof Set && other instanceof Set
        ? [...one].every((item) => other.has(item))
        : !before(other, one),
    ge: (one, other) => !before(one, other),

    len: (some) =>
      typeof some === "string"
        ? letters(some).length
        : is_list(some)
          ? some.length
          : (some.size ?? Object.keys(some).length),
    int: (one) =>
      typeof one === "string" ? (/^-?[0-9]+$/.test(one) ? Number(one) : wrong(one)) : Math.trunc(number(one)),
    abs: (one) => Math.abs(number(one)),
    ord: (letter) => letter.codePointAt(0),
    range: (from, to) =>
      to === undefined
        ? Array.from({ length: from }, (_, n) => n)
        : Array.from({ length: Math.max(0, to - from) }, (_, n) => n + from),
    enumerate: (list) => list.map((item, place) => [place, item]),
    zip: (one, other) => {
      if (one.length !== other.length) throw new ValueError("zip() of lists that aren't of one length");
      return one.map((item, place) => [item, other[place]]);
    },
    next: (list, test, make, otherwise) => {
      for (let at = 0; at < list.length; at += 1) if (test(list[at])) return make(list[at]);
      if (otherwise === undefined) throw new ValueError("there is none");
      return otherwise;
    },
    dict: Object.fromEntries,
    list: (list) => list.slice(),
    set: (list) => new Set(list),
    sum: (list) => list.reduce(plus, 0),
    any: (list) => list.some(bool),
    all: (list) => list.every(bool),
    min: (some, otherwise) => best(some, before, otherwise),
    max: (some, otherwise) => best(some, (one, other) => before(other, one), otherwise),
    sorted: (some, backwards = false) => {
      const all = some.slice().sort((one, other) => (before(one, other) ? -1 : before(other, one) ? 1 : 0));
      return backwards ? all.reverse() : all;
    },

    get: (some, name, otherwise = null) =>
      typeof name === "string" && has(some, name) ? some[name] : otherwise,
    pop: (some, name, otherwise) => {
      const value = has(some, name) ? some[name] : otherwise;
      delete some[name];
      return value;
    },
    setdefault: (some, name, otherwise) => {
      if (!has(some, key(name))) put(some, name, otherwise);
      return some[name];
    },
    fromkeys: (some, value) => {
      const made = {};
      some.forEach((name) => put(made, name, value));
      return made;
    },
    items: Object.entries,
    values: Object.values,
    keys: Object.keys,
    append: (list, item) => {
      list.push(item);
    },
    add: (some, item) => {
      some.add(item);
    },
    remove: (some, item) => {
      if (some instanceof Set ? some.delete(item) : find(some, item) >= 0 && some.splice(find(some, item), 1))
        return;
      throw some instanceof Set ? new KeyError(item) : new ValueError("that isn't in the list");
    },
    index: (list, item) => {
      if (find(list, item) < 0) throw new ValueError(`${str(item)} isn't in the list`);
      return find(list, item);
    },
    count: (some, item) =>
      typeof some === "string" ? some.split(item).length - 1 : some.filter((one) => same(one, item)).length,

    join: (between, texts) => texts.map(key).join(between),
    split: (text, between) => {
      if (!is_text(text)) return key(between).split(text.some);
      return between === undefined ? text.split(spaces).filter(Boolean) : text.split(between);
    },
    partition: (text, between) => {
      const at = text.indexOf(between);
      return at < 0 ? [text, "", ""] : [text.slice(0, at), between, text.slice(at + between.length)];
    },
    rpartition: (text, between) => {
      const at = text.lastIndexOf(between);
      return at < 0 ? ["", "", text] : [text.slice(0, at), between, text.slice(at + between.length)];
    },
    startswith: (text, start) => text.startsWith(start),
    endswith: (text, end) => text.endsWith(end),
    removeprefix: (text, start) => (text.startsWith(start) ? text.slice(start.length) : text),
    strip: (text, letter) => {
      let [from, to] = [0, text.length];
      while (from < to && letter.includes(text[from])) from += 1;
      while (from < to && letter.includes(text[to - 1])) to -= 1;
      return text.slice(from, to);
    },
    replace: (text, old, other) => text.split(old).join(other),
    casefold: (text) => text.toUpperCase().toLowerCase(),
    upper: (text) => text.toUpperCase(),
    capitalize: (text) => text.slice(0, 1).toUpperCase() + text.slice(1).toLowerCase(),
    pattern: (text) => ({ whole: new RegExp(`^(?:${text})$`, "u"), some: new RegExp(text, "u") }),
    fullmatch: (pattern, text) => pattern.whole.exec(key(text)),
    search: (pattern, text) => pattern.some.exec(key(text)),
    dumps: JSON.stringify,
    loads: (text) => {
      try {
        return JSON.parse(text);
      } catch {
        throw new ValueError("that isn't JSON");
      }
    },
    sha256: (text) => brickyardSeal.sha256(text),
  };
})();
