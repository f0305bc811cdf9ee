// The fair shares in the line of the title: what they cover, the share of each flow, and Jain's index.
import { extent, mean } from "d3-array";
import type { ReactNode } from "react";
import type { LineStyle } from "../../../charts/index.ts";
import { SegmentedControl } from "../../../components/fields/choice.tsx";
import { formatIndex, formatPercent } from "../../../scenario/units.ts";
import { pageTexts } from "../../../texts/index.ts";
import { type FlowGroup, shortLabel, shownGroups } from "../flows/groups.ts";
import type { Reading } from "../flows/readout.ts";
import { FlowSample } from "../settings/FlowCard.tsx";
import { useServices } from "../state/context.tsx";
import { useLab, useMeasured, wholeName } from "../state/hooks.ts";
import { labTexts } from "../texts/index.ts";
import { FairShareHelp, MeasuredWindow, useShares } from "./Shares.tsx";

/** The largest number of flows and groups that the line names. */
const MAX_GROUPS = 3;

export default function SharesLine(): ReactNode {
  const { session } = useServices();
  const coversWholeRun = useLab((s) => s.coversWholeRun);
  const from = useMeasured(
    useLab((s) => s.run),
    true,
  )?.from;
  return (
    <section className="shares-part row gap-3" aria-label={pageTexts.lab.fairShare}>
      <div>
        <FairShareHelp>
          <h2 className="text-s nowrap">{pageTexts.lab.fairShare}</h2>
          <MeasuredWindow coversWholeRun={coversWholeRun} />
          <SegmentedControl
            small
            label={pageTexts.lab.numbersCover}
            value={coversWholeRun ? "whole" : "soFar"}
            options={[
              { value: "soFar", label: pageTexts.lab.soFar },
              { value: "whole", label: wholeName(from ?? 0) },
            ]}
            onChange={(value) => session.store.setState({ coversWholeRun: value === "whole" })}
          />
        </FairShareHelp>
        <Shares coversWholeRun={coversWholeRun} />
      </div>
    </section>
  );
}

/** The share of each flow. */
const sharesOf = (reading: Reading | null): ReadonlyMap<string, number> =>
  new Map(reading?.flows.map(({ member, share }) => [member.id, share]));

const meanOf = ({ members }: FlowGroup, shares: ReadonlyMap<string, number>): number =>
  mean(members, (m) => shares.get(m.id)) ?? Number.NaN;

/** The share of a group. The share in the run with which charts compare is in its tip. */
function Share({
  group,
  style,
  share,
  before,
}: {
  readonly group: FlowGroup;
  readonly style: LineStyle | undefined;
  readonly share: number;
  readonly before: { readonly name: string; readonly share: number } | null;
}): ReactNode {
  const was = before && Number.isFinite(before.share) ? `${before.name}: ${formatPercent(before.share)}` : "";
  return (
    <span className="row gap-1 inline" title={was || undefined}>
      <FlowSample style={style} />
      <span className="shares-name">{shortLabel(group)}</span> <b>{formatPercent(share)}</b>
      {was && <span className="visually-hidden">({was})</span>}
    </span>
  );
}

function Shares({ coversWholeRun }: { readonly coversWholeRun: boolean }): ReactNode {
  const { reading, overlay, before, groups: allGroups, open, styles } = useShares(coversWholeRun);
  const shares = sharesOf(reading);
  const groups = shownGroups(allGroups, open).filter((group) => group.members.some((m) => shares.has(m.id)));
  const sharesBefore = groups.length > MAX_GROUPS ? new Map<string, number>() : sharesOf(before);
  const [least = Number.NaN, most = Number.NaN] = extent(shares.values());
  const isCompared = (reading?.flows ?? []).filter(({ member }) => member.role === "measured").length > 1;
  return (
    <p className="shares-line row gap-2 nowrap">
      {groups.length > MAX_GROUPS ? (
        <span>
          {labTexts.lab.sharesOf({ n: shares.size })}{" "}
          <b>
            {formatPercent(least)} – {formatPercent(most)}
          </b>
        </span>
      ) : (
        groups.map((group) => (
          <Share
            key={group.id}
            group={group}
            style={styles.get(group.id)}
            share={meanOf(group, shares)}
            before={overlay && { name: overlay.name, share: meanOf(group, sharesBefore) }}
          />
        ))
      )}
      {reading && isCompared && (
        <span className="soft" title={pageTexts.lab.jainTip}>
          {pageTexts.lab.jain} <b>{formatIndex(reading.jain)}</b>
        </span>
      )}
    </p>
  );
}
