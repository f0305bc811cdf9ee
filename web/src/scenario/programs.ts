// The programs of flows with the algorithm "own": their texts, and the settings that the texts declare. Only the
// compiler knows the declarations, so they are kept here when it has reported them.
import type {
  Field,
  JsonObject,
  ProgramReport,
  ProgramSetting,
  ScenarioDocument,
} from "../generated/types.ts";
import { readPath, writePath } from "./path.ts";

/** The algorithm whose rules are a program in the document. */
export const OWN = "own";

/** The ids of the flows with a program, in the order of the document. */
export const programFlows = (doc: ScenarioDocument): readonly string[] =>
  (doc.flows ?? []).flatMap(({ id, algorithm }) => (algorithm === OWN ? [id] : []));

/** A scenario to begin with: a program, which is Reno at first, and CUBIC on the default network. */
export const ownScenario = (): ScenarioDocument => ({
  v: 1,
  flows: [
    { id: "mine", algorithm: OWN },
    { id: "cubic", algorithm: "cubic" },
  ],
});

/** The text of a flow's program. Undefined if the document does not state it, so that the default applies. */
export function codeOf(doc: ScenarioDocument, flow: string): string | undefined {
  const code = readPath(doc, `flows.${flow}.params.code`);
  return typeof code === "string" ? code : undefined;
}

const isWithin = (setting: ProgramSetting, value: unknown): boolean =>
  setting.is_switch
    ? typeof value === "boolean"
    : typeof value === "number" && value >= setting.low && value <= setting.high;

/** The document with another program of a flow. Values of settings that the program no longer accepts are removed. */
export function withProgram(
  doc: ScenarioDocument,
  flow: string,
  code: string,
  { settings }: Pick<ProgramReport, "settings">,
): ScenarioDocument {
  const path = `flows.${flow}.params`;
  const values = Object.entries((readPath(doc, `${path}.settings`) ?? {}) as JsonObject);
  const kept = values.filter(([name, value]) =>
    settings.some((setting) => setting.name === name && isWithin(setting, value)),
  );
  const next = writePath(doc, `${path}.code`, code);
  const valuesPath = `${path}.settings`;
  const timeline = next.timeline?.filter(
    ({ set }) =>
      !set.startsWith(`${valuesPath}.`) || settings.some(({ name }) => set === `${valuesPath}.${name}`),
  );
  const fitted =
    kept.length === values.length
      ? next
      : writePath(next, valuesPath, kept.length > 0 ? Object.fromEntries(kept) : undefined);
  return timeline && timeline.length < (next.timeline?.length ?? 0) ? { ...fitted, timeline } : fitted;
}

/** The declared settings of programs, by the text of the program. */
const declared = new Map<string, readonly Field[]>();
const MAX_KEPT = 200;

/** A setting of a program as a setting of the document. */
function fieldOf({
  name,
  is_switch,
  low,
  high,
  is_logarithmic,
  unit,
  help,
  ...setting
}: ProgramSetting): Field {
  const common = { name, label: name, doc: help, cite: "", unit, required: false, nullable: false };
  const shared = { ...common, null_means: "", changeable: true };
  return is_switch
    ? { ...shared, type: "boolean", default: setting.default !== 0 }
    : {
        ...shared,
        type: "number",
        default: setting.default,
        min: low,
        max: high,
        above: false,
        scale: is_logarithmic ? "log" : "linear",
      };
}

/** Keeps the settings that a program declares. */
export function keepDeclared(code: string, { settings }: Pick<ProgramReport, "settings">): void {
  if (declared.size >= MAX_KEPT) declared.clear();
  declared.set(code, settings.map(fieldOf));
}

/** The settings that a program declares, as far as the compiler has reported them. */
export const declaredSettings = (code: string): readonly Field[] | undefined => declared.get(code);
