// One or two settings that stay visible: the given ones, else those that changed, else those that the example
// suggests to change, else buffer and rate of the shown queue's link.
import type { ReactNode } from "react";
import { findExample } from "../../../examples/firstExample.ts";
import type { Catalogue, ScenarioDocument } from "../../../generated/types.ts";
import { describePath } from "../../../scenario/descriptors.ts";
import { labelOf } from "../../../scenario/flowLabel.ts";
import { S } from "../../../strings/index.ts";
import { useServices } from "../state/context.tsx";
import { useLab, useScenario, useShownQueue } from "../state/hooks.ts";
import { LimitControl } from "./LimitControl.tsx";
import { lessonSettings } from "./lessonSettings.ts";
import { RttField } from "./RttField.tsx";
import { SettingControl } from "./SettingControl.tsx";

export interface LessonSettingsProps {
  /** The paths of the shown settings. If there are none, the page chooses two settings. */
  readonly paths?: readonly string[];
  /** The paths of the settings that the last change has changed. They are shown if `paths` is empty. */
  readonly changed?: readonly string[];
  /** The number of settings, if the page chooses those that `paths` does not name. */
  readonly most?: number;
  /** The name of the region for screen readers. */
  readonly name?: string;
  /** Names of the controls for some of the paths. */
  readonly labels?: Readonly<Record<string, string>>;
}

export default function LessonSettings({
  paths = [],
  changed = [],
  most,
  labels = {},
  name = S.stage.lesson,
}: LessonSettingsProps): ReactNode {
  const { catalogue } = useServices();
  const doc = useScenario((s) => s.doc);
  const suggestions = useScenario((s) => findExample(s.origin.example)?.suggestions);
  const queue = useShownQueue(useLab((s) => s.run));
  const link = queue.includes(".") ? `network.links.${queue}` : `network.${queue}`;
  const suggested = (suggestions ?? []).flatMap(({ set }) => (set ?? []).map(([path]) => path));
  const chosen = [...suggested, `${link}.queue.limit`, `${link}.rate`];
  const settings = lessonSettings(
    most === undefined ? (paths.length > 0 ? paths : [...changed, ...chosen]) : [...paths, ...chosen],
    (path) => hasControl(catalogue, path, doc),
    most ?? (paths.length > 0 ? paths.length : undefined),
  );
  return (
    <section className="lesson" aria-label={name}>
      {settings.map((setting) => {
        if (setting.kind === "rtt") {
          const flow = doc.flows?.find(({ id }) => id === setting.flow);
          const own = paths.find((path) => path.startsWith(`flows.${setting.flow}.access.`));
          // Without the card of the flow, the label names the flow.
          const label = flow && (labels[own ?? ""] ?? `${labelOf(flow, doc)}: ${S.lab.rtt}`);
          return flow && label && <RttField key={setting.flow} flow={flow} label={label} />;
        }
        const { path } = setting;
        const named = labels[path] === undefined ? {} : { label: labels[path] };
        if (setting.kind === "setting") return <SettingControl key={path} path={path} {...named} />;
        return <LimitControl key={path} path={path.replace(/\.queue\.limit$/, "")} id={queue} {...named} />;
      })}
    </section>
  );
}

/** Whether a setting has a slider, a switch or a list of choices. */
function hasControl(catalogue: Catalogue, path: string, doc: ScenarioDocument): boolean {
  const type = describePath(catalogue, path, doc)?.type ?? "";
  return ["number", "integer", "limit", "boolean", "choice"].includes(type);
}
