// What is shown is what the address says, so Back, reload and links work.
const listeners = new Set();

// {path: "/design", file: "chub.mpd", params: URLSearchParams, href}; `all("file")` for several of a name.
export function addressNow() {
  const params = new URLSearchParams(location.search);
  return {
    path: location.pathname,
    params,
    file: params.get("file") || "",
    all: (name) => params.getAll(name),
    href: location.pathname + location.search,
  };
}

const tell = () => listeners.forEach((listener) => listener(addressNow()));

export function go(href, { replace = false } = {}) {
  if (href === location.pathname + location.search) return;
  history[replace ? "replaceState" : "pushState"]({}, "", href);
  if (!replace) scrollTo(0, 0);
  tell();
}

// Changes some of the address's values and keeps the others; empty ones are left out.
export function change(values, { replace = true } = {}) {
  const params = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(values)) {
    params.delete(name);
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== "" && one !== null && one !== undefined) params.append(name, one);
  }
  const text = params.toString();
  go(location.pathname + (text ? `?${text}` : ""), { replace });
}

// A link to one of our own addresses is followed in the page; all others as browsers do.
function followed(event) {
  if (
    event.defaultPrevented ||
    event.button ||
    event.ctrlKey ||
    event.metaKey ||
    event.shiftKey ||
    event.altKey
  )
    return;
  const link = event.target.closest?.("a[href]");
  if (!link || link.target || link.hasAttribute("download")) return;
  const to = new URL(link.href);
  if (to.origin !== location.origin || to.pathname.startsWith("/api/") || to.pathname.startsWith("/static/"))
    return;
  if (to.hash && to.pathname === location.pathname && to.search === location.search) return;
  event.preventDefault();
  go(to.pathname + to.search);
}

export function startRouter(listener) {
  listeners.add(listener);
  addEventListener("popstate", tell);
  document.addEventListener("click", followed);
  // The printed address carries the token; once it is in the cookie nobody else should read it here.
  const params = new URLSearchParams(location.search);
  if (params.has("token")) {
    params.delete("token");
    const text = params.toString();
    history.replaceState({}, "", location.pathname + (text ? `?${text}` : ""));
  }
  return addressNow();
}
