// @ts-check
// Keeps one version of the page as a whole, for use without a network, and adds the headers of
// cross-origin isolation, which static hosts often cannot send. Scripts/web writes the version and
// the list of files.
const version = "VERSION";
/** @type {string[]} */
const files = ["FILES"];
/** The cache of files that are kept when they are first needed, by their contents. */
const later = "LATER";
/** @type {any} The global scope of a service worker, which TypeScript's library lacks. */
const worker = self;

const isolation = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
  "Cross-Origin-Resource-Policy": "same-origin",
};

/** Downloads all files of this version. */
async function install() {
  const cache = await caches.open(version);
  await cache.addAll(files);
}

/** Deletes the other versions, and takes over the pages that are open. */
async function activate() {
  const old = (await caches.keys()).filter((name) => name !== version && name !== later);
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** @param {Request} request Returns a file of this version, or else what the host answers. */
async function answer(request) {
  const cache = await caches.open(version);
  const found =
    (await cache.match(request, { ignoreSearch: true })) ??
    (await (request.url.endsWith(".sf3") ? fetchAndKeep(request) : fetch(request)));
  const headers = new Headers(found.headers);
  for (const [name, value] of Object.entries(isolation)) headers.set(name, value);
  return new Response(found.body, { status: found.status, statusText: found.statusText, headers });
}

/** @param {Request} request Returns a large file, which is kept from then on. */
async function fetchAndKeep(request) {
  const cache = await caches.open(later);
  const kept = await cache.match(request);
  if (kept) return kept;
  const response = await fetch(request);
  // Not awaited: the page shows how much has arrived.
  if (response.ok) cache.put(request, response.clone()).catch(() => {});
  return response;
}

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(install()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(activate()));

worker.addEventListener("message", (/** @type {any} */ { data }) => {
  if (data === "update") worker.skipWaiting();
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const isOwn = new URL(request.url).origin === location.origin;
  if (request.method === "GET" && isOwn) event.respondWith(answer(request));
});
