// Adds the results of all experiments to the offline copy of the page once the section has been opened. The
// service worker stores the fetched files (vite.config.ts). The files are fetched one by one while the page
// is idle, once each time the page is opened.
import { controlled } from "../../../engine/offline.ts";
import { fileOf } from "./load.ts";
import type { PaperIndex } from "./model.ts";

let hasBegun = false;

/** Resolves when the browser is idle. */
const idle = (): Promise<void> =>
  new Promise((resolve) => {
    if (typeof requestIdleCallback === "function") requestIdleCallback(() => resolve());
    else setTimeout(resolve, 200);
  });

/** Whether the user asks pages to transfer little data. */
const savesData = (): boolean =>
  "connection" in navigator && Boolean((navigator.connection as { saveData?: boolean }).saveData);

/**
 * Fetches the index and the results of all experiments for the offline copy. A file whose fetch failed is
 * fetched the next time the page is opened.
 */
export async function keepForOffline(index: PaperIndex): Promise<void> {
  if (hasBegun || !("serviceWorker" in navigator) || savesData()) return;
  hasBegun = true;
  await controlled();
  const withResults = index.experiments.filter(({ drawings }) => drawings !== undefined);
  for (const name of ["index", ...withResults.map(({ id }) => id)]) {
    await idle();
    await fetch(new URL(fileOf(name), document.baseURI), { priority: "low" }).catch(() => null);
  }
}
