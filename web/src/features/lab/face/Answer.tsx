// The answer to the question with the part of the run that it covers, and the answer of the scenario from which the
// question counts changes.
import { type ReactNode, useMemo, useRef } from "react";
import { lazyPart } from "../../../components/lazyPart.tsx";
import { isFramed, linksAt } from "../../../extension/installed.ts";
import { sameRun } from "../../../scenario/edit.ts";
import { formatQuantity } from "../../../scenario/units.ts";
import { groupsOf } from "../flows/groups.ts";
import { membersOf } from "../flows/members.ts";
import { answeredSpan } from "../flows/readout.ts";
import { useLab, useMembers, useScenario } from "../state/hooks.ts";
import type { Run } from "../state/labStore.ts";
import { answerOf, beforeOf, type CoveredAnswer } from "./answer.ts";
import { faceTexts } from "./texts/index.ts";
import type { Face } from "./useFace.ts";

const SeedHint = lazyPart(() => import("./SeedHint.tsx"));

export function Answer({
  face,
  presenting = false,
}: {
  readonly face: Face;
  readonly presenting?: boolean;
}): ReactNode {
  const run = useComplete(useLab((s) => s.run));
  const doc = useScenario((s) => s.preview ?? s.doc);
  // Until the run of the present settings is complete, the answer is that of others.
  const isFormer = useMemo(() => run !== null && !sameRun(run.doc, doc), [run, doc]);
  const reference = useLab((s) => s.reference);
  const kind = face.answer ?? (face.pictures.some((name) => name.startsWith("queue")) ? "wait" : undefined);
  const now = answerTo(run, kind);
  const beforeText = reference?.id === run?.id ? "" : beforeOf(now, answerTo(reference, kind));
  return (
    <>
      <p role="status" aria-label={faceTexts.answer} aria-busy={isFormer}>
        {now.text || "\u00a0"}
      </p>
      <p className="face-before" aria-busy={isFormer}>
        {isFormer
          ? faceTexts.ofFormer
          : beforeText
            ? faceTexts.oneSeed({ span: now.span })
            : now.span || "\u00a0"}
        {/* A page about rules goes on from an answer about a rule, and not from one about a queue, some named flows or what a user notices. */}
        {!presenting && !isFramed() && (kind === undefined || kind === "use" || kind === "smooth") && (
          <Further run={run} compares={kind !== "use"} />
        )}
        {beforeText && (
          <>
            <br />
            <span>
              {face.pictures.includes("shares") && <i className="face-outline" />}
              {beforeText}
            </span>
          </>
        )}
        {kind === undefined && reference?.outcome && run?.outcome && reference.id !== run.id && (
          <SeedHint before={reference} after={run} />
        )}
      </p>
    </>
  );
}

/** A page of a feature that goes on where the answer ends. */
function Further({ run, compares }: { readonly run: Run | null; readonly compares: boolean }): ReactNode {
  const flows = useMembers(run).filter(({ role }) => role === "measured");
  const rules = new Set(flows.map(({ algorithm }) => algorithm));
  // UDP reacts to nothing.
  rules.delete("udp");
  const [link] = linksAt("answer", { flows, rules, compares });
  return (
    link && (
      <a className="face-further" href={link.address}>
        {link.label}
      </a>
    )
  );
}

/** The answer of a run, and the part of the run that it covers. Empty until the run is complete. */
function answerTo(run: Run | null, kind: Face["answer"]): CoveredAnswer {
  if (!run?.outcome) return { text: "", span: "" };
  const { record, doc } = run;
  // The numbers of frames are those of the measurement window.
  const [start, end] = run.outcome.summary.window;
  const { from, to } = kind === "media" ? { from: start, to: end } : answeredSpan(record, true);
  const isWhole = from === 0 && to === record.duration;
  return {
    text: answerOf(record, run.outcome.summary, groupsOf(doc, membersOf(record)), kind),
    span: isWhole
      ? faceTexts.overWholeRun
      : faceTexts.between({ from: formatQuantity(from, "s"), to: formatQuantity(to, "s") }),
  };
}

/** The run, or the last complete run until it is complete, so that the answer does not vanish while a slider moves. */
function useComplete(run: Run | null): Run | null {
  const complete = useRef<Run | null>(null);
  if (run?.outcome) complete.current = run;
  return complete.current;
}
