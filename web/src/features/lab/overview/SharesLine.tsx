// The fair shares as one line of text, which the collapsed overview shows.
import { mean } from "d3-array";
import type { ReactNode } from "react";
import { formatIndex, formatPercent } from "../../../scenario/units.ts";
import { pageTexts } from "../../../texts/index.ts";
import { shortLabel, shownGroups } from "../flows/groups.ts";
import { FlowSample } from "../settings/FlowCard.tsx";
import { useGroups, useLab, useMeasured, useStyles } from "../state/hooks.ts";

/** The maximum number of flows and groups in the line. */
const MAX_GROUPS = 6;

export default function SharesLine({ coversWholeRun }: { readonly coversWholeRun: boolean }): ReactNode {
  const run = useLab((s) => s.run);
  const reading = useMeasured(run, coversWholeRun);
  const styles = useStyles(run);
  const open = useLab((s) => s.openGroups);
  const allGroups = useGroups(run);
  if (!reading) return null;
  const shares = new Map(reading.flows.map(({ member, share }) => [member.id, share]));
  const groups = shownGroups(allGroups, open).filter((group) => group.members.some((m) => shares.has(m.id)));
  return (
    <p className="shares-line cluster gap-4 flat">
      {groups.length <= MAX_GROUPS &&
        groups.map((group) => (
          <span key={group.id} className="row gap-1 inline nowrap">
            <FlowSample style={styles.get(group.id)} />
            <span className="shares-name nowrap">{shortLabel(group)}</span>{" "}
            <b>{formatPercent(mean(group.members, (m) => shares.get(m.id)) ?? Number.NaN)}</b>
          </span>
        ))}
      {reading.flows.filter(({ member }) => member.role === "measured").length > 1 && (
        <span>
          {pageTexts.lab.jain} <b>{formatIndex(reading.jain)}</b>
        </span>
      )}
    </p>
  );
}
