// The strip above the charts: the bars of fair shares, Jain's index and the picture of the network. It can be folded into one line that
// states the shares.
import { type ReactNode, Suspense } from "react";
import { SegmentedControl } from "../../components/choice.tsx";
import { Icon } from "../../components/icons.tsx";
import { lazyPart } from "../../components/lazyPart.tsx";
import { S } from "../../strings/index.ts";
import { NetworkPanel } from "./Network.tsx";
import { MeasuredWindow, Shares } from "./Shares.tsx";

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
  return (
    <section className={`overview${folded ? " is-folded" : ""}`} aria-label={S.stage.foldStrip}>
      <div className="overview-head">
        <h2>
          <button
            type="button"
            className="fold"
            aria-expanded={!folded}
            aria-controls="overview-body"
            onClick={() => props.onFold(!folded)}
          >
            <Icon name="chevron" size={16} />
            {S.lab.fairShare}
          </button>
        </h2>
        <MeasuredWindow coversWholeRun={coversWholeRun} />
        <SegmentedControl
          small
          label={S.lab.numbersCover}
          value={coversWholeRun ? "whole" : "soFar"}
          options={[
            { value: "soFar", label: S.lab.soFar },
            { value: "whole", label: S.lab.wholeRun },
          ]}
          onChange={(value) => props.onCoverage(value === "whole")}
        />
        <Suspense fallback={null}>{folded && <SharesLine coversWholeRun={coversWholeRun} />}</Suspense>
      </div>
      <div className="overview-body" id="overview-body" hidden={folded}>
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
