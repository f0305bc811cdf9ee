// A few settings that stay visible: the given settings or, if none are given, two that the page chooses. The page
// takes first the settings that the last change has changed, then those that the example suggests to change,
// then the buffer and the rate of the shown queue's link.
import type { ReactNode } from "react";
import { findExample } from "../../../examples/firstExample.ts";
import type { Catalogue, ScenarioDocument } from "../../../generated/types.ts";
import { describePath } from "../../../scenario/descriptors.ts";
import { labelOf } from "../../../scenario/flowLabel.ts";
import { pageTexts } from "../../../texts/index.ts";
import { useServices } from "../state/context.tsx";
import { useLab, useScenario, useShownQueue } from "../state/hooks.ts";
import { LimitControl } from "./LimitControl.tsx";
import { RttField } from "./RttField.tsx";
import { SettingControl } from "./SettingControl.tsx";

export interface ShownSettingsProps {
  /** The paths of the given settings. */
  readonly paths?: readonly string[];
  /** The paths of the settings that the last change has changed. */
  readonly changed?: readonly string[];
  /** If stated, at most this many settings are shown: the given settings first, then settings that the page chooses. */
  readonly most?: number;
  /** The name of the region for screen readers. */
  readonly name?: string;
  /** Names of the controls for some of the paths. */
  readonly labels?: Readonly<Record<string, string>>;
}

export default function ShownSettings({
  paths = [],
  changed = [],
  most,
  labels = {},
  name = pageTexts.stage.shownSettings,
}: ShownSettingsProps): ReactNode {
  const { catalogue } = useServices();
  const doc = useScenario((s) => s.doc);
  const suggestions = useScenario((s) => findExample(s.origin.example)?.suggestions);
  const queue = useShownQueue(useLab((s) => s.run));
  const link = queue.includes(".") ? `network.links.${queue}` : `network.${queue}`;
  const suggested = (suggestions ?? []).flatMap(({ set }) => (set ?? []).map(([path]) => path));
  const chosen = [...suggested, `${link}.queue.limit`, `${link}.rate`];
  const settings = shownSettings(
    most === undefined ? (paths.length > 0 ? paths : [...changed, ...chosen]) : [...paths, ...chosen],
    (path) => hasControl(catalogue, path, doc),
    most ?? (paths.length > 0 ? paths.length : undefined),
  );
  return (
    <section className="shown-settings cluster" aria-label={name}>
      {settings.map((setting) => {
        if (setting.kind === "rtt") {
          const flow = doc.flows?.find(({ id }) => id === setting.flow);
          const own = paths.find((path) => path.startsWith(`flows.${setting.flow}.access.`));
          // The setting is not on the card of its flow, so its label names the flow.
          const label = flow && (labels[own ?? ""] ?? `${labelOf(flow, doc)}: ${pageTexts.lab.rtt}`);
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

/** A setting with a control. */
type ShownSetting =
  | { readonly kind: "limit"; readonly path: string }
  | { readonly kind: "setting"; readonly path: string }
  | { readonly kind: "rtt"; readonly flow: string };

/** More settings would leave too little height for the charts. */
const MAX_SETTINGS = 2;

/** The setting that a changed path belongs to. Null if the path has no control of its own. */
function settingOf(path: string, hasControl: (path: string) => boolean): ShownSetting | null {
  const access = /^flows\.([^.]+)\.access\./.exec(path);
  if (access?.[1]) return { kind: "rtt", flow: access[1] };
  // Changes of a limit are listed with its unit, such as `network.forward.queue.limit.packets`.
  const limit = /^(.*\.queue\.limit)(\.\w+)?$/.exec(path);
  if (limit?.[1]) return { kind: "limit", path: limit[1] };
  return hasControl(path) ? { kind: "setting", path } : null;
}

/** The first different settings among paths, the most important path first. There are at most `most`. */
export function shownSettings(
  paths: readonly string[],
  hasControl: (path: string) => boolean,
  most = MAX_SETTINGS,
): readonly ShownSetting[] {
  const found = new Map<string, ShownSetting>();
  for (const path of paths) {
    const setting = settingOf(path, hasControl);
    if (setting) found.set(setting.kind === "rtt" ? `rtt ${setting.flow}` : setting.path, setting);
    if (found.size === most) break;
  }
  return [...found.values()];
}
