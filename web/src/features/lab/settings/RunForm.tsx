// The settings of the run: duration, seed, timeline, warm-up and jitter. A button resets the scenario to the
// document that was opened.
import { type ReactNode, Suspense } from "react";
import { lazyPart } from "../../../components/lazyPart.tsx";
import { Disclosure, Panel } from "../../../components/surfaces.tsx";
import { S } from "../../../strings/index.ts";
import { useScenario } from "../state/hooks.ts";
import { Reset } from "./Reset.tsx";
import { SettingControl } from "./SettingControl.tsx";

// These parts describe changes in words, which an unchanged scenario without a timeline does not need.
const TimelineList = lazyPart(() => import("./TimelineList.tsx"));
const ChangedReset = lazyPart(() => import("./ChangedReset.tsx"));

export function RunForm(): ReactNode {
  const isChanged = useScenario((s) => s.doc !== s.opened);
  const hasTimeline = useScenario((s) => (s.doc.timeline ?? []).length > 0);
  const unchanged = <Reset changes={0} />;
  return (
    <Panel title={S.lab.run}>
      <div className="form stack" data-setting="run">
        <SettingControl path="duration" range={{ min: 1, max: 600, scale: "log", integer: false }} />
        <SettingControl path="seed" range={{ min: 1, max: 100, scale: "linear", integer: true }} />
        <section aria-label={S.lab.timeline}>
          <h3 className="form-head text-m">{S.lab.timeline}</h3>
          {hasTimeline ? (
            <Suspense fallback={null}>
              <TimelineList />
            </Suspense>
          ) : (
            <p className="field-note">{S.lab.timelineEmpty}</p>
          )}
        </section>
        <Disclosure summary={S.lab.more}>
          <div className="form stack">
            <SettingControl path="warmup" range={{ min: 0, max: 60, scale: "linear", integer: false }} />
            <SettingControl path="jitter.mode" />
            <SettingControl path="jitter.max" range={{ min: 0, max: 0.1, scale: "log", integer: false }} />
            <SettingControl path="measure.windows" label={S.lab.measureWindows} />
            <SettingControl path="measure.bins" label={S.lab.measureBins} />
          </div>
        </Disclosure>
        {isChanged ? (
          <Suspense fallback={unchanged}>
            <ChangedReset />
          </Suspense>
        ) : (
          unchanged
        )}
      </div>
    </Panel>
  );
}
