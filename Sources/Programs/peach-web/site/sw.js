// @ts-check
// Keeps one version of the page as a whole, for use without a network, and adds the headers of cross-origin isolation,
// which static hosts often cannot send. Scripts/web writes the version and the list of files.
const version = "VERSION";
/** @type {string[]} */ const files = ["FILES"];
/** @type {any} */ const worker = self;

worker.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(caches.open(version).then((cache) => cache.addAll(files)));
});
worker.addEventListener("message", (/** @type {any} */ { data }) => { if (data === "update") worker.skipWaiting(); });
worker.addEventListener("activate", (/** @type {any} */ event) => {
  const old = caches.keys().then((names) => names.filter((name) => name !== version));
  event.waitUntil(old.then((names) => Promise.all(names.map((name) => caches.delete(name)))).then(() => worker.clients.claim()));
});
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method === "GET" && new URL(request.url).origin === location.origin) event.respondWith(answer(request));
});

async function answer(/** @type {Request} */ request) {
  const cache = await caches.open(version);
  const found = (await cache.match(request, { ignoreSearch: true })) ?? (await fetch(request));
  const headers = new Headers(found.headers);
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Cross-Origin-Embedder-Policy", "require-corp");
  headers.set("Cross-Origin-Resource-Policy", "same-origin");
  return new Response(found.body, { status: found.status, statusText: found.statusText, headers });
}
