// The numbers that a sweep can show.
import { NUMBERS } from "../../generated/numbers.ts";
import type { ScenarioDocument } from "../../generated/types.ts";
import { labelOfId } from "../../scenario/flowLabel.ts";
import { numberName, type RunNumber } from "../../scenario/numbers.ts";
import { varyTexts } from "./texts/index.ts";

export interface MetricChoice {
  readonly id: string;
  readonly name: string;
  readonly group: string;
}

/** The numbers that a figure can show: those of the run, of the forward link and of each entry of `flows`. */
export function metricChoices(doc: ScenarioDocument): readonly MetricChoice[] {
  const choices = (of: RunNumber["of"], group: string, owner = ""): MetricChoice[] =>
    NUMBERS.filter((number) => number.of === of && number.swept).map((number) => {
      const id = owner === "" ? number.id : `${owner}.${number.id}`;
      return { id, name: metricName(id, doc), group };
    });
  return [
    ...choices("run", varyTexts.ofRun),
    ...choices("link", varyTexts.ofLink, "forward"),
    ...(doc.flows ?? []).flatMap(({ id }) => choices("flow", labelOfId(id, doc), id)),
  ];
}

/** The number with an ID in a sweep, and what has it: a flow, the forward link or the run. */
export function metricOf(id: string): { readonly number: RunNumber | undefined; readonly owner: string } {
  const at = id.lastIndexOf(".");
  const [owner, name] = [id.slice(0, Math.max(0, at)), id.slice(at + 1)];
  const kinds = owner === "" ? ["run"] : owner === "forward" ? ["link"] : ["flow", "media", "transfers"];
  return { number: NUMBERS.find((number) => number.id === name && kinds.includes(number.of)), owner };
}

/** The name of a number, with its flow. */
export function metricName(id: string, doc: ScenarioDocument): string {
  const { number, owner } = metricOf(id);
  if (!number) return id;
  return numberName(number, number.of === "run" || number.of === "link" ? "" : labelOfId(owner, doc));
}
