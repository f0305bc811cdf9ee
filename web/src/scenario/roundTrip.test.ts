// Scenarios that the descriptors allow do not change if they are encoded as a link or a file and decoded again, or if a setting is
// read and written back.
import fc from "fast-check";
import { expect, test } from "vitest";
import generated from "../generated/catalogue.json";
import type { Field, Json, JsonObject, ScenarioDocument } from "../generated/types.ts";
import { describePath } from "./descriptors.ts";
import { readScenarioFile, scenarioFileText } from "./file.ts";
import { readPath, writePath } from "./path.ts";
import { decodeLink, encodeLink } from "./shareLink.ts";

const catalogue = generated;
const id = fc.stringMatching(/^[a-z][a-z0-9_-]{0,6}$/);

/** Generates values that a field's descriptor allows. */
function arbitraryOf(field: Field): fc.Arbitrary<Json> {
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
const scenario = fc
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

/** The paths of all settings of a document for which a form has a control. */
function* settingPaths(value: Json, path: string): Generator<string> {
  if (Array.isArray(value)) {
    // Paths contain the ids of flows. Other lists are edited as a whole.
    if (path === "flows")
      for (const entry of value as readonly JsonObject[])
        yield* settingPaths(entry, `flows.${String(entry["id"])}`);
    else yield path;
  } else if (typeof value === "object" && value !== null && !/\.(limit|sender|receiver|start)$/.test(path)) {
    for (const [name, inner] of Object.entries(value as JsonObject))
      yield* settingPaths(inner, path === "" ? name : `${path}.${name}`);
  } else yield path;
}

test("decoding a link or a file gives the document that was encoded", async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async (doc) => {
      const decoded = await decodeLink(await encodeLink({ scenario: doc }));
      expect(decoded).toEqual({ kind: "scenario", content: { scenario: doc } });
      const read = await readScenarioFile(new File([scenarioFileText(doc)], "run.json"));
      expect(read).toEqual({ ok: true, doc });
    }),
    { seed: 20, numRuns: 60 },
  );
});

test("every setting has a descriptor, and writing a value that was read changes nothing", () => {
  fc.assert(
    fc.property(scenario, (doc) => {
      for (const path of settingPaths(doc, "")) {
        expect(describePath(catalogue, path, doc), path).toBeDefined();
        expect(writePath(doc, path, readPath(doc, path)), path).toEqual(doc);
      }
    }),
    { seed: 21, numRuns: 60 },
  );
});
