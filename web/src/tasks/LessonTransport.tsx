// The playback controls of a lesson.
import type { ReactNode } from "react";
import { Button } from "../components/Button.tsx";
import { Icon } from "../components/icons.tsx";
import { Scrubber, TimeBox } from "../features/lab/runs/Scrubber.tsx";
import { Speed } from "../features/lab/runs/Speed.tsx";
import { useServices } from "../features/lab/state/context.tsx";
import { useLab } from "../features/lab/state/hooks.ts";
import { pageTexts } from "../texts/index.ts";

export function LessonTransport(): ReactNode {
  const { session } = useServices();
  const playing = useLab((s) => s.playing);
  return (
    <div className="transport lesson-transport row gap-3">
      <Button primary className="play" onClick={() => session.playback.toggle()}>
        <Icon name={playing ? "pause" : "play"} />
        <span>{playing ? pageTexts.lab.pause : pageTexts.lab.play}</span>
      </Button>
      <Scrubber />
      <TimeBox />
      <Speed />
    </div>
  );
}
