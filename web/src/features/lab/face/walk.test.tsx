// @vitest-environment jsdom
// One question after the other: after any two actions, the sentence, the answers, the bars and the pale curves belong to
// the same two runs, which differ only in what the sentence names.
import { act, cleanup, render } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeAll, expect, test, vi } from "vitest";
import type { GrowingRecord } from "../../../engine/record.ts";
import { computeRun } from "../../../engine/testRuns.ts";
import { loadWasm } from "../../../engine/testWasm.ts";
import type { EngineClient, RunHandle, RunRecord } from "../../../engine/types.ts";
import { applySuggestion, type Example } from "../../../examples/example.ts";
import { EXAMPLES } from "../../../examples/examples.ts";
import { hasLayout, LAYOUT_IDS, layoutOf } from "../../../examples/layouts.ts";
import { questionTexts } from "../../../examples/texts/index.ts";
import generated from "../../../generated/catalogue.json";
import type { Catalogue, Json, ScenarioDocument } from "../../../generated/types.ts";
import { changeText, diffDocuments } from "../../../scenario/diff.ts";
import { sameRun } from "../../../scenario/edit.ts";
import { sameJson, writePath } from "../../../scenario/path.ts";
import { createScenarioStore, newOrigin, type ScenarioStore } from "../../../scenario/store.ts";
import { useChartInputs } from "../charts/chartInputs.ts";
import { groupsOf } from "../flows/groups.ts";
import { membersOf } from "../flows/members.ts";
import { answeredSpan, type Reading, readAt } from "../flows/readout.ts";
import { type ChartInputs, rateData } from "../state/chartData.ts";
import { LabProvider, type LabServices } from "../state/context.tsx";
import { useLab, useMeasured, useOverlay } from "../state/hooks.ts";
import { LabSession } from "../state/session.ts";
import { Answer } from "./Answer.tsx";
import { answerOf } from "./answer.ts";
import Changed from "./Changed.tsx";
import { Try } from "./Try.tsx";
import { useFace, useReference } from "./useFace.ts";

const catalogue = generated as unknown as Catalogue;

beforeAll(async () => {
  await loadWasm();
});

// The hint about seeds appears later.
vi.mock("./SeedHint.tsx", () => ({ default: () => null }));

const computed = new Map<string, GrowingRecord>();

/** The complete run of a document. Runs of the same text are computed once. */
function recordOf(text: string): GrowingRecord {
  const found = computed.get(text);
  if (found) return found;
  const record = computeRun(JSON.parse(text) as ScenarioDocument);
  record.complete({ resultId: text, summary: record.summary, packetHops: 0, wallMs: 1 });
  computed.set(text, record);
  return record;
}

let opened = 0;

/** Computes every run at once. */
const engine = {
  open(text: string): RunHandle {
    opened += 1;
    const record = recordOf(text);
    let draw = (): void => undefined;
    const end = new Promise((resolve) => {
      setTimeout(() => {
        draw();
        resolve(record.outcome);
      });
    });
    return {
      id: `run-${opened}`,
      verdict: Promise.resolve({ ok: true, issues: [], canonical: text, derived: record.derived }),
      record,
      end,
      subscribe: (listener: () => void) => {
        draw = listener;
        return () => undefined;
      },
      stop: () => undefined,
      dispose: () => undefined,
    } as unknown as RunHandle;
  },
  computeRecord: async (text: string): Promise<RunRecord> => recordOf(text),
  check: async (text: string) => ({ ok: true, issues: [], canonical: text, derived: recordOf(text).derived }),
  compile: () => new Promise(() => undefined),
} as unknown as EngineClient;

/** What the page shows. */
interface Shown {
  sentence: string;
  answer: string;
  before: string;
  inputs: ChartInputs | null;
  bars: Reading | null;
  barsBefore: Reading | null;
}

const shown: Pick<Shown, "inputs" | "bars" | "barsBefore"> = { inputs: null, bars: null, barsBefore: null };

function Probe(): ReactNode {
  const face = useFace();
  useReference(face);
  const run = useLab((s) => s.run);
  const overlay = useOverlay(run);
  shown.inputs = useChartInputs(run);
  shown.bars = useMeasured(run, "common");
  shown.barsBefore = useMeasured(overlay?.run ?? null, "common");
  return (
    <>
      <div className="setup">{face.setupFits === false && <Changed face={face} />}</div>
      <Answer face={face} />
      <Try face={face} />
    </>
  );
}

/** Waits until the runs of the open scenario and of the question are shown. */
async function settle({ session, scenario }: LabServices): Promise<void> {
  const isDone = (): boolean => {
    const { run, reference } = session.store.getState();
    const { preview, doc } = scenario.getState();
    return run?.outcome != null && run.doc === (preview ?? doc) && reference !== null;
  };
  await act(async () => {
    for (let turn = 0; !isDone() && turn < 1000; turn += 1) await new Promise((go) => setTimeout(go));
  });
}

function read(container: HTMLElement): Shown {
  const text = (selector: string): string => container.querySelector(selector)?.textContent ?? "";
  return {
    sentence: text(".setup"),
    answer: text("[role=status]"),
    before: container.querySelector(".face-before > span")?.textContent ?? "",
    ...shown,
  };
}

type Action = readonly [name: string, act: (scenario: ScenarioStore) => void];

/** The values to which the control is moved. Access delays are moved together, as the slider does. */
function moves(control: string): readonly (readonly [string, readonly (readonly [string, Json])[]])[] {
  const values: Readonly<Record<string, readonly Json[]>> = {
    "network.forward.schedule.gap": [0, 1],
    "flows.far.access.sender": [0.0345, 0.012],
    "network.forward.queue.limit": [{ packets: 60 }, { packets: 12 }],
    "network.forward.loss.0.probability": [0.03, 0.002],
    "network.forward.rate": [4e6, 2e7],
    "network.links.b.forward.rate": [4e6, 2e7],
  };
  const both = (path: string, value: Json): readonly (readonly [string, Json])[] =>
    path.endsWith(".access.sender")
      ? [
          [path, value],
          [path.replace("sender", "receiver"), value],
        ]
      : [[path, value]];
  return (values[control] ?? [1e6, 12e6]).map((value) => [
    `slider to ${JSON.stringify(value)}`,
    both(control, value),
  ]);
}

/** The offers and the moves of the slider of a question. */
function actionsOf(example: Example): readonly Action[] {
  const layout = layoutOf(example.id);
  if (!layout) throw new Error(`${example.id} has no layout.`);
  return [
    ...layout.tries.map((index): Action => {
      const change = example.suggestions[index];
      return [
        `try ${change.label}`,
        (scenario) => scenario.getState().apply("try", () => applySuggestion(example.doc, change, new Set())),
      ];
    }),
    ...moves(layout.control).map(
      ([name, settings]): Action => [
        name,
        (scenario) =>
          scenario
            .getState()
            .apply("slider", (doc) =>
              settings.reduce(
                (changed, [path, value]) =>
                  path.startsWith("flows.") &&
                  !changed.flows?.some(({ id }) => path.startsWith(`flows.${id}.`))
                    ? changed
                    : writePath(changed, path, value),
                doc,
              ),
            ),
      ],
    ),
    ["start over", (scenario) => scenario.getState().apply("start over", () => example.doc)],
    ["undo", (scenario) => scenario.getState().undo()],
  ];
}

const plain = (text: string): string => text.replaceAll("\u202f", " ").replaceAll("\u00a0", " ");

const facts = new Map<
  string,
  { readonly answer: string; readonly goodputs: readonly (readonly [string, number])[] }
>();

/** The answer and the goodputs of a document, computed without the page. */
function factsOf(doc: ScenarioDocument, kind: ReturnType<typeof kindOf>) {
  const text = JSON.stringify(doc);
  const found = facts.get(text);
  if (found) return found;
  const record = recordOf(text);
  const summary = record.outcome?.summary;
  if (!summary) throw new Error("The run is not complete.");
  const { from, to } = answeredSpan(record, true);
  const { flows } = readAt(record, membersOf(record), to, 1, from);
  const known = {
    answer: answerOf(record, summary, groupsOf(doc, membersOf(record)), kind),
    goodputs: flows.map(({ member, goodput }) => [member.id, goodput] as const),
  };
  facts.set(text, known);
  return known;
}

function kindOf({ id }: Example) {
  const layout = layoutOf(id);
  return layout?.answer ?? (layout?.pictures?.includes("queue.ms") ? ("wait" as const) : undefined);
}

/** Compares what is shown with the runs of the two documents, which are computed without the page. */
function check(
  now: Shown,
  doc: ScenarioDocument,
  last: ScenarioDocument,
  example: Example,
  where: string,
): void {
  const kind = kindOf(example);
  const [is, was] = [factsOf(doc, kind), factsOf(example.doc, kind)];
  const rates = (reading: Reading | null): readonly (readonly [string, number])[] =>
    (reading?.flows ?? []).map(({ member, goodput }) => [member.id, goodput]);
  expect(now.answer, where).toBe(is.answer);
  expect(rates(now.bars), where).toEqual(is.goodputs);
  expect(now.inputs?.run.record.document, where).toEqual(recordOf(JSON.stringify(doc)).document);
  if (sameRun(doc, example.doc)) {
    expect([now.sentence, now.before, now.inputs?.overlay], where).toEqual(["", "", null]);
    return;
  }
  // The pale curves and bars, and the answer before, are those of the scenario of the question.
  expect(now.inputs?.overlay?.run.doc, where).toEqual(example.doc);
  const lines = now.inputs ? rateData(now.inputs).lines.filter(({ ghost }) => ghost) : [];
  expect(
    lines.map(({ run }) => run),
    where,
  ).toEqual(lines.map(() => recordOf(JSON.stringify(example.doc))));
  expect(lines.length, where).toBeGreaterThan(0);
  expect(rates(now.barsBefore), where).toEqual(was.goodputs);
  if (was.answer === is.answer) expect(now.before, where).toBe("The same as before");
  else
    expect(now.before, where).toMatch(
      new RegExp(`^Before: ${was.answer.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")}(, |$)`),
    );
  // The sentence names each difference between the two scenarios, and what has its first value again.
  const [stated = "", reset = ""] = plain(now.sentence).replace(reasonOf(example), "").split(" Reset: ");
  const [changed, reverted] = [stated.replace(/^Now: |\.$/g, ""), reset.replace(/\.$/, "")];
  const differences = diffDocuments(example.doc, doc, catalogue).filter(
    ({ path }) => !path.endsWith(".label"),
  );
  for (const { path, ...change } of differences.slice(0, MOST)) {
    if (/\.access\.(sender|receiver)$/.test(path)) continue;
    const { from, to } = change;
    const text = plain(changeText({ what: "", from, to }));
    expect(changed, `${where}: ${path}`).toContain(text);
  }
  const count =
    differences.length - differences.filter(({ path }) => path.endsWith(".access.receiver")).length;
  expect(
    changed.split("; ").filter((part) => part !== ""),
    where,
  ).toHaveLength(Math.min(count, MOST));
  if (count > MOST) expect(changed, where).toContain(`${count - MOST} more`);
  const again = diffDocuments(example.doc, last, catalogue).filter(
    ({ path }) =>
      !/\.(label|access\.receiver)$/.test(path) && !differences.some((other) => other.path === path),
  );
  expect(
    reverted.split("; ").filter((part) => part !== ""),
    `${where}: ${now.sentence}`,
  ).toHaveLength(again.length);
}

/** With more changes, the sentence states their number. */
const MOST = 4;

const reasonOf = ({ id }: Example): string =>
  hasLayout(id) ? ` ${plain(questionTexts.questions[id].reason)}` : "";

/** Shows a question about a scenario, which need not be that of the example. */
async function openQuestion(example: Example, doc: ScenarioDocument) {
  const scenario = createScenarioStore(doc, newOrigin("example", example.id), catalogue);
  const session = new LabSession(engine, scenario, catalogue, "0.0.0");
  session.setLayout({});
  const stop = session.start();
  session.playback.pause();
  const services: LabServices = { session, scenario, catalogue };
  const { container } = render(
    <LabProvider services={services}>
      <Probe />
    </LabProvider>,
  );
  await settle(services);
  const close = (): void => {
    stop();
    cleanup();
  };
  return { services, scenario, container, close };
}

function exampleNamed(id: string): Example {
  const example = EXAMPLES.find((e) => e.id === id);
  if (!example) throw new Error(`There is no example ${id}.`);
  return example;
}

test.each(LAYOUT_IDS)(
  "%s: after every sequence of two actions, everything belongs to the same two runs",
  { timeout: 120_000 },
  async (id) => {
    const example = exampleNamed(id);
    const actions = actionsOf(example);
    for (const [firstName, first] of actions)
      for (const [secondName, second] of actions) {
        const { services, scenario, container, close } = await openQuestion(example, example.doc);
        for (const [names, action] of [
          [firstName, first],
          [`${firstName}, then ${secondName}`, second],
        ] as const) {
          const last = scenario.getState().doc;
          act(() => action(scenario));
          await settle(services);
          const { doc } = scenario.getState();
          const before = sameJson(last as unknown as Json, doc as unknown as Json)
            ? (scenario.getState().before ?? doc)
            : last;
          check(read(container), doc, before, example, `${id}: ${names}`);
        }
        close();
      }
  },
);

test.each(LAYOUT_IDS)(
  "%s: in a link to a changed scenario, and while the slider moves, everything belongs to the same two runs",
  { timeout: 120_000 },
  async (id) => {
    const example = exampleNamed(id);
    const { control, tries } = layoutOf(id) ?? { control: "", tries: [0] as const };
    const linked = applySuggestion(example.doc, example.suggestions[tries[0]], new Set());
    const { services, scenario, container, close } = await openQuestion(example, linked);
    check(read(container), linked, linked, example, `${id}: a link`);
    const [, settings] = moves(control)[0] ?? ["", []];
    const [path, value] = settings[0] ?? ["", null];
    // The two delays of a round trip move together.
    const both = path.endsWith(".access.sender");
    act(() =>
      both
        ? scenario.getState().setPreview("flows.far.access", { sender: value, receiver: value }, 0)
        : scenario.getState().setPreview(path, value, 0),
    );
    // At once, before the run of the new settings is computed, the answer is marked as that of the run before.
    const marked = (): unknown => [
      container.querySelector("[role=status]")?.getAttribute("aria-busy"),
      container.querySelector(".face-before")?.textContent?.startsWith("of the run before"),
    ];
    expect(marked()).toEqual(["true", true]);
    await settle(services);
    expect(marked()).toEqual(["false", false]);
    const { preview } = scenario.getState();
    if (preview) check(read(container), preview, linked, example, `${id}: a moving slider`);
    close();
  },
);
