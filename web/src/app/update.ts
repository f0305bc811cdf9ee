// Works without a network: registers the service worker that the build writes (vite.config.ts), notices when a newer version
// of the page lies ready, and changes to it when asked, never by itself. What is open is handed over to the new version.
import type { ScenarioDocument } from "../scenario/document.ts";

/** Calls `ready` with the function that changes to the new version. Returns what ends watching. */
export function watchForUpdates(ready: (change: () => void) => void): () => void {
  const stop = new AbortController();
  const container = serviceWorkers();
  if (!container || !import.meta.env.PROD) return () => undefined;
  const { signal } = stop;
  const offer = (registration: ServiceWorkerRegistration): void => {
    ready(() => {
      const { waiting } = registration;
      container.addEventListener("controllerchange", () => location.reload(), { once: true });
      if (waiting) waiting.postMessage({ type: "SKIP_WAITING" });
      else location.reload();
    });
  };
  // Blockers replace registering by something that does nothing and gives nothing.
  const follow = (registration: ServiceWorkerRegistration | undefined): void => {
    if (!registration || signal.aborted) return;
    // The very first one replaces nothing.
    if (registration.waiting && container.controller) offer(registration);
    registration.addEventListener(
      "updatefound",
      () => {
        const coming = registration.installing;
        coming?.addEventListener(
          "statechange",
          () => {
            if (coming.state === "installed" && container.controller) offer(registration);
          },
          { signal },
        );
      },
      { signal },
    );
    let asked = performance.now();
    document.addEventListener(
      "visibilitychange",
      () => {
        if (document.visibilityState !== "visible" || performance.now() - asked < ASK_AGAIN_MS) return;
        asked = performance.now();
        // Without a network there is nothing new.
        registration.update().catch(() => undefined);
      },
      { signal },
    );
  };
  container.register("./sw.js").then(follow, () => undefined);
  return () => stop.abort();
}

/** Null where there are none, and in a sandboxed frame, where even asking throws. */
function serviceWorkers(): ServiceWorkerContainer | null {
  try {
    return (navigator.serviceWorker as ServiceWorkerContainer | undefined) ?? null;
  } catch {
    return null;
  }
}

/** A page that stays open for days asks for a newer version when somebody comes back to it. */
const ASK_AGAIN_MS = 3_600_000;

const HANDED_OVER = "fairshare.handed-over";

/** Keeps what is open for the page after the next reload, in this tab only. */
export function handOver(doc: ScenarioDocument): void {
  try {
    sessionStorage.setItem(HANDED_OVER, JSON.stringify(doc));
  } catch {
    // The link in the address bar and the list of recent scenarios have it, too.
  }
}

/** What the page before the reload had open, once. */
export function takeOver(): ScenarioDocument | null {
  try {
    const text = sessionStorage.getItem(HANDED_OVER);
    sessionStorage.removeItem(HANDED_OVER);
    const doc = text === null ? null : (JSON.parse(text) as ScenarioDocument);
    return doc?.v === 1 ? doc : null;
  } catch {
    return null;
  }
}
