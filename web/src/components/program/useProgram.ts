// The text of a program while it is edited: it is compiled shortly after each change, and a text without errors is
// passed on. A text with errors stays in the editor and, as a draft, in the storage of the tab.
import { useCallback, useEffect, useRef, useState } from "react";
import type { ProgramReport } from "../../generated/types.ts";

/** The time without a change after which a text is compiled. */
const PAUSE_MS = 200;

/** A text that is not passed on yet, and the text that it was made from. */
interface Draft {
  readonly text: string;
  readonly from: string;
}

export interface ProgramOptions {
  /** The program that is in use. When it changes from outside, it replaces the edited text. */
  readonly used: string;
  readonly compile: (text: string) => Promise<ProgramReport>;
  /** Called with a text that has no errors. */
  readonly onProgram: (text: string, report: ProgramReport) => void;
  /** The name under which the tab keeps the draft. */
  readonly draftName: string;
}

export interface EditedProgram {
  readonly text: string;
  readonly setText: (text: string) => void;
  /** The latest report of the compiler. Null until the first one. */
  readonly report: ProgramReport | null;
  /** Why texts cannot be compiled, or null. */
  readonly problem: string | null;
  /** Whether `report` is about `text`. */
  readonly isCurrent: boolean;
}

const keyOf = (name: string): string => `fairshare.program.${name}`;

function readDraft(name: string, used: string): string | null {
  try {
    const draft = JSON.parse(sessionStorage.getItem(keyOf(name)) ?? "null") as Draft | null;
    return draft?.from === used && typeof draft.text === "string" ? draft.text : null;
  } catch {
    return null;
  }
}

/** Keeps a draft, or removes it if the text is in use. A draft that the browser does not store is only in the editor. */
function keepDraft(name: string, draft: Draft): void {
  try {
    if (draft.text === draft.from) sessionStorage.removeItem(keyOf(name));
    else sessionStorage.setItem(keyOf(name), JSON.stringify(draft));
  } catch {
    // The storage is full or not available.
  }
}

export function useProgram({ used, compile, onProgram, draftName }: ProgramOptions): EditedProgram {
  const [text, setText] = useState(() => readDraft(draftName, used) ?? used);
  const [compiled, setCompiled] = useState<{ text: string; report: ProgramReport } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const lastUsed = useRef(used);
  const pass = useRef(onProgram);
  useEffect(() => {
    pass.current = onProgram;
  });
  // A program that another part of the page has changed, for example undo.
  useEffect(() => {
    if (lastUsed.current === used) return;
    lastUsed.current = used;
    setText(used);
  }, [used]);
  useEffect(() => {
    keepDraft(draftName, { text, from: lastUsed.current });
    let isLatest = true;
    const receive = (report: ProgramReport): void => {
      if (!isLatest) return;
      setCompiled({ text, report });
      setProblem(null);
      if (report.faults.length > 0 || text === lastUsed.current) return;
      lastUsed.current = text;
      keepDraft(draftName, { text, from: text });
      pass.current(text, report);
    };
    const fail = (error: unknown): void => {
      if (isLatest) setProblem(error instanceof Error ? error.message : String(error));
    };
    const timer = setTimeout(() => compile(text).then(receive, fail), PAUSE_MS);
    return () => {
      isLatest = false;
      clearTimeout(timer);
    };
  }, [text, compile, draftName]);
  const change = useCallback((next: string) => setText(next), []);
  const isCurrent = compiled?.text === text;
  return { text, setText: change, report: compiled?.report ?? null, problem, isCurrent };
}
