// A student's page of a race: title and text of the assignment, then the editor, the race, and the hand-in.
import { type ReactNode, Suspense, useEffect, useRef } from "react";
import { lazyPart } from "../../components/lazyPart.tsx";
import type { EngineClient } from "../../engine/types.ts";
import type { Catalogue } from "../../generated/types.ts";
import { A } from "../../strings/assignments.ts";
import { RACE } from "../../strings/race.ts";
import type { OpenRun } from "../algorithms/RaceCardView.tsx";
import type { Assignment } from "./model.ts";
import { AssignmentHead } from "./StartForm.tsx";
import { keepAssignment } from "./work.ts";

const RacePage = lazyPart(() => import("../algorithms/RacePage.tsx"));

interface RaceWorkProps {
  readonly assignment: Assignment;
  readonly catalogue: Catalogue;
  readonly engine: EngineClient;
  readonly onOpenRun: OpenRun;
  readonly onLeave: () => void;
}

export function RaceWork({ assignment, catalogue, engine, onOpenRun, onLeave }: RaceWorkProps): ReactNode {
  const main = useRef<HTMLElement>(null);
  useEffect(() => main.current?.focus({ preventScroll: true }), []);
  useEffect(() => keepAssignment(assignment), [assignment]);
  return (
    <main id="main" className="lessons page stack gap-4 assignments" ref={main} tabIndex={-1}>
      <button type="button" className="link-button lesson-link" onClick={onLeave}>
        {A.all}
      </button>
      <AssignmentHead assignment={assignment} />
      <p>{RACE.assignmentSteps}</p>
      <Suspense fallback={null}>
        <RacePage catalogue={catalogue} engine={engine} onOpen={onOpenRun} assignment={assignment.id} />
      </Suspense>
    </main>
  );
}
