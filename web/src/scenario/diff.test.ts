// Descriptions of the differences between documents.
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { check } from "../../../wasm/pkg/fairshare_wasm.js";
import { loadWasm } from "../engine/testWasm.ts";
import { EXAMPLES } from "../examples/examples.ts";
import type { CheckResult, Field, Json, JsonObject, ScenarioDocument } from "../generated/types.ts";
import { fieldAt, namedLinks, withNetworkLists } from "./descriptors.ts";
import { changeText, diffDocuments } from "./diff.ts";
import {
  addFlow,
  duplicateFlow,
  moveFlow,
  removeFlow,
  setAlgorithm,
  setFromTime,
  writeOutReverse,
} from "./edit.ts";
import { writePath } from "./path.ts";
import { arbitraryOf, catalogue } from "./testDocuments.ts";

beforeAll(loadWasm);

const doc: ScenarioDocument = {
  v: 1,
  network: { kind: "dumbbell", forward: { rate: 1e7, queue: { kind: "drop_tail", limit: { packets: 60 } } } },
  flows: [
    { id: "near", algorithm: "newreno" },
    { id: "far", label: "the far one", algorithm: "newreno" },
  ],
};

test("a unit is written once, except in a range", () => {
  const text = (from: string, to: string): string => changeText({ what: "x", from, to });
  expect(text("5\u202fms", "20\u202fms")).toBe("x 5 \u2192 20\u202fms");
  expect(text("0\u202fs", "20\u202fms")).toBe("x 0 \u2192 20\u202fms");
  expect(text("10\u202fms to 40\u202fms", "25\u202fms")).toBe("x 10\u202fms to 40\u202fms \u2192 25\u202fms");
});

const texts = (after: ScenarioDocument): string[] => diffDocuments(doc, after, catalogue).map(changeText);

test("comparing 2,000 flows does not search the list of flows for each of them", () => {
  let reads = 0;
  /** A copy that counts how often its flows are read. */
  const counted = (flows: readonly { readonly id: string; readonly start?: number }[]) =>
    new Proxy(flows, {
      get(list, key) {
        if (/^\d+$/.test(String(key))) reads += 1;
        return Reflect.get(list, key);
      },
    });
  const flows = Array.from({ length: 2000 }, (_, i) => ({ id: `f${i}` }));
  const later = flows.map((flow, i) => ({ ...flow, start: i }));
  const before: ScenarioDocument = { v: 1, flows: counted(flows) };
  expect(diffDocuments(before, { v: 1, flows: counted(later) }, catalogue)).toHaveLength(1999);
  expect(reads).toBeLessThan(100 * flows.length);
});

test("a different title is not reported", () => {
  expect(texts(JSON.parse(JSON.stringify(doc)))).toEqual([]);
  expect(texts({ ...doc, title: "other" })).toEqual([]);
});

test("the unit of both values is written only once", () => {
  expect(texts(writePath(doc, "network.forward.queue.limit", { packets: 30 }))).toEqual([
    "buffer 60 \u2192 30\u202fpackets",
  ]);
  expect(texts(writePath(doc, "network.forward.rate", 5e6))).toEqual(["rate 10 \u2192 5\u202fMb/s"]);
  expect(texts(writePath(doc, "duration", 90))).toEqual(["duration 60 \u2192 90\u202fs"]);
  expect(texts(writePath(doc, "network.forward.queue.limit", { bdp: 0.5 }))).toEqual([
    "buffer 60\u202fpackets \u2192 0.5\u202fBDP",
  ]);
});

test("a reverse direction with settings of its own is described by what differs from the forward direction", () => {
  const own = writeOutReverse(doc, "network");
  const slow = writePath(own, "network.reverse.rate", 2e6);
  expect(texts(slow)).toEqual(["reverse rate 10 \u2192 2\u202fMb/s"]);
  expect(diffDocuments(slow, doc, catalogue).map(changeText)).toEqual(["reverse rate 2 \u2192 10\u202fMb/s"]);
  expect(texts(own)).toHaveLength(1);
});

test("a flow without a label is described by its id", () => {
  expect(texts(setAlgorithm(doc, "far", "cubic"))).toEqual([
    "the far one: algorithm TCP NewReno (1999) \u2192 CUBIC",
  ]);
  // A new algorithm implies the defaults of its settings.
  const slow = writePath(doc, "flows.near.params", { min_rto: 0.3 });
  expect(diffDocuments(slow, setAlgorithm(slow, "near", "cubic"), catalogue).map(changeText)).toEqual([
    "near: algorithm TCP NewReno (1999) \u2192 CUBIC",
    "near: smallest timeout 300 \u2192 200\u202fms",
  ]);
  expect(texts(writePath(doc, "flows.near.params.min_rto", 1))).toEqual([
    expect.stringMatching(/^near: .* \u2192 1\u202fs$/),
  ]);
  expect(texts(addFlow(doc, { id: "udp", algorithm: "udp" }, new Set()))).toEqual(["udp added (Plain UDP)"]);
});

test("the number of flows of an entry has a name", () => {
  expect(texts(writePath(doc, "flows.near.count", 4))).toEqual(["near: number of flows 1 \u2192 4"]);
});

test("a rate over time is described in words", () => {
  const rates = [2e6, 5e6, 1e7].map((rate, at) => ({ at, rate }));
  const points = { kind: "points", points: rates, repeat: 3 };
  expect(texts(writePath(doc, "network.forward.schedule", points))).toEqual([
    "rate over time constant \u2192 3 rates from 2\u202fMb/s to 10\u202fMb/s, again after 3\u202fs",
  ]);
  expect(texts(writePath(doc, "network.forward.impairments.trace", "2\n3\n6\n"))).toEqual([
    "rate over time none \u2192 delivery trace of 6\u202fms with a mean of 6\u202fMb/s",
  ]);
});

test("settings of the same kind of source are described one by one", () => {
  const web = (http: string): ScenarioDocument => writePath(doc, "flows.near.source", { kind: "page", http });
  const changes = diffDocuments(web("2"), web("3"), catalogue);
  expect(changes.map(changeText)).toEqual(["near: HTTP version HTTP/2 \u2192 HTTP/3"]);
});

test("a new timeline entry is described with its time and both values", () => {
  expect(texts(setFromTime(doc, "network.forward.rate", 2e6, 12.3))).toEqual([
    "from 12.3\u202fs: rate 10 \u2192 2\u202fMb/s",
  ]);
});

const parkingLot: ScenarioDocument = {
  v: 1,
  network: { kind: "parking_lot", links: [{ id: "ab" }, { id: "bc", forward: { rate: 5e6 } }] },
  flows: [{ id: "long", path: { from: "n0", to: "n2" } }],
};
const between = (before: ScenarioDocument, after: ScenarioDocument): string[] =>
  diffDocuments(before, after, catalogue).map(changeText);

test("another kind of network is one change", () => {
  expect(between(parkingLot, writePath(parkingLot, "network.links.bc.forward.rate", 4e6))).toEqual([
    "link bc: rate 5 \u2192 4\u202fMb/s",
  ]);
  expect(between(parkingLot, writePath(parkingLot, "network.links.ab", undefined))).toEqual([
    "link ab removed",
  ]);
  const withLink = {
    ...parkingLot,
    network: {
      kind: "parking_lot" as const,
      links: [{ id: "ab" }, { id: "bc", forward: { rate: 5e6 } }, { id: "cd" }],
    },
  };
  expect(between(parkingLot, withLink)).toEqual(["link cd added"]);
  expect(between(doc, writePath(doc, "network", { kind: "parking_lot", links: [{ id: "a" }] }))).toEqual([
    "network Dumbbell \u2192 Parking lot",
  ]);
  const red = writePath(doc, "network.forward.queue", {
    kind: "red",
    limit: { packets: 60 },
    adaptive: true,
  });
  expect(texts(red)).toEqual(["queue Drop-tail \u2192 RED", expect.stringMatching(/ on$/)]);
  // The change of the discipline implies another limit.
  expect(texts(writePath(doc, "network.forward.queue", { kind: "fq_codel" }))).toEqual([
    "queue Drop-tail \u2192 FQ-CoDel",
    expect.stringMatching(/^buffer 60 \u2192 10.240\u202fpackets$/),
  ]);
});

test("a change that all links have in common is stated once", () => {
  const three: ScenarioDocument = {
    ...parkingLot,
    network: { kind: "parking_lot" as const, links: [{ id: "a" }, { id: "b" }, { id: "c" }] },
  };
  const changed = (ids: readonly string[], path: string, value: Json): ScenarioDocument =>
    ids.reduce((document, id) => writePath(document, `network.links.${id}.${path}`, value), three);
  expect(between(three, changed(["a", "b", "c"], "forward.queue.kind", "red"))).toEqual([
    "all links: queue Drop-tail \u2192 RED",
  ]);
  // One link does not change, so the changed links are named.
  expect(between(three, changed(["a", "b"], "forward.queue.kind", "red"))).toEqual([
    "link a: queue Drop-tail \u2192 RED",
    "link b: queue Drop-tail \u2192 RED",
  ]);
  // All links have one change in common, and one link has an additional change.
  const mixed = writePath(
    changed(["a", "b", "c"], "forward.delay", 0.02),
    "network.links.b.forward.rate",
    5e6,
  );
  expect(between(three, mixed)).toEqual([
    expect.stringMatching(/^all links: delay .* \u2192 20\u202fms$/),
    "link b: rate 10 \u2192 5\u202fMb/s",
  ]);
});

test("a change of the flow of a loss rule is stated, although the rule has the same numbers", () => {
  const rule = (flow: string): ScenarioDocument =>
    writePath(doc, "network.forward.loss", [{ kind: "random", probability: 0.01, flow }]);
  expect(between(rule("near"), rule("far"))).toEqual([
    "loss random 1\u202f%, flow near \u2192 random 1\u202f%, flow far",
  ]);
  const many = (last: number): ScenarioDocument =>
    writePath(doc, "network.forward.loss", [{ kind: "listed", packets: [1, 2, 3, last] }]);
  expect(between(many(4), many(5))).toEqual(["loss changed"]);
});

test("the path of a flow and a changed entry of the timeline are stated with both values", () => {
  expect(between(parkingLot, writePath(parkingLot, "flows.long.path.to", "n1"))).toEqual([
    "long: path from n0, to n2 \u2192 from n0, to n1",
  ]);
  const at = (rate: number): ScenarioDocument => setFromTime(doc, "network.forward.rate", rate, 5);
  expect(between(at(2e6), at(4e6))).toEqual(["rate from 5\u202fs on 2 \u2192 4\u202fMb/s"]);
});

test("a small change is stated with as many digits as it needs", () => {
  expect(texts(writePath(doc, "network.forward.rate", 1.0001e7))).toEqual([
    "rate 10 \u2192 10.001\u202fMb/s",
  ]);
});

/** Documents with several kinds of networks, and edits as the page makes them. */
const start = fc.constantFrom(...EXAMPLES.map((e) => e.doc), doc, parkingLot);
const leaf = (field: Field): fc.Arbitrary<Json> => arbitraryOf(field);
const LINK_SETTINGS = ["rate", "delay", "queue", "loss", "schedule", "impairments"];
/** An edit of a flow. A document without this flow is not changed. */
const withFlow = (
  d: ScenarioDocument,
  flow: { readonly id: string } | undefined,
  change: (id: string) => ScenarioDocument,
): ScenarioDocument => (flow ? change(flow.id) : d);
const edit: fc.Arbitrary<(d: ScenarioDocument) => ScenarioDocument> = fc.oneof(
  fc
    .constantFrom("duration", "seed", "warmup", "jitter", "measure", "network")
    .chain((name) => leaf(fieldAt(catalogue.document, name) as Field).map((v) => [name, v] as const))
    .map(
      ([name, value]) =>
        (d: ScenarioDocument) =>
          writePath(d, name, value),
    ),
  fc
    .constantFrom(...LINK_SETTINGS)
    .chain((name) =>
      fc
        .tuple(
          fc.constantFrom("forward", "reverse"),
          leaf(fieldAt(catalogue.document, `network.forward.${name}`) as Field),
          fc.boolean(),
        )
        .map(([direction, value, onTimeline]) => ({ name, direction, value, onTimeline })),
    )
    .map(({ name, direction, value, onTimeline }) => (d: ScenarioDocument) => {
      const link = namedLinks(d)[0]?.id;
      const path = `network.${link === undefined ? "" : `links.${link}.`}${direction}.${name}`;
      return onTimeline ? setFromTime(d, path, value, 7.25) : writePath(d, path, value);
    }),
  fc
    .constantFrom("start", "stop", "count", "role", "packet", "source", "path", "access")
    .chain((name) =>
      leaf(fieldAt(catalogue.document, `flows.*.${name}`) as Field).map((v) => [name, v] as const),
    )
    .map(
      ([name, value]) =>
        (d: ScenarioDocument) =>
          withFlow(d, d.flows?.at(-1), (id) => writePath(d, `flows.${id}.${name}`, value)),
    ),
  fc
    .constantFrom(...catalogue.algorithms)
    .chain((algorithm) =>
      fc
        .record(Object.fromEntries(algorithm.fields.map((f) => [f.name, leaf(f)])), { requiredKeys: [] })
        .map(
          (params) => (d: ScenarioDocument) =>
            withFlow(d, d.flows?.[0], (id) =>
              writePath(setAlgorithm(d, id, algorithm.id), `flows.${id}.params`, params as JsonObject),
            ),
        ),
    ),
  fc.constantFrom(
    (d: ScenarioDocument) => addFlow(d, { id: "new", algorithm: "cubic" }, new Set()),
    (d: ScenarioDocument) => withFlow(d, d.flows?.[0], (id) => removeFlow(d, id)),
    (d: ScenarioDocument) => withFlow(d, d.flows?.[0], (id) => moveFlow(d, id, 1)),
    (d: ScenarioDocument) => withFlow(d, d.flows?.[0], (id) => duplicateFlow(d, id, new Set())),
    (d: ScenarioDocument) =>
      withFlow(d, d.flows?.[0], (id) => setFromTime(d, `flows.${id}.active`, false, 3)),
    (d: ScenarioDocument) => ({ ...d, timeline: [...(d.timeline ?? [])].reverse() }),
  ),
);

test("every random edit is described", () => {
  fc.assert(
    fc.property(start, fc.array(edit, { minLength: 1, maxLength: 3 }), (first, edits) => {
      const edited = edits.reduce((d, change) => change(d), first);
      const before = withNetworkLists(first, catalogue);
      const after = withNetworkLists(JSON.parse(JSON.stringify(edited)), catalogue);
      for (const [from, to] of [
        [before, after],
        [after, before],
      ] as const) {
        const changes = diffDocuments(from, to, catalogue);
        for (const change of changes) {
          const text = changeText(change);
          expect(change.what.trim(), text).not.toBe("");
          expect(change.to.trim(), text).not.toBe("");
          expect(change.from, text).not.toBe(change.to);
          // Texts of the document are quoted.
          expect(text.replace(/\u201c.*?\u201d/gs, "x")).not.toMatch(
            /undefined|\[object|NaN|null|: *$|, *(,|:|$)|\u2192 *$|^ | {2}/,
          );
        }
        const canonical = canonicalOf(to);
        if (changes.length === 0 && canonical) expect(canonical).toEqual(canonicalOf(from) ?? canonical);
      }
    }),
    { numRuns: 150 },
  );
});

test("a text in the place of another kind of value is quoted, and a blank one is called empty", () => {
  const own = setAlgorithm(doc, "near", "own");
  const settings = (text: string): readonly string[] =>
    between(own, writePath(own, "flows.near.params.settings", text));
  expect(settings("a  b")).toEqual([expect.stringMatching(/ \u2192 \u201ca b\u201d$/)]);
  expect(settings(" ")).toEqual([expect.stringMatching(/ \u2192 empty$/)]);
});

/** The canonical document without its texts. Null if the simulator refuses the document. */
function canonicalOf(d: ScenarioDocument): Json {
  const { canonical } = check(JSON.stringify(d)) as CheckResult;
  if (canonical === null) return null;
  const { title: _title, note: _note, ...rest } = JSON.parse(canonical) as JsonObject;
  return rest;
}

test("a new label is quoted after the name before", () => {
  expect(texts(writePath(doc, "flows.near.label", "mine"))).toEqual(["near renamed \u201cmine\u201d"]);
  expect(texts(writePath(writePath(doc, "flows.near.label", " "), "flows.near.packet", 500))).toContain(
    "near: packet size 1500 \u2192 500\u202fB",
  );
});

test("a moved node, a new node and a new link of a graph are named, without coordinates", () => {
  const graph = (
    nodes: readonly { id: string; x?: number; y?: number }[],
    links: readonly { id: string; from: string; to: string }[],
  ): ScenarioDocument => ({ v: 1, network: { kind: "graph", nodes, links } });
  const ends = [
    { id: "a", x: 0.1, y: 0.5 },
    { id: "c", x: 0.9, y: 0.5 },
  ];
  const ac = { id: "ac", from: "a", to: "c" };
  const moved = [
    { id: "a", x: 0.1, y: 0.5 },
    { id: "c", x: 0.7012, y: 0.25 },
  ];
  expect(between(graph(ends, [ac]), graph(moved, [ac]))).toEqual(["node c moved"]);
  const unplaced = [{ id: "a" }, { id: "c" }];
  expect(between(graph(unplaced, [ac]), graph(ends, [ac]))).toEqual(["node a moved", "node c moved"]);
  // A new node fixes the places of the others, which nobody moved.
  expect(between(graph(unplaced, [ac]), graph([...ends, { id: "d", x: 0.5, y: 0.9 }], [ac]))).toEqual([
    "node d added",
  ]);
  const more = [...ends, { id: "d", x: 0.5, y: 0.9 }];
  expect(between(graph(ends, [ac]), graph(more, [ac, { id: "cd", from: "c", to: "d" }]))).toEqual([
    "node d added",
    "link cd added",
  ]);
});

test("a change at a time states the value before it", () => {
  const first = setFromTime(doc, "network.forward.rate", 5e6, 15.1);
  expect(texts(first)).toEqual(["from 15.1\u202fs: rate 10 \u2192 5\u202fMb/s"]);
  const second = setFromTime(first, "network.forward.rate", 2e6, 20);
  expect(diffDocuments(first, second, catalogue).map(changeText)).toEqual([
    "from 20\u202fs: rate 5 \u2192 2\u202fMb/s",
  ]);
});

test.each([
  ["fq_codel", "queue Drop-tail \u2192 FQ-CoDel", "buffer 60 \u2192 10\u2009240\u202fpackets"],
  ["codel", "queue Drop-tail \u2192 CoDel", "buffer 60 \u2192 1000\u202fpackets"],
])("the buffer that %s has by default is stated with the new discipline", (kind, queue, buffer) => {
  const plain = (text: string): string => text.replace(/[\u2009\u202f]/g, " ");
  const after = writePath(doc, "network.forward.queue", { kind });
  expect(texts(after).map(plain)).toEqual([queue, buffer].map(plain));
  // Also without any setting of the link before.
  const unset: ScenarioDocument = { v: 1 };
  const change = diffDocuments(unset, writePath(unset, "network.forward.queue.kind", kind), catalogue);
  expect(change.map(({ path }) => path)).toContain("network.forward.queue.limit");
});
