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
import { formatQuantity } from "../../../scenario/units.ts";
import { V } from "../../../strings/views.ts";
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
  const parts = sorted.slice(0, 4).map(([label, n]) => V.live.of(n, label));
  return V.joined(sorted.length > 4 ? [...parts, V.more(sorted.length - 4)] : parts);
}

export function describeScene(t: number, scene: PacketScene, source: SceneSource, labels: Labels): string {
  const { data, acknowledgement, retransmission, marked } = countsOf(scene);
  const queues = [...scene.waiting].flatMap(([id, count]) => {
    const limit = Math.round(source.limitOf(id));
    if (count === 0 || limit <= 0) return [];
    const byFlow = waitingByFlow(scene, source, source.links.indexOf(id), labels);
    return [V.live.waits(count, limit, linkLabel(id), byFlow)];
  });
  return [
    V.live.onWay(formatTime(t, 0.001), data, acknowledgement, retransmission, marked),
    ...queues,
    ...(scene.dropped > 0 ? [V.live.falls(scene.dropped)] : []),
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
    if (stage === "access") return step(from, V.live.steps.sent);
    if (stage === "queue") return step(from, V.live.steps.waits(name, duration));
    if (stage === "service") return step(from, V.live.steps.served(name, duration));
    return step(from, stage === "wire" ? V.live.steps.wire(name, duration) : V.live.steps.last);
  });
  const last = legs.at(-1);
  const marked = Number.isFinite(packet.markedAt) ? [step(packet.markedAt, V.live.steps.marked)] : [];
  const end = drop
    ? [step(drop.at, V.live.steps.dropped(linkLabel(source.links[drop.link] ?? "")))]
    : last?.stage === "exit" && last.to <= source.legs.reached
      ? [step(last.to, V.live.steps.delivered)]
      : [];
  return [...steps, ...marked, ...end].sort((a, b) => Number(a.at) - Number(b.at));
}

export function titleOf(packet: Packet, at: number, label: string): string {
  return V.live.packet(V.live.kinds[kindOf(packet, at)], packet.seq, label);
}
