// The packets of the network picture in words: the packets on wires, the packets that wait at each link, and
// the route of one packet.

import { formatTime } from "../../../charts/format.ts";
import {
  kindOf,
  type PacketKind,
  type PacketScene,
  type SceneSource,
} from "../../../charts/network/packetDots.ts";
import type { Packet } from "../../../charts/network/packetLegs.ts";
import { exactSeconds } from "../../../charts/views/packetRows.ts";
import { viewTexts } from "../../../charts/views/texts/index.ts";
import { formatQuantity } from "../../../scenario/units.ts";
import { linkLabel } from "../state/chartData.ts";

/** The labels of flows by id. */
export type Labels = ReadonlyMap<string, string>;

const NS = 1e9;

/** The number of packets of each kind in a scene that move. */
function countsOf({ dots }: PacketScene): Readonly<Record<PacketKind, number>> {
  const counts = { data: 0, acknowledgement: 0, retransmission: 0, marked: 0 };
  for (const { kind, stage } of dots) if (stage !== "queue" && stage !== "drop") counts[kind] += 1;
  return counts;
}

/** "9 of near and 3 of far" for the packets that wait at a link. */
function waitingByFlow(scene: PacketScene, source: SceneSource, link: number, labels: Labels): string {
  const byFlow = new Map<number, number>();
  for (const { stage, packet, link: at } of scene.dots)
    if (stage === "queue" && at === link) byFlow.set(packet.flow, (byFlow.get(packet.flow) ?? 0) + 1);
  const counts = new Map<string, number>();
  for (const [flow, count] of byFlow) {
    const id = source.flows[flow] ?? "";
    const label = labels.get(id) ?? id;
    counts.set(label, (counts.get(label) ?? 0) + count);
  }
  const sorted = [...counts].sort((a, b) => b[1] - a[1]);
  const parts = sorted.slice(0, 4).map(([label, n]) => viewTexts.live.of({ n, flow: label }));
  return viewTexts.joined({
    parts: sorted.length > 4 ? [...parts, viewTexts.more({ n: sorted.length - 4 })] : parts,
  });
}

export function describeScene(t: number, scene: PacketScene, source: SceneSource, labels: Labels): string {
  const { data, acknowledgement, retransmission, marked } = countsOf(scene);
  const queues = [...scene.waiting].flatMap(([id, count]) => {
    const limit = Math.round(source.limitOf(id));
    if (count === 0 || limit <= 0) return [];
    const byFlow = waitingByFlow(scene, source, source.links.indexOf(id), labels);
    return [viewTexts.live.waits({ n: count, limit, link: linkLabel(id), flows: byFlow })];
  });
  return [
    viewTexts.live.onWay({
      time: formatTime(t, 0.001),
      data,
      acknowledgements: acknowledgement,
      retransmissions: retransmission,
      marked,
    }),
    ...queues,
    ...(scene.dropped > 0 ? [viewTexts.live.falls({ n: scene.dropped })] : []),
  ].join(" ");
}

/** A step of a packet. */
export interface Step {
  readonly at: string;
  readonly text: string;
}

const durationOf = (ns: number): string => formatQuantity(ns / NS, "s");

/** The steps of a packet that the stretch contains. */
export function stepsOf(packet: Packet, source: SceneSource): readonly Step[] {
  const { legs, drop } = source.legs.historyOf(packet);
  const step = (at: number, text: string): Step => ({ at: exactSeconds(at), text });
  const steps = legs.map(({ stage, link, from, to }): Step => {
    const name = linkLabel(source.links[link] ?? "");
    const duration = Number.isFinite(to) ? durationOf(to - from) : "";
    if (stage === "access") return step(from, viewTexts.live.steps.sent);
    if (stage === "queue") return step(from, viewTexts.live.steps.waits({ link: name, time: duration }));
    if (stage === "service") return step(from, viewTexts.live.steps.served({ link: name, time: duration }));
    return step(
      from,
      stage === "wire"
        ? viewTexts.live.steps.wire({ link: name, time: duration })
        : viewTexts.live.steps.last,
    );
  });
  const last = legs.at(-1);
  const marked = Number.isFinite(packet.markedAt) ? [step(packet.markedAt, viewTexts.live.steps.marked)] : [];
  const end = drop
    ? [step(drop.at, viewTexts.live.steps.dropped({ link: linkLabel(source.links[drop.link] ?? "") }))]
    : last?.stage === "exit" && last.to <= source.legs.reached
      ? [step(last.to, viewTexts.live.steps.delivered)]
      : [];
  return [...steps, ...marked, ...end].sort((a, b) => Number(a.at) - Number(b.at));
}

export function titleOf(packet: Packet, at: number, label: string): string {
  return viewTexts.live.packet({
    kind: viewTexts.live.kinds[kindOf(packet, at)],
    number: packet.seq,
    flow: label,
  });
}
