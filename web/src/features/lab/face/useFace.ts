// What the page shows of the open scenario as one question: the texts, the control, the pictures and the suggested changes.
import { useEffect, useMemo, useState } from "react";
import type { Example, SuggestedChange } from "../../../examples/example.ts";
import { findExample } from "../../../examples/firstExample.ts";
import {
  CALL_PICTURES,
  DEFAULT_PICTURES,
  type ExampleLayout,
  hasLayout,
  layoutOf,
} from "../../../examples/layouts.ts";
import { questionTexts } from "../../../examples/texts/index.ts";
import type { ScenarioDocument } from "../../../generated/types.ts";
import { sameRun } from "../../../scenario/edit.ts";
import { useServices } from "../state/context.tsx";
import { useLab, useScenario } from "../state/hooks.ts";
import { useScenarioTexts } from "../state/useScenarioTexts.ts";

export interface Face {
  readonly question: string;
  /** What the question is about, in one or two sentences. */
  readonly setup: string;
  /** Whether `setup` is true of the scenario. Null until it is known. */
  readonly setupFits: boolean | null;
  /** The paths of settings, the most suitable first. The first that exists is the control. */
  readonly controls: readonly string[];
  /** The names of controls by their paths. */
  readonly labels: Readonly<Record<string, string>>;
  readonly pictures: readonly string[];
  readonly answer: ExampleLayout["answer"];
  /** The changes that the button offers, in order. Each begins with the scenario `start`. */
  readonly tries: readonly SuggestedChange[];
  /**
   * The scenario of the example, or the scenario that was opened if the question does not belong to an
   * example.
   */
  readonly start: ScenarioDocument;
  /**
   * The effect of the control, in a sentence that is true of every scenario. "" if the page has no such
   * sentence.
   */
  readonly reason: string;
  /** The paths of the settings whose effect the reason explains, or the beginnings of the paths. */
  readonly explained: readonly string[];
  /** The queue disciplines of which the reason is true. Default: all. */
  readonly disciplines: readonly string[] | undefined;
}

/** What the reason of a question explains. */
export const explanationOf = (own: ExampleLayout | undefined): Pick<Face, "explained" | "disciplines"> => ({
  explained: own ? [explainedBy(own.control), ...(own.explained ?? [])] : [],
  disciplines: own?.disciplines,
});

/** The settings next to a control, which have the same effect. A buffer is next to settings of its discipline, which have others. */
const explainedBy = (control: string): string =>
  control.endsWith(".queue.limit") ? control : control.replace(/\.[^.]+$/, "");

export function useFace(): Face {
  const layout = useLab((s) => s.layout) ?? {};
  const id = useScenario((s) => s.origin.example);
  const example = findExample(id);
  const own = layoutOf(id);
  const { heading, note } = useScenarioTexts();
  const none = { question: heading, setup: note, label: "", reason: "" };
  const { question, setup, label, reason } = hasLayout(id) ? questionTexts.questions[id] : none;
  const opened = useScenario((s) => s.opened);
  const linkStart = useLab((s) => s.linkStart);
  const tries = useMemo(() => {
    const suggestions = example?.suggestions ?? [];
    return own ? own.tries.flatMap((index) => suggestions[index] ?? []) : suggestions;
  }, [example, own]);
  const hasCall = opened.flows?.some(({ source }) => source?.kind === "media");
  return {
    question: layout.question ?? question,
    setup,
    setupFits: useSetupFits(example),
    controls: [layout.control, own?.control].filter((path) => path !== undefined),
    labels: own ? { [own.control]: label } : {},
    pictures: layout.pictures ?? own?.pictures ?? (hasCall ? CALL_PICTURES : DEFAULT_PICTURES),
    answer: own || !hasCall ? own?.answer : "media",
    tries,
    start: layout.question === undefined && example ? example.doc : (linkStart ?? opened),
    reason,
    ...explanationOf(own),
  };
}

/** Counts the changes of the question from its scenario: what is drawn pale, and the answer before. */
export function useReference({ start }: Pick<Face, "start">): void {
  const { session } = useServices();
  useEffect(() => {
    session.runs.countFrom(start);
    return () => session.runs.countFrom(null);
  }, [session, start]);
}

/** Whether the texts of a scenario describe it. Texts of an example describe the document of the example, also in a link. */
export const describes = (
  doc: ScenarioDocument,
  opened: ScenarioDocument,
  example: Example | undefined,
): boolean => sameRun(doc, example?.doc ?? opened);

function useSetupFits(example: Example | undefined): boolean | null {
  // The document while a slider moves is already that of the shown run.
  const doc = useScenario((s) => s.preview ?? s.doc);
  const opened = useScenario((s) => s.opened);
  const [examples, setExamples] = useState<readonly Example[] | null>(null);
  // A link to a changed example contains the note of the example.
  const needsExamples = example === undefined && Boolean(doc.note);
  useEffect(() => {
    if (needsExamples) void import("../../../examples/examples.ts").then((m) => setExamples(m.EXAMPLES));
  }, [needsExamples]);
  return useMemo(() => {
    if (needsExamples && !examples) return null;
    return describes(doc, opened, example ?? examples?.find(({ point }) => point === doc.note));
  }, [doc, opened, example, examples, needsExamples]);
}
