// The share link of the lab. The link contains the canonical scenario, the result ID, the version of the
// simulator and the view (playhead, zoom, selection). The address bar shows the link 300 ms after its last
// change. The link does not change while a slider moves.
import { useEffect, useState } from "react";
import { pageBase, savedFile } from "../../../address/pageAddress.ts";
import { readRoute, writeAddress } from "../../../address/route.ts";
import { findExample } from "../../../examples/firstExample.ts";
import type { ScenarioDocument } from "../../../generated/types.ts";
import { sameRun } from "../../../scenario/edit.ts";
import {
  encodeLink,
  encodeReadable,
  type LinkView,
  MAX_PARAMETERS,
  settingsBetween,
} from "../../../scenario/shareLink.ts";
import { useServices } from "../state/context.tsx";
import { useLab, useScenario } from "../state/hooks.ts";
import type { Run } from "../state/labStore.ts";

/** A longer readable link, in characters, is used only if it is shorter than the compressed link. */
const SHORT_LENGTH = 160;
/**
 * The link contains a new view when the view has not changed for this time, so that scrubbing does not create
 * many links.
 */
const VIEW_SETTLE_MS = 200;
/** The maximum length of a link in the address bar, in characters. */
const MAX_ADDRESS_LENGTH = 8000;
/** The address bar shows a link when the link has not changed for this time. */
const ADDRESS_DELAY_MS = 300;

export function useShareLink(): string | null {
  const canonical = useLab((s) => s.canonical);
  const doc = useScenario((s) => s.doc);
  const origin = useScenario((s) => s.origin);
  const result = useLab((s) => (s.run?.outcome && s.run.doc === doc ? s.run.outcome.resultId : undefined));
  const engine = useServices().session.engineVersion;
  const view = useView();
  const compared = useComparedRun();
  const [link, setLink] = useState<string | null>(null);
  useEffect(() => {
    let cancelled = false;
    const base = pageBase();
    const example = findExample(origin.example);
    const settings = example && settingsBetween(example.doc, doc);
    const isCompared = compared?.outcome && result && !sameRun(compared.doc, doc);
    const extrasOf = (comparison: string | undefined) => ({
      engine,
      view,
      ...(result ? { result } : {}),
      ...(comparison ? { comparison } : {}),
    });
    const readableOf = (comparison?: string): string | null =>
      settings ? encodeReadable(example.id, settings, extrasOf(comparison)) : null;
    const short = isCompared ? null : readableOf();
    if (short && short.length <= SHORT_LENGTH) {
      setLink(base + short);
      return;
    }
    if (canonical === null) return;
    const scenario = JSON.parse(canonical) as ScenarioDocument;
    const encode = async (): Promise<void> => {
      const comparison = isCompared ? await comparisonText(doc, compared, example?.doc) : undefined;
      const extras = extrasOf(comparison);
      const readable = readableOf(comparison);
      const compressed = await encodeLink({ scenario, ...extras, view: viewOf(view, origin.example) });
      const isShorter = readable && readable.length <= Math.min(compressed.length, MAX_PARAMETERS);
      if (!cancelled) setLink(base + (isShorter ? readable : compressed));
    };
    void encode();
    return () => {
      cancelled = true;
    };
  }, [canonical, doc, origin, result, engine, view, compared]);
  return link;
}

/** The run with which the page compares the shown run: A, the scenario of the question, or the run before the last change. */
export function useComparedRun(): Run | null {
  return useLab(({ asks, reference, pinned, lastChange }) => {
    if (asks) return reference;
    return pinned && !pinned.ofExample ? pinned.run : (lastChange?.before ?? null);
  });
}

async function comparisonText(
  doc: ScenarioDocument,
  { doc: before, outcome }: Run,
  example: ScenarioDocument | undefined,
): Promise<string | undefined> {
  const { writeComparison } = await import("../../../scenario/comparisonLink.ts");
  const isExample = example !== undefined && sameRun(before, example);
  const compared = { before: isExample ? example : before, result: outcome?.resultId ?? "" };
  return writeComparison(doc, compared, example);
}

/** The view in a link that states the whole scenario. A layout then names the example from which its texts come. */
const viewOf = (view: LinkView, example: string | undefined): LinkView =>
  view.l && example !== undefined ? { ...view, l: { ...view.l, of: example } } : view;

/**
 * The current view, updated when it has not changed for `VIEW_SETTLE_MS`. As long as the view is equal, the
 * object is the same.
 */
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
        const playheadMoved = now.playhead !== before.playhead && !session.store.getState().playing;
        if (playheadMoved || now.domain !== before.domain || now.brush !== before.brush) updateLater();
      }),
      session.store.subscribe((now, before) => {
        if (
          now.playing !== before.playing ||
          now.charts !== before.charts ||
          now.layout !== before.layout ||
          now.openGroups !== before.openGroups ||
          now.coversWholeRun !== before.coversWholeRun ||
          now.chosenQueue !== before.chosenQueue ||
          now.pinned !== before.pinned ||
          now.panel !== before.panel ||
          now.panelShows !== before.panelShows
        )
          updateLater();
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
 * Shows the share link in the address bar. A link that is too long for the address bar is not shown; such a
 * scenario can be shared as a file.
 */
export function useAddressBar(): void {
  const link = useShareLink();
  const isAsOpened = useScenario((s) => s.doc === s.opened);
  // A link that states another result stays in the address until the scenario is edited, so that it can be
  // copied and reported.
  const keepsLink = useLab((s) => {
    const result = s.run?.outcome?.resultId;
    return isAsOpened && s.expected !== null && s.expected.result !== result;
  });
  const openingId = useScenario((s) => s.origin.openingId);
  useEffect(() => {
    if (!link || keepsLink || link.length > MAX_ADDRESS_LENGTH) return;
    // The address of a saved file differs from its link.
    const write = (): void => {
      // The address may just have become that of a section, which the page has not shown yet.
      if (!readRoute(location.hash)) writeAddress(openingId, savedFile() ? new URL(link).hash : link);
    };
    // A change of the address waits for the browser's main process, so the address is changed when the page
    // is idle.
    let idleCallback = 0;
    const timer = setTimeout(() => {
      if (typeof requestIdleCallback === "function")
        idleCallback = requestIdleCallback(write, { timeout: 1000 });
      else write();
    }, ADDRESS_DELAY_MS);
    return () => {
      clearTimeout(timer);
      if (idleCallback !== 0) cancelIdleCallback(idleCallback);
    };
  }, [link, keepsLink, openingId]);
}
