// Asks the server. Nothing here knows what the answers are for.
class ApiError extends Error {
  // `body` is what the server said: {"error": a sentence} and, with 409, both versions.
  constructor(status, body) {
    super(body?.error || `The server answered ${status}.`);
    this.status = status;
    this.body = body || {};
  }
}

// {file: "a", path: ["b", "c"]} as ?file=a&path=b&path=c; what is null, undefined or false is left out.
export function query(values = {}) {
  const made = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one === null || one === undefined || one === false) continue;
      made.append(name, one === true ? "1" : String(one));
    }
  }
  const text = made.toString();
  return text ? `?${text}` : "";
}

// Sentences of rules and commands tell what to type; on a page they say what to press. Only sentences: what
// files say stays as it is.
const SENTENCES = new Set(["message", "fix", "error", "why", "reason", "problem", "note", "said"]);
const TYPED = /brickyard [a-z]|--[a-z]|LDRAWDIR|#(?:.*#)?heap \d| (?:under|unter) (?:options|game):/;
export function sayer(pairs) {
  const rules = pairs.map(([typed, pressed]) => [new RegExp(typed, "g"), pressed]);
  const say = (text) => rules.reduce((said, [typed, pressed]) => said.replace(typed, pressed), text);
  const read = (key, value) =>
    !SENTENCES.has(key)
      ? value
      : typeof value === "string"
        ? say(value)
        : Array.isArray(value)
          ? value.map((one) => (typeof one === "string" ? say(one) : one))
          : value;
  return (text) => JSON.parse(text, TYPED.test(text) ? read : undefined);
}

// `offline` is said when the server doesn't answer; `parse` reads what it answers, in the page's language.
export function createApi(token, offline, parse, language = "en") {
  const jsonOf = async (response) => {
    const isJson = (response.headers.get("content-type") || "").includes("json");
    try {
      return isJson ? parse(await response.text()) : null;
    } catch {
      return null;
    }
  };
  const ask = async (address, options) => {
    let response;
    try {
      const headers = { "Accept-Language": language, ...options.headers };
      response = await fetch(address, { credentials: "same-origin", ...options, headers });
    } catch (error) {
      if (error.name === "AbortError") throw error;
      throw new ApiError(0, { error: offline });
    }
    if (!response.ok) throw new ApiError(response.status, await jsonOf(response));
    return response;
  };
  const headers = { "X-Brickyard-Token": token };
  // The answer as it came, for those that are files.
  const file = (name, body = {}, signal = undefined) =>
    ask(`/api/${name}`, {
      method: "POST",
      headers: { ...headers, "Content-Type": "application/json" },
      body: JSON.stringify(body),
      signal,
    });
  return {
    file,
    // api.get("card", {file}) → the answer; a signal stops it.
    get: (name, values, signal) => ask(`/api/${name}${query(values)}`, { signal }).then(jsonOf),
    // api.post("tag", {...}) → the answer.
    post: (name, body, signal) => file(name, body, signal).then(jsonOf),
    // Files with the folders they were dropped with: [{file: File, name: "folder/a.mpd"}].
    drop(files) {
      const form = new FormData();
      for (const { file, name } of files) form.append("files", file, name);
      return ask("/api/drop", { method: "POST", headers, body: form }).then(jsonOf);
    },
    // The address of something that a link or a picture asks for itself.
    address: (name, values) => `/api/${name}${query(values)}`,
  };
}
