// Keeps a copy of the table's pages on the device: after one visit they open without a network.
"use strict";

const worker = /** @type {any} */ (self);
const CACHE = `brickyard-table ${worker.registration.scope}`;

worker.addEventListener("install", () => worker.skipWaiting());
worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));

// A page names all it needs; the copy is replaced only when all of it has arrived, so that old and new never
// mix.
worker.addEventListener("message", (event) => {
  const named = (event.data && event.data.keep) || [];
  const own = named.filter((address) => new URL(address).origin === worker.location.origin);
  event.waitUntil(
    keep(own).then(
      () => event.source && event.source.postMessage({ kept: own.length }),
      () => {},
    ),
  );
});

async function keep(addresses) {
  const answers = await Promise.all(addresses.map((address) => fetch(address, { cache: "no-cache" })));
  if (!answers.every((answer) => answer.ok)) throw new Error("not all of it came");
  const cache = await caches.open(CACHE);
  await Promise.all(
    addresses.flatMap((address, at) => {
      const other = otherName(address);
      return [...(other ? [cache.put(other, answers[at].clone())] : []), cache.put(address, answers[at])];
    }),
  );
}

/** A folder and its index are the same page. */
function otherName(address) {
  if (address.endsWith("/")) return `${address}index.html`;
  return address.endsWith("/index.html") ? address.slice(0, -"index.html".length) : "";
}

worker.addEventListener("fetch", (event) => {
  const isOwn = new URL(event.request.url).origin === worker.location.origin;
  if (event.request.method === "GET" && isOwn) event.respondWith(answer(event));
});

/** A kept page and everything it asks for come from the copy; the rest comes from the network. */
async function answer(event) {
  const cache = await caches.open(CACHE);
  const asking = event.request.mode === "navigate" ? event.request.url : await clientAddress(event.clientId);
  const isKept = asking && (await cache.match(asking, { ignoreSearch: true }));
  const copy = isKept && (await cache.match(event.request, { ignoreSearch: true }));
  return copy || fetch(event.request);
}

async function clientAddress(id) {
  const client = id && (await worker.clients.get(id));
  return client ? client.url : "";
}
