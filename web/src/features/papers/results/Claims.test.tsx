// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { storedPapers } from "../../../../../scripts/lib/storedPapers.mjs";
import type { Experiment, Judgement, Verdict } from "../../../charts/paper/index.ts";
import { startRun } from "../runs/runSessions.ts";
import { Claims, withReadings } from "./Claims.tsx";
import { decisiveReadings } from "./decisive.ts";
import { countVerdicts, type PaperIndex, type StoredResults } from "./model.ts";

vi.mock("../runs/runSessions.ts", async (original) => ({
  ...(await original<typeof import("../runs/runSessions.ts")>()),
  startRun: vi.fn(),
}));

const read = <T,>(name: string): T => storedPapers(name) as T;
const index = read<PaperIndex>("index");
const stored = read<StoredResults>("tpba-fig31");
const experiment = index.experiments.find(({ id }) => id === "tpba-fig31") as Experiment;

afterEach(cleanup);

function renderClaims(shown: Experiment): HTMLElement {
  const { container } = render(
    <Claims
      experiment={shown}
      results={stored}
      stored={stored}
      experiments={index.experiments}
      isChanged={false}
    />,
  );
  return container;
}

test("a line shows the quote, the measured values, the band and the readings in this order", () => {
  const [first] = experiment.lines;
  const text = renderClaims(experiment).querySelector(".claims > li")?.textContent ?? "";
  const parts = [
    first?.quote ?? "",
    "Measured here",
    first?.band?.why ?? "",
    first?.readings?.[0]?.what ?? "",
  ];
  const places = parts.map((part) => text.indexOf(part));
  expect(places.every((place) => place >= 0)).toBe(true);
  expect(places).toEqual([...places].sort((a, b) => a - b));
});

test("each check of each claim has what the paper asks for next to the measured value", () => {
  const none = { ...stored, lines: [], outcomes: [] };
  let rows = 0;
  for (const shown of index.experiments) {
    const { container, unmount } = render(
      <Claims
        experiment={shown}
        results={none}
        stored={none}
        experiments={index.experiments}
        isChanged={false}
      />,
    );
    const checked = shown.lines.filter(({ checks }) => checks.length > 0);
    expect(container.querySelectorAll(".claim-numbers")).toHaveLength(checked.length);
    for (const row of container.querySelectorAll(".claim-numbers tbody tr")) {
      const [asked, measured] = [...row.querySelectorAll("td")].map(({ textContent }) => textContent);
      expect(asked, `${shown.id}: ${row.textContent}`).toMatch(/\d|happen/);
      expect(measured).toBe("none");
      rows += 1;
    }
    unmount();
  }
  expect(rows).toBeGreaterThan(150);
}, 60_000);

test("the values of a changed assumption are marked and stand next to the stored ones", () => {
  const [own, ...others] = stored.lines;
  if (!own) throw new Error("no line");
  const values = own.values.map((value) => ({ ...value, value: 7.25, holds: false }));
  const changed = { ...stored, lines: [{ verdict: "differs" as const, values }, ...others] };
  const { container } = render(
    <Claims
      experiment={experiment}
      results={changed}
      stored={stored}
      experiments={index.experiments}
      isChanged
    />,
  );
  const [line] = container.querySelectorAll(".claims > li");
  const unchanged = renderClaims(experiment).querySelector(".claims > li td:nth-child(3)")?.textContent;
  expect(line?.querySelector("td:nth-child(3)")?.textContent).toBe(unchanged);
  expect(line?.querySelector("td:nth-child(4)")?.textContent).toMatch(/^7.255 of 5 fail$|^7.25/);
  const marks = [...(line?.querySelectorAll("mark") ?? [])].map(({ textContent }) => textContent);
  expect(marks).toEqual(["With the change: \u2717 differs", "With the change"]);
});

test("the other readings that change a verdict decide it", () => {
  const decisive = decisiveReadings(experiment, {
    ...stored,
    lines: stored.lines.map((line) => ({ ...line, verdict: "agrees" as const })),
    outcomes: experiment.lines.map(({ readings = [] }) => ({
      readings: readings.map((_, i) => ({
        verdict: i === 0 ? ("differs" as const) : ("agrees" as const),
        values: [],
      })),
    })),
  });
  const firsts = experiment.lines.flatMap(({ readings = [] }) => readings[0]?.what ?? []);
  expect(new Set(decisive.map(({ what }) => what))).toEqual(new Set(firsts));
  for (const { verdicts } of decisive)
    for (const { from, to } of verdicts) expect([from, to]).toEqual(["agrees", "differs"]);
});

test("a reading with changed scenarios runs by one click", () => {
  const container = renderClaims(experiment);
  const [line] = container.querySelectorAll<HTMLElement>(".claims > li");
  if (!line) throw new Error("no line");
  const reading = experiment.lines[0]?.readings?.find(({ changes }) =>
    changes?.some(({ path }) => path === "buffer"),
  );
  const { what = "", changes } = reading ?? {};
  // The same runs can be those without a stated cause.
  const [button] = within(line).getAllByRole("button", { name: `Run it: ${what}` });
  if (button) fireEvent.click(button);
  expect(vi.mocked(startRun)).toHaveBeenCalledWith(stored, changes);
  expect(location.hash).toContain("set=buffer%3D64");
});

test("a reading that is another cell runs the experiment by one click", () => {
  const [table, found] = [
    read<StoredResults>("tpba-tab3"),
    index.experiments.find(({ id }) => id === "tpba-tab3"),
  ];
  const reading = found?.lines[0]?.readings?.[0];
  if (!found || !reading) throw new Error("no reading");
  expect(reading.changes).toBeUndefined();
  render(
    <Claims
      experiment={found}
      results={table}
      stored={table}
      experiments={index.experiments}
      isChanged={false}
    />,
  );
  const [button] = screen.getAllByRole("button", { name: `Run it: ${reading.what}` });
  if (button) fireEvent.click(button);
  expect(vi.mocked(startRun)).toHaveBeenLastCalledWith(table, []);
});

test("a reading without results is listed with its button", () => {
  const computed = { ...stored, outcomes: [{ readings: [null], counter: null }] } as StoredResults;
  const { container } = render(
    <Claims
      experiment={experiment}
      results={computed}
      stored={stored}
      experiments={index.experiments}
      isChanged={false}
    />,
  );
  const [line] = container.querySelectorAll<HTMLElement>(".claims > li");
  const what = experiment.lines[0]?.readings?.[0]?.what ?? "";
  const item = line && within(line).getAllByText(what)[0]?.closest("li");
  expect(item?.textContent).toBe(`${what}Run it`);
});

test("checks of ours are separate and do not count", () => {
  const lines = experiment.lines.map((line, i) => (i === 0 ? { ...line, ours: true as const } : line));
  renderClaims({ ...experiment, lines });
  expect(screen.getByRole("heading", { name: "Checks of ours" })).not.toBeNull();
  const total = (shown: Experiment): number =>
    Object.values(countVerdicts([shown])).reduce((sum, count) => sum + count, 0);
  expect(total({ ...experiment, lines })).toBe(total(experiment) - 1);
});

test("readings that were run in the page give the verdict over all readings", () => {
  const judgement = (verdict: Verdict): Judgement => ({ verdict, values: [] });
  const [agrees, differs] = [judgement("agrees"), judgement("differs")];
  // The first reading is a part of the experiment's own runs, the second needs further runs.
  const before = { readings: [agrees, null] };
  expect(withReadings(before, agrees, [])).toBe(before);
  expect(withReadings(before, agrees, [null, differs])).toEqual({
    readings: [agrees, differs],
    verdict: "depends on the reading",
    agree: [2, 3],
  });
  expect(withReadings(before, agrees, [null, agrees])).toMatchObject({ verdict: "agrees", agree: [3, 3] });
  expect(withReadings({ readings: [null, null] }, agrees, [null, agrees])).toEqual({
    readings: [null, agrees],
  });
});
