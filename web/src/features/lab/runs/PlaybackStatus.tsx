// Announces to screen readers when playback starts, pauses or reaches the end, with the rates at this time. Between
// these moments it announces nothing.

import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { formatQuantity } from "../../../scenario/units.ts";
import { averagingInterval, membersOf } from "../flows/members.ts";
import { readAt } from "../flows/readout.ts";
import { useServices } from "../state/context.tsx";
import { useLab } from "../state/hooks.ts";
import type { Run } from "../state/labStore.ts";
import { labTexts } from "../texts/index.ts";

/** With more flows, their rates are not said. */
const MOST_FLOWS = 4;

export default function PlaybackStatus(): ReactNode {
  const { session } = useServices();
  const playing = useLab((s) => s.playing);
  const run = useLab((s) => s.run);
  const [words, setWords] = useState("");
  const before = useRef(playing);
  const say = useEffectEvent((isPlaying: boolean) => {
    if (run) setWords(playbackWords(run, session.playback.time, isPlaying));
  });
  useEffect(() => {
    if (before.current !== playing) say(playing);
    before.current = playing;
  }, [playing]);
  return (
    <p role="status" aria-label={labTexts.lab.playbackStatus} className="visually-hidden">
      {words}
    </p>
  );
}

/** What happened to playback at the time `t`. */
export function playbackWords({ record }: Pick<Run, "record">, t: number, isPlaying: boolean): string {
  const time = formatQuantity(Math.round(t * 100) / 100, "s");
  if (isPlaying) return labTexts.lab.playingFrom({ time });
  const state = t >= record.duration ? labTexts.lab.endedAt({ time }) : labTexts.lab.pausedAt({ time });
  const members = membersOf(record);
  if (members.length > MOST_FLOWS) return `${state}.`;
  const averaging = averagingInterval(members);
  const { flows } = readAt(record, members, t, averaging, Math.max(0, t - averaging));
  const rates = flows
    .filter(({ member, goodput }) => t > member.start && t <= member.stop && Number.isFinite(goodput))
    .map(({ member, goodput }) => `${member.label} ${formatQuantity(goodput, "bit/s")}`);
  return `${[state, rates.join(", ")].filter(Boolean).join(": ")}.`;
}
