// The fair shares as one line of text, which the folded strip shows.
import type { ReactNode } from "react";
import { formatIndex, formatPercent } from "../../scenario/units.ts";
import { S } from "../../strings/index.ts";
import { FlowSample } from "./FlowCard.tsx";
import { useLab, useMembers, useReading, useStyles } from "./hooks.ts";

/** The maximum number of flows in the line. */
const MAX_FLOWS = 6;

export default function SharesLine({ coversWholeRun }: { readonly coversWholeRun: boolean }): ReactNode {
  const run = useLab((s) => s.run);
  const reading = useReading(run, coversWholeRun);
  const styles = useStyles(useMembers(run));
  if (!reading) return null;
  const flows = reading.flows.filter(({ member }) => member.role !== "reverse");
  return (
    <p className="shares-line">
      {flows.length <= MAX_FLOWS &&
        flows.map(({ member, share }) => (
          <span key={member.id}>
            <FlowSample style={styles.get(member.id)} />
            <span className="shares-name">{member.label}</span> <b>{formatPercent(share)}</b>
          </span>
        ))}
      {flows.length > 1 && (
        <span>
          {S.lab.jain} <b>{formatIndex(reading.jain)}</b>
        </span>
      )}
    </p>
  );
}
