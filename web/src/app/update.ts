// Offline use and updates: registers the service worker that the build creates (vite.config.ts), detects when
// a newer version of the page is ready, and switches to that version only when the user chooses to update.
// The open scenario is handed over to the new version, and to the same page after a reload in a section whose
// address does not contain the scenario.
import type { ScenarioDocument } from "../generated/types.ts";
import { type Layout, readLayout } from "../scenario/layout.ts";
import { newOrigin, type ScenarioState } from "../scenario/store.ts";

/** The function that switches to a newer version, and whether another tab has switched to it already. */
export interface Update {
  readonly switchVersion: () => void;
  readonly isReplaced: boolean;
}

/**
 * Watches for a newer version of the page. Calls `onReady` when a newer version is ready, or when another tab has
 * switched to it: the parts of this version that are not loaded yet are then gone. Returns the function that stops
 * watching.
 */
export function watchForUpdates(onReady: (update: Update) => void): () => void {
  const stop = new AbortController();
  const container = serviceWorkers();
  if (!container || !import.meta.env.PROD || globalThis.fairshareFile) return () => undefined;
  const { signal } = stop;
  const offer = (registration: ServiceWorkerRegistration): void => {
    const switchVersion = (): void => {
      const { waiting } = registration;
      isSwitching = true;
      container.addEventListener("controllerchange", () => location.reload(), { once: true });
      if (waiting) waiting.postMessage({ type: "SKIP_WAITING" });
      else location.reload();
    };
    onReady({ switchVersion, isReplaced: false });
  };
  let isSwitching = false;
  // The first installation begins to control the page, which is no update.
  let isControlled = container.controller !== null;
  container.addEventListener(
    "controllerchange",
    () => {
      if (isControlled && !isSwitching) onReady({ switchVersion: () => location.reload(), isReplaced: true });
      isControlled = true;
    },
    { signal },
  );
  // The registration is undefined where a content blocker has replaced `register` by a function that returns
  // nothing.
  const watch = (registration: ServiceWorkerRegistration | undefined): void => {
    if (!registration || signal.aborted) return;
    // Without a controller, the waiting version is the first installation and not an update.
    if (registration.waiting && container.controller) offer(registration);
    registration.addEventListener(
      "updatefound",
      () => {
        const installing = registration.installing;
        installing?.addEventListener(
          "statechange",
          () => {
            if (installing.state === "installed" && container.controller) offer(registration);
          },
          { signal },
        );
      },
      { signal },
    );
    let lastCheckMs = performance.now();
    document.addEventListener(
      "visibilitychange",
      () => {
        if (document.visibilityState !== "visible" || performance.now() - lastCheckMs < CHECK_INTERVAL_MS)
          return;
        lastCheckMs = performance.now();
        // The check fails without a network connection. The next check is made as usual.
        registration.update().catch(() => undefined);
      },
      { signal },
    );
  };
  container.register("./sw.js").then(watch, () => undefined);
  return () => stop.abort();
}

/**
 * The browser's interface to service workers. Null where service workers are not supported, and in a
 * sandboxed frame, where accessing the interface throws.
 */
function serviceWorkers(): ServiceWorkerContainer | null {
  try {
    return (navigator.serviceWorker as ServiceWorkerContainer | undefined) ?? null;
  } catch {
    return null;
  }
}

/** A page that stays open checks for a newer version when it becomes visible again, at most once an hour. */
const CHECK_INTERVAL_MS = 3_600_000;

/** The key of the handed-over scenario in the session storage. */
const HANDED_OVER = "fairshare.handed-over";

interface HandedOver extends Pick<ScenarioState, "doc" | "origin"> {
  /** The layout of the page. Null if it shows everything. */
  readonly layout: Layout | null;
}

/** Stores the open scenario for the page after the next reload of the current address, in this tab only. */
export function handOver({ doc, origin }: ScenarioState, layout: Layout | null): void {
  try {
    sessionStorage.setItem(HANDED_OVER, JSON.stringify({ address: location.hash, doc, origin, layout }));
  } catch {
    // Session storage is not available. The address bar and the list of recent scenarios also contain the
    // scenario.
  }
}

/** Returns the scenario that `handOver` stored at this address, and removes it. Null if there is none. */
export function takeOver(): HandedOver | null {
  try {
    const text = sessionStorage.getItem(HANDED_OVER);
    sessionStorage.removeItem(HANDED_OVER);
    if (text === null) return null;
    const stored = JSON.parse(text) as Partial<HandedOver> & { readonly address?: string };
    const { doc, origin } = stored;
    if (stored.address !== location.hash || typeof doc?.v !== "number") return null;
    return {
      doc: doc as ScenarioDocument,
      origin: newOrigin(origin?.kind ?? "own", origin?.example),
      layout: readLayout(stored.layout),
    };
  } catch {
    return null;
  }
}
