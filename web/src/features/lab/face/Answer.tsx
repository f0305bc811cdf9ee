// The answer to the question, which covers the whole run, and the answer before the last change.
import { type ReactNode, useRef } from "react";
import { F } from "../../../strings/face.ts";
import { groupsOf } from "../flows/groups.ts";
import { membersOf } from "../flows/members.ts";
import { useLab } from "../state/hooks.ts";
import type { Run } from "../state/labStore.ts";
import { answerOf } from "./answer.ts";
import type { Face } from "./useFace.ts";

export function Answer({ face }: { readonly face: Face }): ReactNode {
  const run = useComplete(useLab((s) => s.run));
  const ghost = useLab((s) => s.ghost);
  const kind = face.answer ?? (face.pictures.some((name) => name.startsWith("queue")) ? "wait" : undefined);
  const answer = (of: Run | null): string =>
    of?.outcome ? answerOf(of.outcome.summary, groupsOf(of.doc, membersOf(of.record)), kind) : "";
  const [now, before] = [answer(run), answer(ghost)];
  return (
    <>
      <p role="status" aria-label={F.answer}>
        {now || "\u00a0"}
      </p>
      <p className="face-before">{before !== "" && before !== now ? F.before(before) : F.overWholeRun}</p>
    </>
  );
}

/**
 * The run, or the last complete run until it is complete, so that the answer does not vanish while a slider
 * moves.
 */
function useComplete(run: Run | null): Run | null {
  const complete = useRef<Run | null>(null);
  if (run?.outcome) complete.current = run;
  return complete.current;
}
