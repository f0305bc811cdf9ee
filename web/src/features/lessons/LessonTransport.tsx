// The playback controls of a lesson.
import type { ReactNode } from "react";
import { Icon } from "../../components/icons.tsx";
import { S } from "../../strings/index.ts";
import { useServices } from "../lab/context.tsx";
import { useLab } from "../lab/hooks.ts";
import { Scrubber, TimeBox } from "../lab/Scrubber.tsx";
import { Speed } from "../lab/Speed.tsx";

export function LessonTransport(): ReactNode {
  const { session } = useServices();
  const playing = useLab((s) => s.playing);
  return (
    <div className="transport lesson-transport">
      <button type="button" className="button is-primary play" onClick={() => session.playback.toggle()}>
        <Icon name={playing ? "pause" : "play"} />
        <span>{playing ? S.lab.pause : S.lab.play}</span>
      </button>
      <Scrubber />
      <TimeBox />
      <Speed />
    </div>
  );
}
