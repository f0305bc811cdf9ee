// The share link of the lab. It contains the canonical scenario, the result, the version of the simulator and the view
// (playhead, zoom, selection). The address bar shows it 300 ms after the last change, and it does not change while a slider
// moves.
import { useEffect, useState } from "react";
import type { ScenarioDocument } from "../../generated/types.ts";
import { findExample } from "../../scenario/examples.ts";
import { encodeLink, encodeReadable, type LinkView, settingsBetween } from "../../scenario/shareLink.ts";
import { useServices } from "./context.tsx";
import { useLab, useScenario } from "./hooks.ts";

/** The maximum length of a readable link. For more settings, a compressed link is used. */
const MAX_READABLE_LENGTH = 160;
/** The view becomes part of the link when it has not changed for this time, so that scrubbing creates no links. */
const VIEW_SETTLE_MS = 200;

export function useShareLink(): string | null {
  const canonical = useLab((s) => s.canonical);
  const doc = useScenario((s) => s.doc);
  const origin = useScenario((s) => s.origin);
  const result = useLab((s) => (s.run?.outcome && s.run.doc === doc ? s.run.outcome.resultId : undefined));
  const engine = useServices().session.engineVersion;
  const view = useView();
  const [link, setLink] = useState<string | null>(null);
  useEffect(() => {
    let cancelled = false;
    const base = `${location.origin}${location.pathname}${location.search}`;
    const example = findExample(origin.example);
    const settings = example ? settingsBetween(example.doc, doc) : null;
    const extras = { engine, view, ...(result ? { result } : {}) };
    if (example && settings) {
      const readable = encodeReadable(example.id, settings, extras);
      if (readable.length <= MAX_READABLE_LENGTH) {
        setLink(base + readable);
        return;
      }
    }
    if (canonical === null) return;
    const scenario = JSON.parse(canonical) as ScenarioDocument;
    void encodeLink({ scenario, ...extras }).then((fragment) => {
      if (!cancelled) setLink(base + fragment);
    });
    return () => {
      cancelled = true;
    };
  }, [canonical, doc, origin, result, engine, view]);
  return link;
}

/** The view, updated when it has stopped changing. Equal views are the same object. */
function useView(): LinkView {
  const { session } = useServices();
  const [view, setView] = useState(() => session.linkView);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const update = (): void => {
      timer = undefined;
      setView((before) => {
        const now = session.linkView;
        return JSON.stringify(now) === JSON.stringify(before) ? before : now;
      });
    };
    const updateLater = (): void => {
      clearTimeout(timer);
      timer = setTimeout(update, VIEW_SETTLE_MS);
    };
    update();
    const unsubscribes = [
      // During playback the playhead is not part of the link, so its movement does not change the view.
      session.timeView.subscribe((now, before) => {
        const moved = now.playhead !== before.playhead && !session.store.getState().playing;
        if (moved || now.domain !== before.domain || now.brush !== before.brush) updateLater();
      }),
      session.store.subscribe((now, before) => {
        if (now.playing !== before.playing) updateLater();
      }),
    ];
    return () => {
      clearTimeout(timer);
      for (const unsubscribe of unsubscribes) unsubscribe();
    };
  }, [session]);
  return view;
}

/**
 * Keeps the address bar up to date. Links that are too long for the address bar are not written: such scenarios are shared as
 * files.
 */
export function useAddressBar(): void {
  const link = useShareLink();
  useEffect(() => {
    if (!link || link.length > 8000) return;
    const write = (): void => {
      try {
        history.replaceState(history.state, "", link);
      } catch {
        // A page that was opened from a file or in a sandbox is not allowed to change its address.
      }
    };
    // Changing the address waits for the browser's main process, so it is done when the page is idle.
    let idle = 0;
    const timer = setTimeout(() => {
      if (typeof requestIdleCallback === "function") idle = requestIdleCallback(write, { timeout: 1000 });
      else write();
    }, 300);
    return () => {
      clearTimeout(timer);
      if (idle !== 0) cancelIdleCallback(idle);
    };
  }, [link]);
}
