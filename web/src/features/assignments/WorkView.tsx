// The page on which a student works on an assignment. It shows only the assignment: questions and settings on
// the left, charts on the right.
import { type ReactNode, useEffect, useState } from "react";
import type { Catalogue } from "../../generated/types.ts";
import type { Assignment } from "./model.ts";
import { StartForm } from "./StartForm.tsx";
import { WorkPage } from "./WorkPage.tsx";
import { forgetWork, keepAssignment, newWork, readWork, saveWork, type Work, watchWork } from "./work.ts";

export interface WorkViewProps {
  readonly assignment: Assignment;
  readonly catalogue: Catalogue;
  /** Leaves an assignment that was opened from a file. Null for an assignment from a link. */
  readonly onLeave: (() => void) | null;
}

export function WorkView({ assignment, catalogue, onLeave }: WorkViewProps): ReactNode {
  const [work, setWork] = useState<Work | null>(() => readWork(assignment));
  // A new beginning gets a new lab, which has no runs of the work before.
  const [attempt, setAttempt] = useState(1);
  const [isKept, setKept] = useState(true);
  const hasWork = work !== null;
  useEffect(() => {
    if (work) setKept(saveWork(assignment, work));
  }, [assignment, work]);
  // In two tabs, the work that was stored last is shown in both, so that neither replaces newer answers.
  useEffect(() => watchWork(assignment, setWork), [assignment]);
  useEffect(() => {
    if (hasWork) keepAssignment(assignment);
  }, [assignment, hasWork]);
  if (!work)
    return (
      <StartForm
        assignment={assignment}
        version={catalogue.version}
        onLeave={onLeave}
        onBegin={(name) => {
          setAttempt(attempt + 1);
          setWork(newWork(name, Date.now()));
        }}
      />
    );
  return (
    <WorkPage
      key={attempt}
      assignment={assignment}
      catalogue={catalogue}
      work={work}
      isKept={isKept}
      onWork={(change) => setWork((before) => before && change(before))}
      onRestart={() => {
        forgetWork(assignment);
        setWork(null);
      }}
    />
  );
}
