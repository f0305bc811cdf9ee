// Who gets how much: bars against a fair share, Jain's index, and the small live picture of the network.
import { type ReactNode, useEffect, useRef } from "react";
import { S } from "../../app/strings.ts";
import {
  type BarChart,
  createBarChart,
  createNetworkPicture,
  formatQuantity,
  type NetworkPicture,
} from "../../charts/index.ts";
import { SegmentedControl } from "../../components/choice.tsx";
import { formatIndex } from "../../scenario/units.ts";
import { useAlgorithmNames, useLab, useMembers, useReading, useServices, useStyles } from "./context.tsx";
import type { Reading } from "./readout.ts";

export interface SharesProps {
  readonly presenter: boolean;
  readonly whole: boolean;
  readonly onWhole: (whole: boolean) => void;
}

export function Shares({ presenter, whole, onWhole }: SharesProps): ReactNode {
  const { session } = useServices();
  const run = useLab((s) => s.run);
  const reading = useReading(run, whole);
  const members = useMembers(run);
  const names = useAlgorithmNames();
  const styles = useStyles(members);
  const host = useRef<HTMLDivElement>(null);
  const bars = useRef<BarChart | null>(null);
  useEffect(() => {
    if (!host.current) return;
    const made = createBarChart(host.current, {
      presenter,
      onHover: (id) => session.link.setHighlight(id),
    });
    bars.current = made;
    return () => {
      bars.current = null;
      made.destroy();
    };
  }, [session, presenter]);
  useEffect(() => {
    if (!reading) return;
    bars.current?.update(
      reading.flows.flatMap(({ member, share }) => {
        const style = styles.get(member.id);
        return style && member.role !== "reverse"
          ? [
              {
                id: member.id,
                label: member.label,
                share,
                style,
                group: names.get(member.algorithm) ?? member.algorithm,
              },
            ]
          : [];
      }),
    );
  }, [styles, names, reading]);
  return (
    <section className="shares" aria-label={S.lab.share}>
      <div className="shares-head">
        <h2>{S.lab.share}</h2>
        <SegmentedControl
          small
          label={S.lab.basis}
          value={whole ? "whole" : "soFar"}
          options={[
            { value: "soFar", label: S.lab.soFar },
            { value: "whole", label: S.lab.whole },
          ]}
          onChange={(value) => onWhole(value === "whole")}
        />
      </div>
      <div className="shares-body">
        <div className="shares-bars" ref={host} title={S.lab.shareTip} />
        <Jain reading={reading} />
      </div>
    </section>
  );
}

function Jain({ reading }: { readonly reading: Reading | null }): ReactNode {
  const value = reading?.jain ?? Number.NaN;
  // One flow alone is always fair to itself.
  if (reading && reading.flows.filter((f) => f.member.role === "measured").length < 2) return null;
  return (
    <div className="jain" title={S.lab.jainTip}>
      <span className="jain-value">{formatIndex(value)}</span>
      <span className="jain-label">{S.lab.jain}</span>
    </div>
  );
}

export function Network({ presenter }: { readonly presenter: boolean }): ReactNode {
  const { session } = useServices();
  const run = useLab((s) => s.run);
  const reading = useReading(run);
  const members = useMembers(run);
  const names = useAlgorithmNames();
  const styles = useStyles(members);
  const host = useRef<HTMLDivElement>(null);
  const picture = useRef<NetworkPicture | null>(null);
  const before = useRef<Reading | null>(null);
  useEffect(() => {
    if (!host.current) return;
    const made = createNetworkPicture(host.current, {
      presenter,
      onHover: (id) => session.link.setHighlight(id),
    });
    picture.current = made;
    return () => {
      picture.current = null;
      made.destroy();
    };
  }, [session, presenter]);
  useEffect(() => {
    if (!reading || !run) return;
    const link = run.record.derived.links.find((l) => l.id === "forward");
    const drops = before.current && before.current.t <= reading.t ? reading.drops - before.current.drops : 0;
    before.current = reading;
    picture.current?.update({
      flows: reading.flows.flatMap(({ member, rateNow }) => {
        const style = styles.get(member.id);
        if (!style) return [];
        return [
          {
            id: member.id,
            label: member.label,
            group: names.get(member.algorithm) ?? member.algorithm,
            reverse: member.role === "reverse",
            style,
            share: reading.capacity > 0 && !Number.isNaN(rateNow) ? rateNow / reading.capacity : 0,
            active: reading.t >= member.start && reading.t < member.stop,
          },
        ];
      }),
      links: link
        ? [
            {
              id: "forward",
              label: `${formatQuantity(reading.capacity, "bit/s")}, ${formatQuantity(link.delay, "s")}`,
              queue: Number.isNaN(reading.queue) ? 0 : reading.queue,
              limit: link.limit.packets,
              drops: Number.isNaN(drops) ? 0 : Math.max(0, drops),
              down: reading.capacity === 0,
            },
          ]
        : [],
    });
  }, [styles, names, run, reading]);
  return <div className="network" ref={host} />;
}
