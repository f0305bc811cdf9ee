// The playback controls: the choice whether edits apply to the whole run, play and pause, steps, the
// scrubber, the time as text, and the speed.

import { type ReactNode, useContext } from "react";
import { Button } from "../../../components/Button.tsx";
import { SegmentedControl } from "../../../components/fields/choice.tsx";
import { FieldLinks } from "../../../components/fields/FieldRow.tsx";
import { Icon, IconButton } from "../../../components/icons.tsx";
import { linksAt, panels } from "../../../extension/installed.ts";
import { localNumber } from "../../../language/localized.ts";
import { pageTexts } from "../../../texts/index.ts";
import { useServices } from "../state/context.tsx";
import { useLab, useScenario, useTimeView } from "../state/hooks.ts";
import { Scrubber, TimeBox } from "./Scrubber.tsx";
import { Speed } from "./Speed.tsx";

export interface TransportProps {
  /**
   * Whether the settings are shown next to the charts, and the function that shows or hides them. Null if
   * they are elsewhere.
   */
  readonly settings: { readonly shown: boolean; readonly onToggle: () => void } | null;
}

export function Transport({ settings }: TransportProps): ReactNode {
  const { session } = useServices();
  const playing = useLab((s) => s.playing);
  const panel = useLab((s) => s.panel);
  return (
    <section className="transport row gap-3" aria-label={pageTexts.lab.playback}>
      {settings && (
        <IconButton
          icon="sidebar"
          label={settings.shown ? pageTexts.stage.hideSettings : pageTexts.stage.showSettings}
          tipSide="right"
          aria-expanded={settings.shown}
          aria-controls="controls"
          onClick={settings.onToggle}
        />
      )}
      {!settings && <EditMode />}
      <div className="transport-play gap-1 row">
        <IconButton
          icon="toStart"
          label={pageTexts.lab.toStart}
          keyHint="Home"
          onClick={() => session.playback.seek(0)}
        />
        <IconButton
          icon="stepBack"
          label={pageTexts.lab.stepBack}
          keyHint={"\u2190"}
          onClick={() => session.playback.step(-0.1)}
        />
        <Button primary className="play" onClick={() => session.playback.toggle()}>
          <Icon name={playing ? "pause" : "play"} />
          <span>{playing ? pageTexts.lab.pause : pageTexts.lab.play}</span>
        </Button>
        <IconButton
          icon="stepForward"
          label={pageTexts.lab.stepForward}
          keyHint={"\u2192"}
          onClick={() => session.playback.step(0.1)}
        />
      </div>
      <Scrubber />
      <TimeBox />
      <Speed />
      {panels().map(({ id, name, icon }) => (
        <Button
          key={id}
          aria-pressed={panel === id}
          onClick={() => session.store.setState({ panel: panel === id ? null : id })}
        >
          <Icon name={icon} size={18} />
          <span>{name()}</span>
        </Button>
      ))}
      {useContext(FieldLinks) &&
        linksAt("transport", null).map(({ label, icon = "sliders", address }) => (
          <a key={address} className="button vary-link" href={address}>
            <Icon name={icon} size={18} />
            <span>{label}</span>
          </a>
        ))}
    </section>
  );
}

/** The choice whether edits apply to the whole run or only after the playhead. */
export function EditMode(): ReactNode {
  const { session, scenario } = useServices();
  const mode = useScenario((s) => s.editMode);
  const playhead = useTimeView((view) => view.playhead.toFixed(1));
  // A change at the end of the run has no effect.
  const isAtEnd = useTimeView((view) => view.playhead >= view.duration);
  return (
    <div className="edit-mode nowrap cluster faint text-s">
      <span>{pageTexts.lab.changesApply}</span>
      <SegmentedControl
        small
        label={pageTexts.lab.changesApply}
        value={mode}
        options={[
          { value: "whole", label: pageTexts.lab.toWholeRun },
          {
            value: "from",
            label: pageTexts.lab.fromTime({ t: `${localNumber(playhead)}\u202fs` }),
            tip: isAtEnd ? pageTexts.lab.atEndOfRun : pageTexts.lab.fromTimeTip,
            disabled: isAtEnd && mode !== "from",
          },
        ]}
        onChange={(next) => {
          if (next === "from") session.playback.pauseAtRoundTime();
          scenario.getState().setEditMode(next);
        }}
      />
    </div>
  );
}
