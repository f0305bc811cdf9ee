// The small animated picture of the network: flows, queues and drops at the playhead.

import { sum } from "d3-array";
import { type ReactNode, type RefObject, useLayoutEffect, useMemo, useRef, useState } from "react";
import {
  createNetworkPicture,
  isLargeMesh,
  type LineStyle,
  type NetworkPicture,
  type PictureData,
} from "../../../charts/index.ts";
import { earlyPart } from "../../../components/lazyPart.tsx";
import type { ScenarioDocument } from "../../../generated/types.ts";
import { dumbbellOf } from "../../../scenario/descriptors.ts";
import { formatQuantity } from "../../../scenario/units.ts";
import type { FlowGroup } from "../flows/groups.ts";
import type { LinkReading, Reading } from "../flows/readout.ts";
import { linkLabel } from "../state/chartData.ts";
import { useServices } from "../state/context.tsx";
import {
  type Coverage,
  useGroups,
  useLab,
  useMeasured,
  usePictured,
  useReading,
  useStyles,
} from "../state/hooks.ts";
import type { Run } from "../state/labStore.ts";

const livePackets = earlyPart(() => import("../packets/LivePackets.tsx"));
/** Loads the program of the packets, so that they move as soon as the picture is drawn. */
export const preloadPackets = livePackets.load;

export interface NetworkPanelProps {
  readonly presenting: boolean;
  /** Whether the shares of flows cover the whole run instead of the run up to the playhead. Queues are those at the playhead. */
  readonly coversWholeRun: Coverage;
  /** Whether the picture shows single packets without being asked, as pictures do that the style sheet makes large. */
  readonly large?: boolean;
}

export function NetworkPanel({ presenting, coversWholeRun, large = false }: NetworkPanelProps): ReactNode {
  const run = usePictured();
  const host = useRef<HTMLDivElement>(null);
  const picture = usePicture(host, presenting, large);
  const LivePackets = livePackets.useComponent();
  const data = usePictureData(run, coversWholeRun);
  // A large network shows several links as one, on which single packets have no place.
  const isLarge = data?.mesh ? isLargeMesh(data.mesh) : false;
  // Before the first values are painted, the picture has its height.
  useLayoutEffect(() => {
    if (data) picture?.update(data);
  }, [picture, data]);
  return (
    <div className={`network${data?.mesh ? " is-mesh" : ""}`} ref={host}>
      {LivePackets && !isLarge && run && picture && host.current && (
        <LivePackets run={run} host={host.current} picture={picture} isLarge={large} />
      )}
    </div>
  );
}

/** Creates the picture in its host. */
function usePicture(
  host: RefObject<HTMLElement | null>,
  presenting: boolean,
  isFixed: boolean,
): NetworkPicture | null {
  const { session } = useServices();
  const [picture, setPicture] = useState<NetworkPicture | null>(null);
  useLayoutEffect(() => {
    if (!host.current) return;
    const created = createNetworkPicture(host.current, {
      presenter: presenting,
      onHover: (id) => session.timeView.setHighlight(id),
      // A question has one setting. The whole Lab has those of the flows and links.
      ...(isFixed ? {} : { onSelect: (target) => session.select(target) }),
    });
    setPicture(created);
    return () => {
      setPicture(null);
      created.destroy();
    };
  }, [session, presenting, isFixed, host]);
  return picture;
}

/** What the picture of a run shows. Null until there are numbers. */
function usePictureData(run: Run | null, coversWholeRun: Coverage): PictureData | null {
  const reading = useReading(run);
  const measured = useMeasured(run, coversWholeRun, true);
  const groups = useGroups(run);
  const open = useLab((s) => s.openGroups);
  const styles = useStyles(run);
  const mesh = useMemo(() => (run ? meshOf(run) : null), [run]);
  const doc = run?.doc;
  return useMemo(() => {
    if (!run || !reading || !measured || !doc) return null;
    return {
      mesh,
      flows: pictureFlows(reading, measured, groups, open, styles, run.record.duration),
      links: reading.links
        .filter((link) => mesh !== null || link.id === "forward" || usesReversePath(doc))
        .map((link) =>
          pictureLink(link, link.bytes === null ? Number.NaN : meanSize(link.id, measured, run)),
        ),
    };
  }, [styles, groups, open, run, doc, mesh, reading, measured]);
}

/** The flows of the picture. `end` is the duration of the run in seconds. */
function pictureFlows(
  reading: Reading,
  measured: Reading,
  groups: readonly FlowGroup[],
  open: readonly string[],
  styles: ReadonlyMap<string, LineStyle>,
  end: number,
): PictureData["flows"] {
  const groupOf = new Map(groups.flatMap((group) => group.members.map((m) => [m.id, group])));
  const closed = groups.filter(({ id, members }) => members.length > 1 && !open.includes(id));
  const closedIds = new Set(closed.flatMap(({ members }) => members.map(({ id }) => id)));
  const numbers = new Map(measured.flows.map((flow) => [flow.member.id, flow]));
  return reading.flows.flatMap(({ member }) => {
    const style = styles.get(member.id);
    if (!style) return [];
    return [
      {
        id: member.id,
        label: member.label,
        group: groupOf.get(member.id)?.label ?? member.label,
        groupIsClosed: closedIds.has(member.id),
        reverse: member.role === "reverse",
        route: member.route,
        style,
        share: numbers.get(member.id)?.linkShare ?? 0,
        rate: numbers.get(member.id)?.goodput ?? 0,
        // At the end of the run, flows that do not stop earlier are shown as active.
        active: reading.t >= member.start && (reading.t < member.stop || member.stop >= end),
      },
    ];
  });
}

/** The mean size in bytes of the packets that arrive over a link. NaN without any. */
function meanSize(link: string, { flows }: Reading, { record }: Run): number {
  const sizes = new Map(record.derived.flows.map(({ id, packet }) => [id, packet]));
  const crossing = flows.filter(({ member, goodput }) => member.route.includes(link) && goodput > 0);
  const packets = sum(crossing, ({ member, goodput }) => goodput / (sizes.get(member.id) ?? Number.NaN));
  return sum(crossing, ({ goodput }) => goodput) / packets;
}

/** `size` is the mean size of the packets, of which the record knows only the number that wait. */
const pictureLink = (link: LinkReading, size: number): PictureData["links"][number] => ({
  id: link.id,
  name: linkLabel(link.id),
  // Few of thousands of links show it.
  get label() {
    return `${formatQuantity(link.rate, "bit/s")}, ${formatQuantity(link.delay, "s")}`;
  },
  queue: Number.isNaN(link.queue) ? 0 : link.queue,
  limit: link.limit,
  room: link.bytes === null ? undefined : formatQuantity(link.bytes, "bytes"),
  filled: link.bytes === null || !(size > 0) ? undefined : (link.queue * size) / link.bytes,
  // The number is interpolated inside a bin of the record.
  drops: Number.isNaN(link.drops) ? 0 : Math.ceil(link.drops - 1e-6),
  down: link.rate === 0,
});

/** The description of a network with several links for the picture. Null for a dumbbell. */
function meshOf(run: Run): NonNullable<PictureData["mesh"]> | null {
  const { derived } = run.record;
  // The document of the run has the latest positions of nodes; the document of the record has not.
  const { network } = run.doc;
  if (network?.kind !== "parking_lot" && network?.kind !== "graph") return null;
  const nodes = network.kind === "graph" ? (network.nodes ?? []) : [];
  const byId = new Map(nodes.map((node) => [node.id, node]));
  return {
    kind: network.kind,
    nodes: derived.nodes.map((id) => {
      const { label = id, x, y } = byId.get(id) ?? {};
      return { id, label, ...(typeof x === "number" && typeof y === "number" ? { at: { x, y } } : {}) };
    }),
    links: derived.links.map(({ id, from, to, rate, delay, limit }) => ({
      id,
      from,
      to,
      alike: `${rate} ${delay} ${limit.packets}`,
    })),
  };
}

/**
 * Whether the reverse path of a dumbbell is shown, because it has settings of its own or because reverse
 * flows send data over it.
 */
export function usesReversePath(doc: ScenarioDocument): boolean {
  return Boolean(dumbbellOf(doc)?.reverse) || (doc.flows ?? []).some((flow) => flow.role === "reverse");
}
