// Scenarios that the descriptors allow do not change if they are encoded as a link or a file and decoded
// again, or if a setting is read and written back.
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Json, JsonObject } from "../generated/types.ts";
import { readScenarioFile, scenarioFileText } from "../storage/file.ts";
import { describePath } from "./descriptors.ts";
import { readPath, writePath } from "./path.ts";
import { decodeLink, encodeLink } from "./shareLink.ts";
import { catalogue, scenario } from "./testDocuments.ts";

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

test("a document does not change if the value of a setting is read and written back", () => {
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
