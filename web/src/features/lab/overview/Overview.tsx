// The picture of the network next to the playback controls. It can be hidden, which leaves its height to the charts.
import type { CSSProperties, ReactNode } from "react";
import { dumbbellHeight } from "../../../charts/index.ts";
import { IconButton } from "../../../components/icons.tsx";
import type { ScenarioDocument } from "../../../generated/types.ts";
import { dumbbellOf } from "../../../scenario/descriptors.ts";
import { pageTexts } from "../../../texts/index.ts";
import { useLab, useScenario } from "../state/hooks.ts";
import { NetworkPanel } from "./Network.tsx";

export interface OverviewProps {
  readonly presenting: boolean;
  readonly folded: boolean;
  readonly onFold: (folded: boolean) => void;
  readonly coversWholeRun: boolean;
}

export function Overview({ presenting, folded, onFold, coversWholeRun }: OverviewProps): ReactNode {
  const isWaiting = useLab((s) => s.run === null);
  const doc = useScenario((s) => s.doc);
  return (
    <section
      className={`overview${isWaiting ? " is-waiting" : ""}`}
      aria-label={pageTexts.lab.networkPicture}
      style={{ "--picture": pictureHeight(doc) } as CSSProperties}
    >
      <IconButton
        icon="chevron"
        size={16}
        className="fold"
        tipSide="left"
        label={folded ? pageTexts.stage.showNetwork : pageTexts.stage.hideNetwork}
        aria-expanded={!folded}
        onClick={() => onFold(!folded)}
      />
      {!folded && <NetworkPanel presenting={presenting} coversWholeRun={coversWholeRun} />}
    </section>
  );
}

/** The height of the picture until it is drawn, so that the charts below it stay where they are. */
function pictureHeight(doc: ScenarioDocument): string {
  const flows = doc.flows ?? [];
  const rows = new Set(flows.map(({ id, group }) => group || id)).size;
  const dumbbell = dumbbellOf(doc);
  const hasReverse = Boolean(dumbbell?.reverse) || flows.some(({ role }) => role === "reverse");
  return dumbbell ? `${dumbbellHeight(rows, 12, hasReverse)}px` : "0px";
}
