// A student's page of a race: title and text of the assignment, then the editor, the race, and the hand-in.
import { type ReactNode, Suspense, useEffect, useRef } from "react";
import { NotInSavedFile } from "../../components/NotInSavedFile.tsx";
import type { PageProps } from "../../extension/feature.ts";
import { type RacePageProps, useOffer } from "../../extension/offers.ts";
import type { Assignment } from "./model.ts";
import { AssignmentHead } from "./StartForm.tsx";
import { assignmentTexts } from "./texts/index.ts";
import { keepAssignment } from "./work.ts";

interface RaceWorkProps extends Pick<PageProps, "catalogue" | "engine" | "onOpenRun"> {
  readonly assignment: Assignment;
  readonly onLeave: () => void;
}

export function RaceWork({ assignment, catalogue, engine, onOpenRun, onLeave }: RaceWorkProps): ReactNode {
  const main = useRef<HTMLElement>(null);
  useEffect(() => main.current?.focus({ preventScroll: true }), []);
  useEffect(() => keepAssignment(assignment), [assignment]);
  return (
    <main id="main" className="lessons page stack gap-4 assignments" ref={main} tabIndex={-1}>
      <button type="button" className="link-button lesson-link" onClick={onLeave}>
        {assignmentTexts.all}
      </button>
      <AssignmentHead assignment={assignment} />
      <p>{assignmentTexts.race.assignmentSteps}</p>
      <Suspense fallback={null}>
        <RacePage catalogue={catalogue} engine={engine} onOpenRun={onOpenRun} assignment={assignment.id} />
      </Suspense>
    </main>
  );
}

function RacePage(props: RacePageProps): ReactNode {
  const race = useOffer("race");
  return race ? <race.Page {...props} /> : <NotInSavedFile at={["assignments"]} />;
}
