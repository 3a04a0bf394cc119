/* Makes a page that comes from a server installable, and lets it work without the network: its manifest
   is data, its service worker the file offline.js beside it. From a disk there is nothing to do. */

function addManifest() {
  const { href } = document.querySelector("link[rel=icon]");
  const manifest = {
    name: document.title,
    short_name: "dropforge",
    start_url: new URL(location.pathname, location.href).href,
    scope: new URL(".", location.href).href,
    display: "standalone",
    background_color: "#161822",
    theme_color: "#161822",
    icons: [{ src: href, sizes: "any", type: "image/svg+xml", purpose: "any" }],
  };
  const link = document.createElement("link");
  link.rel = "manifest";
  link.href = `data:application/manifest+json,${encodeURIComponent(JSON.stringify(manifest))}`;
  document.head.append(link);
}

export function install() {
  if (!location.protocol.startsWith("http")) return;
  addManifest();
  /* Without that file, or on a page that is not secure, the page works as long as there is a network. */
  navigator.serviceWorker?.register("offline.js").catch(() => {});
}
