// Announces to screen readers when playback starts, pauses or reaches the end, with the rates at this time. Between
// these moments it announces nothing.

import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { formatQuantity } from "../../../scenario/units.ts";
import { averagingInterval, membersOf } from "../flows/members.ts";
import { readAt } from "../flows/readout.ts";
import { useServices } from "../state/context.tsx";
import { useLab, usePlayhead } from "../state/hooks.ts";
import type { Run } from "../state/labStore.ts";
import { labTexts } from "../texts/index.ts";

/** With more flows, their rates are not said. */
const MOST_FLOWS = 4;

/** What was said last, and of which run, and at which time. */
interface Said {
  readonly words: string;
  readonly run: string;
  readonly at: number;
  readonly isPlaying: boolean;
}

/** The playhead is said to be at a time up to this difference, in seconds. */
const SAME_TIME = 0.05;

/** Whether words are still true: of the shown run and, while playback pauses, of the time of the playhead. */
export const isStillTrue = (
  said: Omit<Said, "words">,
  run: string | undefined,
  isPlaying: boolean,
  playhead: number,
): boolean =>
  said.run === run &&
  said.isPlaying === isPlaying &&
  (isPlaying || Math.abs(playhead - said.at) <= SAME_TIME);

export default function PlaybackStatus(): ReactNode {
  const { session } = useServices();
  const playing = useLab((s) => s.playing);
  const run = useLab((s) => s.run);
  const playhead = usePlayhead();
  const [said, setSaid] = useState<Said | null>(null);
  const before = useRef(playing);
  const say = useEffectEvent((isPlaying: boolean) => {
    if (!run) return;
    const at = session.playback.time;
    setSaid({ words: playbackWords(run, at, isPlaying), run: run.id, at, isPlaying });
  });
  useEffect(() => {
    if (before.current !== playing) say(playing);
    before.current = playing;
  }, [playing]);
  return (
    <p role="status" aria-label={labTexts.lab.playbackStatus} className="visually-hidden">
      {said && isStillTrue(said, run?.id, playing, playhead) ? said.words : ""}
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
