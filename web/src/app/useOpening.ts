// Opens scenarios from links and files: the link with which the page was loaded, links that are entered in
// the address bar later, and files that the user chooses.
import { type Dispatch, type SetStateAction, useCallback, useEffect, useState } from "react";
import { openingIdOf, readRoute, writeAddress } from "../address/route.ts";
import { offered } from "../extension/offers.ts";
import type { Opening, RefusedLink } from "../scenario/opening.ts";
import { newOrigin } from "../scenario/store.ts";
import { type FileRead, readScenarioFile } from "../storage/file.ts";
import { autosave, readOpening } from "./boot.ts";
import { FORM_CATALOGUE } from "./catalogue.ts";
import { layoutOfOpening } from "./layout.ts";
import type { ShellServices } from "./startLab.ts";

export type RefusedFile = Extract<FileRead, { ok: false }>;

/**
 * The link or the file that could not be opened. `atStart` is true for the link with which the page was
 * loaded.
 */
export type OpeningProblem =
  | { readonly kind: "link"; readonly refused: RefusedLink; readonly atStart: boolean }
  | { readonly kind: "file"; readonly refused: RefusedFile };

export interface OpeningState {
  readonly problem: OpeningProblem | null;
  readonly dismiss: () => void;
  readonly openFile: (file: File) => void;
}

type SetProblem = Dispatch<SetStateAction<OpeningProblem | null>>;
type ShowContent = (opening: Opening) => void;

/**
 * Starts the lab with the scenario with which the page was loaded. Calls `onLink` after another link was
 * opened, and `onFile` after a file was opened.
 */
export function useOpening(services: ShellServices, onLink: () => void, onFile: () => void): OpeningState {
  const { session, opening } = services;
  const [problem, setProblem] = useState<OpeningProblem | null>(
    opening.refused && { kind: "link", refused: opening.refused, atStart: true },
  );

  const showLinkContent = useCallback(
    ({ link, comparison }: Opening): void => {
      session.showLinkView(link?.view ?? null);
      if (link?.result)
        session.expectResult({
          result: link.result,
          engine: link.engine ?? null,
          ...(comparison ? { before: comparison === "unreadable" ? "" : comparison.result } : {}),
        });
      if (comparison && comparison !== "unreadable") {
        session.store.setState({ linkStart: comparison.before });
        void session.runs.compareWith(comparison.before, link?.view?.k?.[0] !== undefined);
      }
    },
    [session],
  );

  useStart(services, showLinkContent);
  useLinks(services, showLinkContent, onLink, setProblem);
  const openFile = useFiles(services, onFile, setProblem);
  return { problem, dismiss: () => setProblem(null), openFile };
}

/** Starts the session with the opened scenario, and stores edits in the browser. */
function useStart({ session, scenario, opening }: ShellServices, showLinkContent: ShowContent): void {
  useEffect(() => {
    showLinkContent(opening);
    const stop = session.start();
    const stopSaving = autosave(scenario);
    return () => {
      stop();
      stopSaving();
    };
  }, [session, scenario, opening, showLinkContent]);
}

/** Opens the links that are entered in the address bar. */
function useLinks(
  { session, scenario, open }: ShellServices,
  showLinkContent: ShowContent,
  onLink: () => void,
  setProblem: SetProblem,
): void {
  useEffect(() => {
    const forget = (): void => setProblem((current) => (current?.kind === "link" ? null : current));
    let latest = 0;
    const openLink = ({ oldURL }: HashChangeEvent): void => {
      latest += 1;
      const number = latest;
      if (readRoute(location.hash)) return;
      const openingId = scenario.getState().origin.openingId;
      // Back from a section: the scenario of this address is still open.
      if (openingIdOf(history.state) === openingId) {
        forget();
        return;
      }
      const reading = readOpening(location.hash, FORM_CATALOGUE.version);
      const show = (next: Opening): void => {
        if (number !== latest) return;
        setProblem(next.refused && { kind: "link", refused: next.refused, atStart: false });
        if (next.refused) {
          // The result that an earlier link states does not belong to this link.
          session.expectResult(null);
          // After reloading, the page opens the scenario that is still shown.
          writeAddress(openingId, oldURL);
          return;
        }
        scenario.getState().open(next.doc, next.origin);
        session.setLayout(layoutOfOpening(next));
        showLinkContent(next);
        onLink();
      };
      // A link of another version replaces the lab.
      const checked = reading.then(async (next) =>
        (await import("./checkShape.ts")).checkShape(session.engine, next),
      );
      checked.then(show, () => {
        if (number === latest) open(reading);
      });
    };
    // After a refused link, Back leads to the same address, which is no change of the fragment.
    const leaveRefusedLink = ({ state }: PopStateEvent): void => {
      if (openingIdOf(state) !== scenario.getState().origin.openingId) return;
      latest += 1;
      forget();
    };
    addEventListener("hashchange", openLink);
    addEventListener("popstate", leaveRefusedLink);
    // If another scenario is opened, the message about a link or a file that could not be opened is removed.
    const stop = scenario.subscribe(({ origin }, before) => {
      if (origin !== before.origin) setProblem(null);
    });
    return () => {
      removeEventListener("hashchange", openLink);
      removeEventListener("popstate", leaveRefusedLink);
      stop();
    };
  }, [session, scenario, open, showLinkContent, onLink, setProblem]);
}

/** Opens a file with measured data. Returns whether it is one. */
async function openMeasured(file: File): Promise<boolean> {
  const offer = await offered("measuredFiles")?.();
  return offer?.open(file) ?? false;
}

/** Reads a file with a scenario, or with a measured path, which becomes one. */
async function readFile(file: File, { session }: ShellServices): Promise<FileRead> {
  const read = await readScenarioFile(file);
  const { shapeProblem } = await import("./checkShape.ts");
  const detail = read.ok ? await shapeProblem(session.engine, read.doc) : undefined;
  if (read.ok && detail === undefined) return read;
  try {
    const doc = await (await offered("measuredPath")?.())?.(file);
    if (doc) return { ok: true, doc };
  } catch (error) {
    return { ok: false, reason: "not-a-scenario", detail: (error as Error).message };
  }
  return detail === undefined ? read : { ok: false, reason: "not-a-scenario", detail };
}

/** Returns the function that opens a file with a scenario, or with measured data. */
function useFiles(services: ShellServices, onFile: () => void, setProblem: SetProblem): (file: File) => void {
  return useCallback(
    (file: File): void => {
      void readFile(file, services).then((read) => {
        if (!read.ok) {
          void openMeasured(file)
            .catch(() => false)
            .then((isMeasured) => {
              if (isMeasured) onFile();
              setProblem(isMeasured ? null : { kind: "file", refused: read });
            });
          return;
        }
        setProblem((current) => (current?.kind === "file" ? null : current));
        services.scenario.getState().open(read.doc, newOrigin("file"));
        onFile();
      });
    },
    [services, onFile, setProblem],
  );
}
