// How much each number of the scenario changes. The simulator makes the list of settings, because it
// determines which values are valid.
import { type ReactNode, useEffect, useState } from "react";
import { SegmentedControl } from "../../components/fields/choice.tsx";
import { type SweepDocument, seedsOf } from "./sweepDocument.ts";
import { tornadoSweep } from "./sweepSessions.ts";
import { varyTexts } from "./texts/index.ts";

const PERCENT = ["10", "20", "50"] as const;
type Percent = (typeof PERCENT)[number];

interface TornadoChoiceProps {
  readonly sweep: SweepDocument;
  readonly onSweep: (sweep: SweepDocument) => void;
}

export function TornadoChoice({ sweep, onSweep }: TornadoChoiceProps): ReactNode {
  // A sweep that a link carries has its list already.
  const [isMade, setMade] = useState(sweep.vary.length > 0);
  const [percent, setPercent] = useState<Percent>("20");
  const [problem, setProblem] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the number of seeds does not change the list
  useEffect(() => {
    if (isMade) return undefined;
    let isCurrent = true;
    tornadoSweep(sweep.scenario, Number(percent), seedsOf(sweep)).then(
      (next) => {
        if (!isCurrent) return;
        setMade(true);
        setProblem(null);
        onSweep(next);
      },
      (error: unknown) => isCurrent && setProblem(error instanceof Error ? error.message : String(error)),
    );
    return () => {
      isCurrent = false;
    };
  }, [isMade, percent, sweep.scenario]);
  return (
    <>
      <div className="vary-field labelled text-m">
        <span aria-hidden="true">{varyTexts.percent}</span>
        <SegmentedControl
          small
          label={varyTexts.percent}
          value={percent}
          options={PERCENT.map((value) => ({
            value,
            label: varyTexts.percentOf({ percent: Number(value) }),
          }))}
          onChange={(next) => {
            setPercent(next);
            setMade(false);
          }}
        />
      </div>
      {problem && <p role="alert">{problem}</p>}
      {isMade && <p className="field-note">{varyTexts.tornadoLead({ settings: sweep.vary.length })}</p>}
    </>
  );
}
