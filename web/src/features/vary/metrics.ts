// The numbers that a sweep can show.
import { NUMBERS } from "../../generated/numbers.ts";
import type { Catalogue, FlowDocument, ScenarioDocument } from "../../generated/types.ts";
import { algorithmOf } from "../../scenario/descriptors.ts";
import { labelOfId } from "../../scenario/flowLabel.ts";
import { numberName, type RunNumber } from "../../scenario/numbers.ts";
import { varyTexts } from "./texts/index.ts";

export interface MetricChoice {
  readonly id: string;
  readonly name: string;
  readonly group: string;
}

/** What a sweep has numbers of for an entry of `flows`, as `Entry::of` in sim-core/measures. */
function kindsOf(
  { id, source }: FlowDocument,
  doc: ScenarioDocument,
  catalogue: Catalogue,
): readonly RunNumber["of"][] {
  const algorithm = catalogue.algorithms.find((of) => of.id === algorithmOf(catalogue, id, doc));
  const isMedia = source?.kind === "media";
  const makesTransfers = ["web", "mice", "arrivals", "page", "rpc"].includes(source?.kind ?? "");
  return [
    "flow",
    ...(isMedia || algorithm?.family !== "window" ? (["packets"] as const) : []),
    ...(isMedia ? (["media"] as const) : []),
    ...(source?.kind === "video" ? (["video"] as const) : []),
    ...(makesTransfers ? (["transfers"] as const) : []),
  ];
}

/** The numbers that a figure can show: those of the run, of the forward link and of each entry of `flows`. */
export function metricChoices(doc: ScenarioDocument, catalogue: Catalogue): readonly MetricChoice[] {
  const choices = (of: RunNumber["of"], group: string, owner = ""): MetricChoice[] =>
    NUMBERS.filter((number) => number.of === of && number.swept).map((number) => {
      const id = owner === "" ? number.id : `${owner}.${number.id}`;
      return { id, name: metricName(id, doc), group };
    });
  const run = choices("run", varyTexts.ofRun);
  return [
    ...run.filter(({ id }) => shownMetric(id, doc) === id),
    ...(isDumbbell(doc) ? choices("link", varyTexts.ofLink, "forward") : []),
    ...(doc.flows ?? []).flatMap((flow) =>
      kindsOf(flow, doc, catalogue).flatMap((of) => choices(of, labelOfId(flow.id, doc), flow.id)),
    ),
  ];
}

const isDumbbell = ({ network }: ScenarioDocument): boolean => (network?.kind ?? "dumbbell") === "dumbbell";

/** In a dumbbell, the utilisation of the bottleneck is that of the forward link, unless all flows send in reverse. */
export const shownMetric = (id: string, doc: ScenarioDocument): string =>
  id === "utilisation" && isDumbbell(doc) && doc.flows?.some(({ role }) => role !== "reverse")
    ? "forward.utilisation"
    : id;

/** The number with an ID in a sweep, and what has it: a flow, the forward link or the run. */
export function metricOf(id: string): { readonly number: RunNumber | undefined; readonly owner: string } {
  const at = id.lastIndexOf(".");
  const [owner, name] = [id.slice(0, Math.max(0, at)), id.slice(at + 1)];
  const kinds =
    owner === ""
      ? ["run"]
      : owner === "forward"
        ? ["link"]
        : ["flow", "packets", "media", "video", "transfers"];
  return { number: NUMBERS.find((number) => number.id === name && kinds.includes(number.of)), owner };
}

/** The name of a number, with its flow. */
export function metricName(id: string, doc: ScenarioDocument): string {
  const { number, owner } = metricOf(id);
  if (!number) return id;
  return numberName(number, number.of === "run" || number.of === "link" ? "" : labelOfId(owner, doc));
}
