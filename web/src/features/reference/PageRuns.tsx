// The runs that show what the page of an algorithm says. Each opens in the Lab.
import type { ReactNode } from "react";
import { Button } from "../../components/Button.tsx";
import { InlineProse } from "../../components/Prose.tsx";
import type { AlgorithmInfo, ScenarioDocument } from "../../generated/types.ts";
import { rulesInLanguage } from "../../scenario/catalogue/rules/inLanguage.ts";
import type { Claimed } from "./claimRuns.ts";
import { PAGE_CLAIMS } from "./pageClaims.ts";
import { referenceTexts } from "./texts/index.ts";

interface PageRunsProps {
  readonly algorithm: AlgorithmInfo;
  readonly onOpen: (doc: ScenarioDocument) => void;
}

/** The different runs of a claim. */
function runsOf(shown: Claimed): readonly ScenarioDocument[] {
  const runs = shown.flatMap((one) => ("run" in one ? [one.run, ...(one.over ? [one.over] : [])] : []));
  return [...new Map(runs.map((run) => [JSON.stringify(run), run])).values()];
}

/** A sentence without the marks of mathematics and emphasis, which notes do not show. */
const plain = (sentence: string): string => sentence.replace(/[$*]|\\(?=[a-zA-Z])/g, "");

export function PageRuns({ algorithm, onOpen }: PageRunsProps): ReactNode {
  const { shownBy, openRun } = referenceTexts;
  const claims = Object.entries(PAGE_CLAIMS[algorithm.id] ?? {})
    .map(([sentence, shown]) => ({ sentence, runs: runsOf(shown) }))
    .filter(({ runs }) => runs.length > 0);
  if (claims.length === 0) return null;
  return (
    <>
      <h2>{shownBy}</h2>
      <ul className="measure stack gap-4">
        {claims.map(({ sentence, runs }) => (
          <li key={sentence} className="cluster baseline">
            <q>
              <InlineProse {...rulesInLanguage(sentence)} />
            </q>
            {runs.map((run, i, { length }) => (
              <Button
                key={JSON.stringify(run)}
                small
                onClick={() => onOpen({ ...run, title: algorithm.name, note: plain(sentence) })}
              >
                {openRun({ n: length > 1 ? i + 1 : null })}
              </Button>
            ))}
          </li>
        ))}
      </ul>
    </>
  );
}
