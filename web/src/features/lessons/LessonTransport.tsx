// The playback controls of a lesson.
import type { ReactNode } from "react";
import { Icon } from "../../components/icons.tsx";
import { pageTexts } from "../../texts/index.ts";
import { Scrubber, TimeBox } from "../lab/runs/Scrubber.tsx";
import { Speed } from "../lab/runs/Speed.tsx";
import { useServices } from "../lab/state/context.tsx";
import { useLab } from "../lab/state/hooks.ts";

export function LessonTransport(): ReactNode {
  const { session } = useServices();
  const playing = useLab((s) => s.playing);
  return (
    <div className="transport lesson-transport">
      <button type="button" className="button is-primary play" onClick={() => session.playback.toggle()}>
        <Icon name={playing ? "pause" : "play"} />
        <span>{playing ? pageTexts.lab.pause : pageTexts.lab.play}</span>
      </button>
      <Scrubber />
      <TimeBox />
      <Speed />
    </div>
  );
}
