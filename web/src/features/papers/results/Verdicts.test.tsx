// @vitest-environment jsdom
import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { CLASSES } from "./answers.ts";
import { ReachText, StatusWord, VerdictBar, VerdictWord } from "./Verdicts.tsx";

afterEach(cleanup);

test("a verdict has a sign, a word, its fraction and a bar of its readings", () => {
  const reach = { class: "none", values: [13, 14], readings: [0, 4] } as const;
  const { container } = render(<VerdictWord verdict="partly" reach={reach} />);
  expect(container.textContent).toBe("\u223c holds in part (13 of 14 values)0 of 4 readings");
  expect(container.querySelector(".is-partly")).not.toBeNull();
  expect(container.querySelectorAll(".reading-bar i")).toHaveLength(4);
  expect(container.querySelectorAll(".reading-bar .is-all")).toHaveLength(0);
});

test("a claim that holds in most readings names the others", () => {
  const reach = { class: "most", readings: [6, 7], not_in: ["A window of 11"] } as const;
  const { container } = render(
    <>
      <VerdictWord verdict="agrees" reach={reach} />
      <ReachText reach={reach} />
    </>,
  );
  expect(container.textContent).toContain("\u2713 holds6 of 7 readings");
  expect(container.textContent).toContain("Not with: A window of 11.");
  expect(container.querySelectorAll(".reading-bar .is-all")).toHaveLength(6);
});

test("of many readings two are named", () => {
  const reach = { class: "some", readings: [4, 9], only_in: ["A", "B", "C", "D"] } as const;
  const { container } = render(<ReachText reach={reach} />);
  expect(container.textContent?.trim()).toBe("Only with: A; B; and 2 more.");
});

test("a headline that holds under a condition states it", () => {
  const { container } = render(<StatusWord status="holds if" condition="the queue holds 16 packets" />);
  expect(container.textContent).toBe("\u25d0 holds if the queue holds 16 packets.");
});

test("the bar has a part and a word for each class that occurs", () => {
  const counts = {
    all: 3,
    most: 0,
    some: 2,
    partly: 1,
    none: 0,
    contradicts: 1,
    untestable: 0,
  };
  const { container } = render(<VerdictBar counts={counts} />);
  const parts = [...container.querySelectorAll(".verdict-shares i")].map(({ className }) => className);
  expect(parts).toEqual(["is-all", "is-some", "is-partly", "is-contradicts"]);
  expect(Object.keys(counts)).toEqual([...CLASSES]);
  expect(container.firstElementChild?.getAttribute("aria-label")).toBe(
    "Sentences judged: 7. 3 hold, 2 hold in some readings, 1 hold in part, 1 contradict the paper.",
  );
});
