// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { Experiment, Results, Verdict } from "../../../charts/paper/index.ts";
import { VerdictComparison } from "./VerdictComparison.tsx";

afterEach(cleanup);

const withVerdicts = (verdicts: readonly Verdict[]): Results => ({
  id: "test",
  version: "1.0.0",
  seeds: 1,
  lines: verdicts.map((verdict) => ({ verdict, values: [] })),
  quantities: [],
  curves: [],
  cells: [],
});

const experiment: Experiment = {
  id: "tfwc-test",
  paper: "tfwc",
  place: "Figure 1",
  title: "Test",
  shows: "",
  states: [],
  lines: [
    { number: 1, text: "The share is one half", judged: true, checks: [] },
    { number: 2, text: "The share grows", judged: true, checks: [] },
  ],
  assumptions: [],
};

test("changed verdicts are marked", () => {
  const stored = withVerdicts(["agrees", "differs"]);
  const { rerender } = render(
    <VerdictComparison
      experiment={experiment}
      stored={stored}
      results={withVerdicts(["agrees", "partly"])}
    />,
  );
  expect(screen.getByRole("status").textContent).toBe("1 verdict changes.");
  const [first, second] = screen.getAllByRole("listitem");
  expect(first?.textContent).toMatch(/^Claim 1: The share is one half: . holds$/);
  expect(second?.textContent).toMatch(
    /^Claim 2: The share grows: stored . does not hold, with the change . holds in partchanged$/,
  );
  rerender(<VerdictComparison experiment={experiment} stored={stored} results={stored} />);
  expect(screen.getByRole("status").textContent).toBe("No verdict changes.");
  expect(screen.getAllByRole("listitem")).toHaveLength(2);
});
