// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { storedPapers } from "../../../../../scripts/lib/storedPapers.mjs";
import type { ClaimLine, Experiment, Judgement, Verdict } from "../../../charts/paper/index.ts";
import { startRun } from "../runs/runSessions.ts";
import { countAnswers, sumOf } from "./answers.ts";
import { Claims, withReadings } from "./Claims.tsx";
import type { PaperIndex, StoredResults } from "./model.ts";

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
  expect(marks).toEqual(["With the change: \u2717 does not hold", "With the change"]);
});

test("a reading with changed scenarios runs by one click", () => {
  const container = renderClaims(experiment);
  const [line] = container.querySelectorAll<HTMLElement>(".claims > li");
  if (!line) throw new Error("no line");
  const reading = experiment.lines[0]?.readings?.find(({ changes }) =>
    changes?.some(({ path }) => path === "tcp.receive_window"),
  );
  const { what = "", changes } = reading ?? {};
  // The same runs can be those without a stated cause.
  const [link] = within(line).getAllByRole("link", { name: what });
  if (link) fireEvent.click(link);
  expect(vi.mocked(startRun)).toHaveBeenCalledWith(stored, changes);
  expect(link?.getAttribute("href")).toContain("set=tcp.receive_window%3D11");
});

test("a reading that is another cell needs no run of its own", () => {
  const [table, found] = [
    read<StoredResults>("tpba-misconfigured"),
    index.experiments.find(({ id }) => id === "tpba-misconfigured"),
  ];
  const reading = found?.lines[0]?.readings?.find(({ changes }) => changes === undefined);
  if (!found || !reading) throw new Error("no reading");
  render(
    <Claims
      experiment={found}
      results={table}
      stored={table}
      experiments={index.experiments}
      isChanged={false}
    />,
  );
  expect(screen.getAllByText(reading.what).length).toBeGreaterThan(0);
  expect(screen.queryByRole("link", { name: reading.what })).toBeNull();
});

test("a reading without results is listed", () => {
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
  expect(item?.textContent).toBe(what);
});

test("checks of ours are separate and do not count", () => {
  const lines = experiment.lines.map((line, i) => (i === 0 ? { ...line, ours: true as const } : line));
  renderClaims({ ...experiment, lines });
  expect(screen.getByRole("heading", { name: "Checks of ours" })).not.toBeNull();
  const total = (shown: Experiment): number => sumOf(countAnswers([shown]));
  expect(total({ ...experiment, lines })).toBe(total(experiment) - 1);
});

test("readings that were run in the page say how far a verdict carries", () => {
  const judgement = (verdict: Verdict): Judgement => ({ verdict, values: [] });
  const [agrees, differs] = [judgement("agrees"), judgement("differs")];
  const line = { ...experiment.lines[0], readings: [{ what: "A" }, { what: "B" }] } as ClaimLine;
  // The first reading is a part of the experiment's own runs, the second needs further runs.
  const before = { readings: [agrees, null] };
  expect(withReadings(before, agrees, [], line)).toBe(before);
  expect(withReadings(before, agrees, [null, differs], line)).toEqual({
    readings: [agrees, differs],
    verdict: "agrees",
    agree: [2, 3],
    not_in: ["B"],
    class: "most",
  });
  expect(withReadings(before, differs, [null, agrees], line)).toMatchObject({
    verdict: "differs",
    only_in: ["A", "B"],
    class: "some",
  });
  // The most plausible reading decides.
  const plausible = { ...before, plausible: "B" };
  expect(withReadings(plausible, differs, [null, agrees], line)).toMatchObject({
    verdict: "agrees",
    agree: [2, 3],
    class: "most",
  });
  // Without a most plausible reading, readings that differ leave the verdict open.
  const unknown = { ...line, unknown: true } as const;
  expect(withReadings(before, agrees, [null, differs], unknown)).toMatchObject({
    verdict: "depends on the reading",
    agree: [2, 3],
    class: "some",
  });
  expect(withReadings(before, agrees, [null, agrees], unknown)?.verdict).toBe("agrees");
  const finding = { is: "cannot be tested", why: "" } as const;
  expect(withReadings(before, agrees, [null, agrees], { ...line, finding })?.verdict).toBe(finding.is);
  expect(withReadings(before, agrees, [null, agrees], line)).toMatchObject({ agree: [3, 3], class: "all" });
  expect(withReadings({ readings: [null, null] }, agrees, [null, agrees], line)).toEqual({
    readings: [null, agrees],
  });
});
