// Fair shares: a bar for the goodput of each flow relative to its fair share, and Jain's index.
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from "react";
import { type BarChart, createBarChart, formatTime } from "../../../charts/index.ts";
import { IconButton } from "../../../components/icons.tsx";
import { formatIndex, formatQuantity } from "../../../scenario/units.ts";
import { pageTexts } from "../../../texts/index.ts";
import { shownGroups } from "../flows/groups.ts";
import type { Reading } from "../flows/readout.ts";
import { useServices } from "../state/context.tsx";
import {
  type Coverage,
  useAlgorithmNames,
  useGroups,
  useLab,
  useMeasured,
  useOverlay,
  useStyles,
  useTimeView,
} from "../state/hooks.ts";

export interface SharesProps {
  readonly presenting: boolean;
  readonly coversWholeRun: Coverage;
  /** Whether the rates of the flows are shown even if little space is left for the bars. */
  readonly alwaysRates?: boolean;
}

export function Shares({ presenting, coversWholeRun, alwaysRates = false }: SharesProps): ReactNode {
  const { session } = useServices();
  const names = useAlgorithmNames();
  const { reading, overlay, before, groups, open, styles } = useShares(coversWholeRun);
  const satisfied = satisfiedFlows(reading);
  const host = useRef<HTMLDivElement>(null);
  const bars = useRef<BarChart | null>(null);
  useLayoutEffect(() => {
    if (!host.current) return;
    bars.current = createBarChart(host.current, (id) => session.timeView.setHighlight(id));
    return () => bars.current?.destroy();
  }, [session]);
  // Before the first values are painted, the bars have their height.
  useLayoutEffect(() => {
    if (!reading) return;
    const groupNames = new Map(
      shownGroups(groups, open).flatMap((group) => group.members.map((m) => [m.id, group.label])),
    );
    const sharesBefore = new Map(before?.flows.map(({ member, share }) => [member.id, share]));
    bars.current?.update(
      reading.flows.flatMap(({ member, share, goodput }) => {
        const style = styles.get(member.id);
        return style
          ? [
              {
                id: member.id,
                label: member.label,
                share,
                before: sharesBefore.get(member.id),
                style,
                rate: goodput,
                group: groupNames.get(member.id) ?? member.label,
                kind: names.get(member.algorithm) ?? member.algorithm,
              },
            ]
          : [];
      }),
      { before: overlay?.name, presenter: presenting, alwaysRates },
    );
  }, [styles, names, groups, open, reading, before, overlay, presenting, alwaysRates]);
  return (
    <section className="shares grid gap-4" aria-label={pageTexts.lab.fairShare}>
      <div className="shares-bars" ref={host} title={satisfied} />
      {alwaysRates ? (
        <FairShareHelp>
          <span className="grow">{satisfied}</span>
        </FairShareHelp>
      ) : (
        <JainIndex reading={reading} />
      )}
    </section>
  );
}

/** What bars and the line of shares show: the numbers of the run and of the run with which it is compared. */
export function useShares(coversWholeRun: Coverage) {
  const run = useLab((s) => s.run);
  const reading = useMeasured(run, coversWholeRun);
  const overlay = useOverlay(run);
  const before = useMeasured(overlay?.run ?? null, coversWholeRun);
  const groups = useGroups(run);
  const open = useLab((s) => s.openGroups);
  const styles = useStyles(run);
  return { reading, overlay, before, groups, open, styles };
}

/** A flow that asks for less than others get has all of its share from this share on. */
const ALL = 0.99;

/** The flows that get all they ask for, in words. "" if there are none. */
function satisfiedFlows(reading: Reading | null): string {
  const labels = (reading?.flows ?? []).flatMap(({ member, asksLess, share }) =>
    asksLess && share >= ALL ? [member.label] : [],
  );
  return labels.length === 0 ? "" : pageTexts.lab.getsAll({ names: labels.join(", "), n: labels.length });
}

/** The button that explains what a fair share is, next to `children`. */
export function FairShareHelp({ children }: { readonly children?: ReactNode }): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  return (
    <div className="shares-help">
      <div className="row gap-1 faint text-s">
        {children}
        <IconButton
          icon="help"
          size={16}
          className="field-help"
          tipSide="left"
          label={pageTexts.lab.aboutFairShare}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
        />
      </div>
      <p className="faint text-s" id={id} hidden={!isOpen}>
        {pageTexts.lab.fairShareTip}
      </p>
    </div>
  );
}

/** The window of time that the bars, Jain's index and the shares in the picture of the network cover. */
export function MeasuredWindow({ coversWholeRun }: { readonly coversWholeRun: boolean }): ReactNode {
  const run = useLab((s) => s.run);
  const reading = useMeasured(run, coversWholeRun);
  // While the run plays, the numbers change a few times a second. The time that is shown here agrees with
  // that of the playback controls.
  const playhead = useTimeView((view) => Number(view.playhead.toFixed(1)));
  // The empty line keeps its height.
  if (!run || !reading || reading.t === 0)
    return <span className="shares-window faint text-s">{"\u00a0"}</span>;
  const coversRest = coversWholeRun || playhead <= reading.from;
  const end = coversRest ? reading.t : Math.min(playhead, run.record.computedTo);
  return (
    <span className="shares-window faint text-s">
      {pageTexts.lab.goodputBetween({ from: formatQuantity(reading.from, "s"), to: formatTime(end, 0.1) })}
    </span>
  );
}

function JainIndex({ reading }: { readonly reading: Reading | null }): ReactNode {
  const value = reading?.jain ?? Number.NaN;
  // The index of a single flow is always 1.
  if (reading && reading.flows.filter((f) => f.member.role === "measured").length < 2) return null;
  return (
    <div className="jain stack gap-0 center" title={pageTexts.lab.jainTip}>
      <span className="jain-value text-xl">{formatIndex(value)}</span>
      <span className="faint text-s">{pageTexts.lab.jain}</span>
    </div>
  );
}
