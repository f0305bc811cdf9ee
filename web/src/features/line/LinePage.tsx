// Your line: a file or three numbers, the search with progress, and the answer.
import "./line.css";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { Button } from "../../components/Button.tsx";
import { ImportError } from "../../engine/imports/types.ts";
import type { PageProps } from "../../extension/feature.ts";
import { offered } from "../../extension/offers.ts";
import type { ScenarioDocument } from "../../generated/types.ts";
import { formatQuantity } from "../../scenario/units.ts";
import { problemText } from "../lab/state/importProblem.ts";
import type { LineAnswer, LineProposal, LineRefusal } from "./calls.ts";
import { fitFile, fitNumbers, type ProposalResult, runProposals, TIME_LIMIT, TooLong } from "./fits.ts";
import { takeFile } from "./handedFile.ts";
import { LineAnswerView } from "./LineAnswerView.tsx";
import { FileForm, NumbersForm } from "./LineForms.tsx";
import { lineMenuTexts } from "./menuTexts.ts";
import { lineTexts } from "./texts/index.ts";

interface LineState {
  /** The file that is fitted, or null for typed numbers. */
  readonly file: File | null;
  /** The runs of the search that are done, while it runs. */
  readonly progress: readonly [done: number, of: number] | null;
  readonly found: LineAnswer | LineRefusal | null;
  readonly results: ReadonlyMap<LineProposal, ProposalResult>;
  /** Why there is nothing to show. The message of a fault is English. */
  readonly problem: { readonly text: string; readonly isFault: boolean } | null;
}

const problemOf = (error: unknown, signal: AbortSignal): NonNullable<LineState["problem"]> => {
  if (signal.aborted) return { text: lineTexts.cancelled, isFault: false };
  if (error instanceof TooLong)
    return { text: lineTexts.tooLong({ seconds: TIME_LIMIT / 1000 }), isFault: false };
  const message = error instanceof Error ? error.message : String(error);
  try {
    // The reader of files states its problem as JSON.
    return { text: problemText(ImportError.of(JSON.parse(message)).problem), isFault: false };
  } catch {
    return { text: message, isFault: true };
  }
};

/** Makes one fit at a time, and runs its proposals. */
function useLine(): {
  readonly state: LineState | null;
  readonly start: (what: File | readonly [number, number, number]) => void;
  readonly cancel: () => void;
} {
  const [state, setState] = useState<LineState | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const start = useCallback((what: File | readonly [number, number, number]): void => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    const file = what instanceof File ? what : null;
    let now: LineState = { file, progress: [0, 1], found: null, results: new Map(), problem: null };
    const show = (change: Partial<LineState>): void => {
      now = { ...now, ...change };
      if (running.current === controller) setState(now);
    };
    show({});
    void (async () => {
      try {
        const found = await (what instanceof File
          ? fitFile(what, signal, (...progress) => show({ progress }))
          : fitNumbers(...what));
        signal.throwIfAborted();
        show({ found, progress: null });
        if ("refused" in found) return;
        await runProposals(found, signal, (proposal, result) =>
          show({ results: new Map(now.results).set(proposal, result) }),
        );
      } catch (error) {
        show({ progress: null, problem: problemOf(error, signal) });
      }
    })();
  }, []);
  return { state, start, cancel: () => running.current?.abort() };
}

export default function LinePage({ onOpen }: PageProps): ReactNode {
  const { state, start, cancel } = useLine();
  useEffect(() => {
    const file = takeFile();
    if (file) start(file);
  }, [start]);
  const open = (doc: ScenarioDocument): void => {
    onOpen(doc);
    if (state?.file) void offered("measuredFiles")?.().then(({ open: draw }) => draw(state.file as File));
  };
  const { found, progress, problem, results } = state ?? {};
  return (
    <main id="main" className="article stack gap-4 text-l" tabIndex={-1}>
      <header>
        <h1>{lineMenuTexts.line}</h1>
        <p className="soft">{lineTexts.lead}</p>
      </header>
      <FileForm onFile={start} />
      <NumbersForm onNumbers={start} />
      <p role="status">
        {progress &&
          (progress[0] === 0 && state?.file
            ? lineTexts.reading({ file: state.file.name })
            : lineTexts.progress({ done: progress[0], of: progress[1] }))}
      </p>
      {progress && (
        <div className="cluster gap-3">
          <progress aria-label={lineMenuTexts.line} value={progress[0]} max={progress[1]} />
          <Button onClick={cancel}>{lineTexts.cancel}</Button>
        </div>
      )}
      {problem && (
        <div role="alert">
          {problem.isFault && <p className="strong">{lineTexts.failed}</p>}
          <p lang={problem.isFault ? "en" : undefined}>{problem.text}</p>
        </div>
      )}
      {found && "refused" in found && <Refused refusal={found} />}
      {found && !("refused" in found) && (
        <LineAnswerView answer={found} results={results ?? new Map()} onOpen={open} />
      )}
    </main>
  );
}

function Refused({ refusal: { refused, numbers } }: { readonly refusal: LineRefusal }): ReactNode {
  const unit = refused === "not_full" || refused === "rate_varies" ? "bit/s" : "s";
  const [a, b] = numbers.map((value) => formatQuantity(value, unit));
  const text = lineTexts.refusals[refused] as string | ((values: Record<string, string>) => string);
  return (
    <div role="alert">
      <p className="strong">{lineTexts.noAnswer}</p>
      <p>{typeof text === "string" ? text : text({ a: a ?? "", b: b ?? "" })}</p>
    </div>
  );
}
