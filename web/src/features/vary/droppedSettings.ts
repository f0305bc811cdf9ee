// The settings of the scenario that algorithms of a sweep do not have, in words.
import type { DroppedSetting } from "../../engine/experiments/types.ts";
import type { Catalogue, ScenarioDocument } from "../../generated/types.ts";
import { settingName } from "../../scenario/diff.ts";
import { labelOfId } from "../../scenario/flowLabel.ts";
import { varyTexts } from "./texts/index.ts";

/** A sentence for each flow and algorithm. */
export function droppedInWords(
  dropped: readonly DroppedSetting[],
  scenario: ScenarioDocument,
  catalogue: Catalogue,
): readonly string[] {
  const groups = Map.groupBy(dropped, ({ flow, algorithm }) => JSON.stringify([flow, algorithm]));
  return [...groups.values()].map((settings) => {
    const [{ flow, algorithm } = { flow: "", algorithm: "" }] = settings;
    const name = catalogue.algorithms.find(({ id }) => id === algorithm)?.name ?? algorithm;
    const label = labelOfId(flow, scenario);
    const names = settings.map(({ setting }) =>
      settingName(`flows.${flow}.params.${setting}`, scenario, catalogue).replace(/^[^:]*: /, ""),
    );
    return varyTexts.dropped({ algorithm: name, flow: label, settings: names.join(", ") });
  });
}
