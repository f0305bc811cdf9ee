// The settings of the run: duration, seed, timeline, warm-up and jitter. A button resets the scenario to the
// document that was opened.
import { type ReactNode, useMemo } from "react";
import { Button } from "../../../components/Button.tsx";
import { IconButton } from "../../../components/icons.tsx";
import { Disclosure, Panel } from "../../../components/surfaces.tsx";
import { ARROW, diffDocuments, nameOf, valueText } from "../../../scenario/diff.ts";
import { removeTimelineEntry } from "../../../scenario/edit.ts";
import { formatQuantity } from "../../../scenario/units.ts";
import { pageTexts } from "../../../texts/index.ts";
import { useServices } from "../state/context.tsx";
import { useScenario } from "../state/hooks.ts";
import { SettingControl } from "./SettingControl.tsx";

export function RunForm(): ReactNode {
  const hasTimeline = useScenario((s) => (s.doc.timeline ?? []).length > 0);
  return (
    <Panel title={pageTexts.lab.run}>
      <div className="form stack" data-setting="run">
        <SettingControl path="duration" range={{ min: 1, max: 600, scale: "log", integer: false }} />
        <SettingControl path="seed" range={{ min: 1, max: 100, scale: "linear", integer: true }} />
        <section aria-label={pageTexts.lab.timeline}>
          <h3 className="form-head text-m">{pageTexts.lab.timeline}</h3>
          {hasTimeline ? <TimelineList /> : <p className="field-note">{pageTexts.lab.timelineEmpty}</p>}
        </section>
        <Disclosure summary={pageTexts.lab.more}>
          <div className="form stack">
            <SettingControl path="warmup" range={{ min: 0, max: 60, scale: "linear", integer: false }} />
            <SettingControl path="jitter.mode" />
            <SettingControl path="jitter.max" range={{ min: 0, max: 0.1, scale: "log", integer: false }} />
            <SettingControl path="measure.windows" label={pageTexts.lab.measureWindows} />
            <SettingControl path="measure.bins" label={pageTexts.lab.measureBins} />
          </div>
        </Disclosure>
        <Reset />
      </div>
    </Panel>
  );
}

/** The button that resets the scenario to the document that was opened, and the number of settings that differ from it. */
function Reset(): ReactNode {
  const { scenario, catalogue } = useServices();
  const doc = useScenario((s) => s.doc);
  const opened = useScenario((s) => s.opened);
  const changes = useMemo(() => diffDocuments(opened, doc, catalogue).length, [opened, doc, catalogue]);
  return (
    <div className="row gap-3 faint">
      <Button
        small
        title={pageTexts.lab.resetTip}
        disabled={changes === 0}
        onClick={() => scenario.getState().apply("reset", () => opened)}
      >
        {pageTexts.lab.reset}
      </Button>
      <span>{pageTexts.lab.changed({ n: changes })}</span>
    </div>
  );
}

/**
 * The changes of settings during the run. Each has a button that moves the playhead to it, and one that removes it.
 */
function TimelineList(): ReactNode {
  const { session, scenario, catalogue } = useServices();
  const doc = useScenario((s) => s.doc);
  return (
    <ol className="timeline">
      {(doc.timeline ?? []).map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries may be equal; only the index identifies one
        <li className="grid gap-0" key={index}>
          <button type="button" className="timeline-time" onClick={() => session.playback.seek(entry.at)}>
            {formatQuantity(entry.at, "s", 5)}
          </button>
          <span>
            {nameOf(entry.set, doc, catalogue)} {ARROW} {valueText(entry.to, entry.set, doc, catalogue)}
          </span>
          <IconButton
            icon="close"
            size={16}
            label={pageTexts.lab.removeEntry}
            tipSide="left"
            onClick={() => scenario.getState().apply("timeline", (d) => removeTimelineEntry(d, index))}
          />
        </li>
      ))}
    </ol>
  );
}
