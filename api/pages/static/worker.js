// Keeps the scorer's page at hand while there is no connection: the service is asked first, and
// what it last said of the page and its files is shown when it cannot be reached.

const KEPT = "cuelog-score";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { pathname, origin } = new URL(request.url);
  const ours = origin === self.location.origin && (pathname.startsWith("/score/") || pathname.startsWith("/static/"));
  if (request.method === "GET" && ours) event.respondWith(answer(request));
});

async function answer(request) {
  try {
    const fresh = await fetch(request);
    if (fresh.ok) (await caches.open(KEPT)).put(request, fresh.clone());
    return fresh;
  } catch (error) {
    const kept = await caches.match(request);
    if (kept) return kept;
    throw error;
  }
}
