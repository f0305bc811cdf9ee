// The results of a run in words, one paragraph for each sentence.
import type { ReactNode } from "react";
import type { RunSummary, ScenarioDocument } from "../../../generated/types.ts";
import { useAlgorithmNames } from "../state/hooks.ts";
import { inWords } from "./words.ts";

export default function InWords({
  summary,
  doc,
}: {
  readonly summary: RunSummary;
  readonly doc: ScenarioDocument;
}): ReactNode {
  const names = useAlgorithmNames();
  return (
    <div className="words stack gap-2 text-l">
      {inWords(summary, names, doc).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </div>
  );
}
