/* The service worker of the pages: keeps what has been seen, for when there is no network. */
const CACHE = "dropforge";
const PAGES = ["dropforge.html", "play.html", "clear.html", "player.html", "example.html", "dropforge-player.js"];

async function keep(request, response) {
  if (response.ok) await (await caches.open(CACHE)).put(request, response.clone());
  return response;
}

async function answer(request) {
  try {
    return await keep(request, await fetch(request));
  } catch (error) {
    const kept = await caches.match(request, { ignoreSearch: true });
    if (kept) return kept;
    throw error;
  }
}

/* Not all of the pages need be there. */
addEventListener("install", (event) => {
  const all = PAGES.map((page) => fetch(page).then((response) => keep(page, response)).catch(() => {}));
  event.waitUntil(Promise.all(all).then(() => self.skipWaiting()));
});

addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

addEventListener("fetch", (event) => {
  const { pathname, origin } = new URL(event.request.url);
  const isOurs = origin === location.origin && PAGES.includes(pathname.split("/").pop());
  if (event.request.method === "GET" && isOurs) event.respondWith(answer(event.request));
});
