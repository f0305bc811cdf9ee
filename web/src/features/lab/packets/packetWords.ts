// Packets in words: the packets on wires, the packets that wait at each link, and the life of one packet.

import { formatTime } from "../../../charts/format.ts";
import type { PacketKind, PacketScene, SceneSource } from "../../../charts/network/packetDots.ts";
import { exactSeconds } from "../../../charts/views/packetRows.ts";
import { viewTexts } from "../../../charts/views/texts/index.ts";
import type { Biography, LifeEntry, PacketQuestion } from "../../../engine/packets/types.ts";
import { formatQuantity } from "../../../scenario/units.ts";
import { linkLabel } from "../state/chartData.ts";

/** The labels of flows by id. */
export type Labels = ReadonlyMap<string, string>;

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
    return [viewTexts.live.waits({ n: count, link: linkLabel(id), flows: byFlow })];
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

/** What happened in an entry of a packet's life. */
export function textOf({ kind, link, seconds }: LifeEntry): string {
  const { life } = viewTexts.live;
  const at = linkLabel(link ?? "");
  const [time = "", window = ""] = seconds.map((duration) => formatQuantity(duration, "s"));
  switch (kind) {
    case "waited":
      return life.waited({ time, link: at });
    case "marked":
    case "dropped":
      return life[kind]({ link: at });
    case "timeout":
    case "probe":
      return life[kind]({ time });
    case "age":
      return life.age({ rtt: time, window });
    default:
      return life[kind as "sent"];
  }
}

/** Why the life ends, if its last entry does not say it; otherwise "". */
export function endOf({ entries, isComplete, isFeedback, repeats, reached }: Biography): string {
  const { life } = viewTexts.live;
  if (!isComplete) return life.open({ repeats, time: `${exactSeconds(reached)}\u202fs` });
  const last = entries.at(-1)?.kind;
  return !repeats && (last === "dropped" || last === "overrun") ? life.notAgain({ isFeedback }) : "";
}

export const titleOf = ({ isFeedback, seq }: PacketQuestion, label: string): string =>
  viewTexts.live.packet({
    kind: viewTexts.live.kinds[isFeedback ? "acknowledgement" : "data"],
    number: seq,
    flow: label,
  });
