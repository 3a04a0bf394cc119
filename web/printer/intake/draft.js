/* The drawing of the editor, which the browser keeps. Where it keeps nothing, the page works as if there were none. */
const BASE = "dropforge";
const STORE = "drawings";
const KEY = "editor";

const settled = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

/* Does something with the store, or gives undefined. */
async function useStore(mode, use) {
  try {
    const opening = indexedDB.open(BASE, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    const base = await settled(opening);
    try {
      return await settled(use(base.transaction(STORE, mode).objectStore(STORE)));
    } finally {
      base.close();
    }
  } catch {
    return undefined;
  }
}

export const keepDraft = (draft) => useStore("readwrite", (store) => store.put(draft, KEY));

export const readDraft = () => useStore("readonly", (store) => store.get(KEY));
