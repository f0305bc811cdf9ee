// Opens scenarios from outside of the page: the link that opened the page, links that are entered in the address bar later, and
// files.
import { useCallback, useEffect, useState } from "react";
import { type FileRead, readScenarioFile } from "../scenario/file.ts";
import { newVisit } from "../scenario/store.ts";
import { autosave, type Opening, type RefusedLink, readOpening } from "./boot.ts";
import type { ShellServices } from "./Shell.tsx";

export type RefusedFile = Extract<FileRead, { ok: false }>;

/** What could not be opened. */
export type OpeningProblem =
  | { readonly kind: "link"; readonly refused: RefusedLink; readonly atStart: boolean }
  | { readonly kind: "file"; readonly refused: RefusedFile };

export interface OpeningState {
  readonly problem: OpeningProblem | null;
  readonly dismiss: () => void;
  readonly openFile: (file: File) => void;
}

/**
 * Starts the lab with the scenario that opened the page. Calls `onLink` after another link and `onFile` after a file was
 * opened.
 */
export function useOpening(
  { session, scenario, opening }: ShellServices,
  onLink: () => void,
  onFile: () => void,
): OpeningState {
  const [problem, setProblem] = useState<OpeningProblem | null>(
    opening.refused && { kind: "link", refused: opening.refused, atStart: true },
  );

  const showContent = useCallback(
    ({ content }: Opening): void => {
      session.showLinkView(content?.view ?? null);
      if (content?.result) session.expectResult({ result: content.result, engine: content.engine ?? null });
    },
    [session],
  );

  useEffect(() => {
    showContent(opening);
    const stop = session.start();
    const stopSaving = autosave(scenario);
    return () => {
      stop();
      stopSaving();
    };
  }, [session, scenario, opening, showContent]);

  useEffect(() => {
    const openLink = (): void => {
      void readOpening(location.hash).then((next) => {
        setProblem(next.refused && { kind: "link", refused: next.refused, atStart: false });
        if (next.refused) return;
        scenario.getState().open(next.doc, next.origin);
        showContent(next);
        onLink();
      });
    };
    addEventListener("hashchange", openLink);
    return () => removeEventListener("hashchange", openLink);
  }, [scenario, showContent, onLink]);

  const openFile = useCallback(
    (file: File): void => {
      void readScenarioFile(file).then((read) => {
        if (!read.ok) {
          setProblem({ kind: "file", refused: read });
          return;
        }
        setProblem((now) => (now?.kind === "file" ? null : now));
        scenario.getState().open(read.doc, newVisit("file"));
        onFile();
      });
    },
    [scenario, onFile],
  );

  return { problem, dismiss: () => setProblem(null), openFile };
}
