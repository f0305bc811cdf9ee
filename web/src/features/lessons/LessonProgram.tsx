// The program that the flows of a lesson run, in an editor. Where the task asks for a program, a changed one is the answer.
// Elsewhere it is a trial: the charts show its run, and the task of the step still asks about the program of the lesson.
import { type ReactNode, useEffect } from "react";
import { Button } from "../../components/Button.tsx";
import { ProgramBox } from "../../components/program/ProgramBox.tsx";
import { useProgram } from "../../components/program/useProgram.ts";
import type { ProgramReport, ScenarioDocument } from "../../generated/types.ts";
import { programOf } from "../../scenario/descriptors.ts";
import { sameRun } from "../../scenario/edit.ts";
import { programFlows, withProgram } from "../../scenario/programs.ts";
import { useServices } from "../lab/state/context.tsx";
import { useCompile, useProgramState, useStop } from "../lab/state/flowProgram.ts";
import { useScenario } from "../lab/state/hooks.ts";
import { showDocument } from "../lab/state/ownLab.ts";
import { lessonTexts } from "./texts/index.ts";

export interface LessonProgramProps {
  /** The name under which the tab keeps a draft. */
  readonly name: string;
  /** The document of the lesson. */
  readonly doc: ScenarioDocument;
  /** The first flow with a program. All flows with a program run the same one. */
  readonly flow: string;
  /** Takes a program as the answer to the task. Null if the task does not ask for a program. */
  readonly onAnswer: ((code: string) => void) | null;
}

export default function LessonProgram({ name, doc, flow, onAnswer }: LessonProgramProps): ReactNode {
  const services = useServices();
  const { catalogue, scenario } = services;
  const isTrial = useScenario((s) => !sameRun(s.doc, doc));
  const used = useScenario((s) => programOf(catalogue, flow, s.doc));
  const compile = useCompile();
  const onProgram = (text: string, report: ProgramReport): void => {
    if (onAnswer) onAnswer(text);
    else
      scenario
        .getState()
        .apply("program", (d) =>
          programFlows(d).reduce((next, id) => withProgram(next, id, text, report), d),
        );
  };
  const program = useProgram({ used, compile, onProgram, draftName: name });
  const stop = useStop(flow);
  const state = useProgramState(flow, used);
  // A trial ends with its step.
  useEffect(() => () => showDocument(services, doc), [services, doc]);
  return (
    <section className="lesson-program stack gap-2" aria-label={lessonTexts.program}>
      <h3>{lessonTexts.program}</h3>
      <p role="status">
        {onAnswer ? lessonTexts.programAnswer : isTrial ? lessonTexts.programTrial : lessonTexts.programHint}
      </p>
      {isTrial && !onAnswer && (
        <Button onClick={() => showDocument(services, doc)}>{lessonTexts.programBack}</Button>
      )}
      <ProgramBox program={program} label={lessonTexts.program} stop={stop} state={state} />
    </section>
  );
}
