// The settings of the run: duration, seed, timeline, warm-up and jitter. A button resets the scenario to the document that was opened.
import { type ReactNode, useMemo } from "react";
import { IconButton } from "../../components/icons.tsx";
import { Disclosure, Panel } from "../../components/surfaces.tsx";
import { ARROW, diffDocuments, nameOf, valueText } from "../../scenario/diff.ts";
import { removeTimelineEntry } from "../../scenario/edit.ts";
import { formatQuantity } from "../../scenario/units.ts";
import { S } from "../../strings/index.ts";
import { useServices } from "./context.tsx";
import { useScenario } from "./hooks.ts";
import { SettingControl } from "./SettingControl.tsx";

export function RunForm(): ReactNode {
  const { session, scenario, catalogue } = useServices();
  const doc = useScenario((s) => s.doc);
  const opened = useScenario((s) => s.opened);
  const timeline = doc.timeline ?? [];
  const changes = useMemo(() => diffDocuments(opened, doc, catalogue), [opened, doc, catalogue]);
  const reset = (): void => scenario.getState().apply("reset", () => opened);
  return (
    <Panel title={S.lab.run}>
      <div className="form" data-setting="run">
        <SettingControl path="duration" range={{ min: 1, max: 600, scale: "log", integer: false }} />
        <SettingControl path="seed" range={{ min: 1, max: 100, scale: "linear", integer: true }} />
        <section aria-label={S.lab.timeline}>
          <h3 className="form-head">{S.lab.timeline}</h3>
          {timeline.length === 0 ? (
            <p className="field-note">{S.lab.timelineEmpty}</p>
          ) : (
            <ol className="timeline">
              {timeline.map((entry, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: entries may be equal; only the index identifies one
                <li key={index}>
                  <button
                    type="button"
                    className="timeline-time"
                    onClick={() => session.playback.seek(entry.at)}
                  >
                    {formatQuantity(entry.at, "s", 5)}
                  </button>
                  <span>
                    {nameOf(entry.set, doc, catalogue)} {ARROW}{" "}
                    {valueText(entry.to, entry.set, doc, catalogue)}
                  </span>
                  <IconButton
                    icon="close"
                    size={16}
                    label={S.lab.removeEntry}
                    tipSide="left"
                    onClick={() =>
                      scenario.getState().apply("timeline", (d) => removeTimelineEntry(d, index))
                    }
                  />
                </li>
              ))}
            </ol>
          )}
        </section>
        <Disclosure summary={S.lab.more}>
          <div className="form">
            <SettingControl path="warmup" range={{ min: 0, max: 60, scale: "linear", integer: false }} />
            <SettingControl path="jitter.mode" />
            <SettingControl path="jitter.max" range={{ min: 0, max: 0.1, scale: "log", integer: false }} />
          </div>
        </Disclosure>
        <div className="reset">
          <button
            type="button"
            className="button is-small"
            title={S.lab.resetTip}
            disabled={changes.length === 0}
            onClick={reset}
          >
            {S.lab.reset}
          </button>
          <span>{S.lab.changed(changes.length)}</span>
        </div>
      </div>
    </Panel>
  );
}
