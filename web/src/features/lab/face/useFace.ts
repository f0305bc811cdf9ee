// What the page shows of the open scenario as one question: the texts, the control, the pictures and the
// suggested changes.
import { useMemo } from "react";
import type { SuggestedChange } from "../../../examples/example.ts";
import { findExample } from "../../../examples/firstExample.ts";
import { DEFAULT_PICTURES, type ExampleLayout, hasLayout, layoutOf } from "../../../examples/layouts.ts";
import { F } from "../../../strings/face.ts";
import { useLab, useScenario } from "../state/hooks.ts";
import { useScenarioTexts } from "../state/useScenarioTexts.ts";

export interface Face {
  readonly question: string;
  /** What the question is about, in one or two sentences. */
  readonly setup: string;
  /** The paths of settings, the most suitable one first. The first that exists is the control. */
  readonly controls: readonly string[];
  /** The names of controls by their paths. */
  readonly labels: Readonly<Record<string, string>>;
  readonly pictures: readonly string[];
  readonly answer: ExampleLayout["answer"];
  /** The changes that the button offers, in order. */
  readonly tries: readonly SuggestedChange[];
}

export function useFace(): Face {
  const layout = useLab((s) => s.layout) ?? {};
  const id = useScenario((s) => s.origin.example);
  const example = findExample(id);
  const own = layoutOf(id);
  const { heading, note } = useScenarioTexts();
  const [question = heading, setup = note, label = ""] = hasLayout(id) ? F.questions[id] : [];
  const tries = useMemo(() => {
    const suggestions = example?.suggestions ?? [];
    return own ? own.tries.flatMap((index) => suggestions[index] ?? []) : suggestions;
  }, [example, own]);
  return {
    question: layout.question ?? question,
    setup,
    controls: [layout.control, own?.control].filter((path) => path !== undefined),
    labels: own ? { [own.control]: label } : {},
    pictures: layout.pictures ?? own?.pictures ?? DEFAULT_PICTURES,
    answer: own?.answer,
    tries,
  };
}
