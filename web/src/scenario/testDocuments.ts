// Generators of documents for property tests, made from the descriptors.
import fc from "fast-check";
import generated from "../generated/catalogue.json";
import type { Field, Json, JsonObject, ScenarioDocument } from "../generated/types.ts";

export const catalogue = generated;
const id = fc.stringMatching(/^[a-z][a-z0-9_-]{0,6}$/);

/** Generates values that a field's descriptor allows. */
export function arbitraryOf(field: Field): fc.Arbitrary<Json> {
  const low = field.min ?? 0;
  const high = Math.min(field.max ?? 1e9, 1e12);
  const number = fc.double({ min: low, max: high, noNaN: true, noDefaultInfinity: true }).map((x) => x + 0);
  const notNull = (): fc.Arbitrary<Json> => {
    switch (field.type) {
      case "number":
        return number;
      case "integer":
        return fc.integer({ min: Math.ceil(low), max: Math.floor(Math.min(high, 2 ** 31 - 1)) });
      case "span":
        return fc.oneof(number, fc.record({ min: number, max: number }));
      case "limit":
        return fc.constantFrom<Json>({ packets: 7 }, { bytes: 9000 }, { seconds: 0.03 }, { bdp: 0.5 });
      case "boolean":
        return fc.boolean();
      case "choice":
        return fc.constantFrom(...(field.choices ?? []).map((choice) => choice.value));
      case "id":
        return id;
      case "variant":
        return fc.oneof(
          ...(field.variants ?? []).map((v) =>
            objectOf(v.fields).map(
              (object): Json => ({ [field.tag ?? "kind"]: v.value, ...(object as JsonObject) }),
            ),
          ),
        );
      case "object":
        return objectOf(field.fields ?? []);
      case "list":
        return field.item ? fc.array(arbitraryOf(field.item), { maxLength: 3 }) : fc.constant<Json>([]);
      case "params":
        return fc.constant<Json>({});
      default:
        return fc.string({ maxLength: 20 });
    }
  };
  return field.nullable ? fc.option(notNull(), { nil: null, freq: 6 }) : notNull();
}

/** Generates objects with the given fields; fields that are not required may be missing. */
function objectOf(fields: readonly Field[]): fc.Arbitrary<Json> {
  const record = Object.fromEntries(fields.map((field) => [field.name, arbitraryOf(field)]));
  const requiredKeys = fields.filter((field) => field.required).map((field) => field.name);
  return fc.record(record, { requiredKeys }) as fc.Arbitrary<Json>;
}

const fieldNamed = (name: string): Field => {
  const field = catalogue.document.fields?.find((f) => f.name === name);
  if (!field) throw new Error(`the catalogue has no field ${name}`);
  return field;
};
const flowFields =
  fieldNamed("flows").item?.fields?.filter((f) => f.name !== "id" && f.name !== "params") ?? [];
const flow = fc
  .record({ id, rest: objectOf(flowFields), algorithm: fc.constantFrom(...catalogue.algorithms) })
  .chain(({ id: flowId, rest, algorithm }) =>
    objectOf(algorithm.fields).map(
      (params): Json => ({ ...(rest as JsonObject), id: flowId, algorithm: algorithm.id, params }),
    ),
  );
/** Generates documents that the descriptors allow. The simulator may refuse them. */
export const scenario = fc
  .record({
    rest: objectOf(
      ["title", "note", "seed", "duration", "warmup", "network", "jitter", "measure"].map(fieldNamed),
    ),
    flows: fc.uniqueArray(flow, { selector: (f) => (f as JsonObject)["id"], maxLength: 3 }),
  })
  // Documents are parsed from JSON, so they contain neither -0 nor undefined.
  .map(
    ({ rest, flows }) =>
      JSON.parse(JSON.stringify({ v: 1, ...(rest as JsonObject), flows })) as ScenarioDocument,
  );
