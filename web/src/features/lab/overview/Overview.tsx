// The overview above the charts: the bars of fair shares, Jain's index and the picture of the network. It can
// be collapsed into one line that states the shares.
import type { CSSProperties, ReactNode } from "react";
import { barChartHeight, dumbbellHeight } from "../../../charts/index.ts";
import { SegmentedControl } from "../../../components/fields/choice.tsx";
import { Icon } from "../../../components/icons.tsx";
import { lazyPart } from "../../../components/lazyPart.tsx";
import type { ScenarioDocument } from "../../../generated/types.ts";
import { dumbbellOf } from "../../../scenario/descriptors.ts";
import { pageTexts } from "../../../texts/index.ts";
import { useLab, useScenario } from "../state/hooks.ts";
import { NetworkPanel } from "./Network.tsx";
import { FairShareHelp, MeasuredWindow, Shares } from "./Shares.tsx";

const SharesLine = lazyPart(() => import("./SharesLine.tsx"));

export interface OverviewProps {
  readonly presenting: boolean;
  readonly folded: boolean;
  readonly onFold: (folded: boolean) => void;
  readonly coversWholeRun: boolean;
  readonly onCoverage: (coversWholeRun: boolean) => void;
}

export function Overview(props: OverviewProps): ReactNode {
  const { presenting, folded, coversWholeRun } = props;
  const isWaiting = useLab((s) => s.run === null);
  const doc = useScenario((s) => s.doc);
  return (
    <section
      className={`overview grid gap-4${folded ? " is-folded" : ""}`}
      aria-label={pageTexts.stage.foldStrip}
    >
      <div className="overview-head stack left">
        <FairShareHelp>
          <h2 className="text-m">
            <button
              type="button"
              className="fold gap-1 nowrap row inline"
              aria-expanded={!folded}
              aria-controls="overview-body"
              onClick={() => props.onFold(!folded)}
            >
              <Icon name="chevron" size={16} />
              {pageTexts.lab.fairShare}
            </button>
          </h2>
        </FairShareHelp>
        <MeasuredWindow coversWholeRun={coversWholeRun} />
        <SegmentedControl
          small
          label={pageTexts.lab.numbersCover}
          value={coversWholeRun ? "whole" : "soFar"}
          options={[
            { value: "soFar", label: pageTexts.lab.soFar },
            { value: "whole", label: pageTexts.lab.wholeRun },
          ]}
          onChange={(value) => props.onCoverage(value === "whole")}
        />
        {folded && <SharesLine coversWholeRun={coversWholeRun} />}
      </div>
      <div
        className={`overview-body grid gap-4${isWaiting ? " is-waiting" : ""}`}
        id="overview-body"
        hidden={folded}
        style={heightsOf(doc)}
      >
        {!folded && (
          <>
            <Shares presenting={presenting} coversWholeRun={coversWholeRun} />
            <NetworkPanel presenting={presenting} coversWholeRun={coversWholeRun} />
          </>
        )}
      </div>
    </section>
  );
}

/** The size of texts in the bars and the picture, in pixels. */
const FONT_SIZE = 12;

/**
 * The heights of the bars and the picture until they are drawn, so that the charts below them stay where they
 * are.
 */
function heightsOf(doc: ScenarioDocument): CSSProperties {
  const flows = doc.flows ?? [];
  const rowsOf = (shown: typeof flows): number => new Set(shown.map(({ id, group }) => group || id)).size;
  const dumbbell = dumbbellOf(doc);
  const hasReverse = Boolean(dumbbell?.reverse) || flows.some(({ role }) => role === "reverse");
  return {
    "--bars": `${barChartHeight(rowsOf(flows), FONT_SIZE)}px`,
    "--picture": dumbbell ? `${dumbbellHeight(rowsOf(flows), FONT_SIZE, hasReverse)}px` : "0px",
  } as CSSProperties;
}
