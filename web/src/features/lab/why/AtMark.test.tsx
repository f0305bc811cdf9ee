// @vitest-environment jsdom Tests of the card at a mark: its position, and that closing it restores the page.
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { TimeView } from "../../../charts/timeView.ts";
import { LabProvider, type LabServices } from "../state/context.tsx";
import { AtMark } from "./AtMark.tsx";

const box = (left: number, top: number, width: number, height: number): DOMRect =>
  ({ left, top, width, height, right: left + width, bottom: top + height, x: left, y: top }) as DOMRect;

function place(selector: string, rect: DOMRect): void {
  const element = document.querySelector(selector);
  if (element) element.getBoundingClientRect = () => rect;
}

beforeEach(() => {
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe(): void {}
      disconnect(): void {}
    },
  );
  // Newer browsers return a promise, which is not a clean-up function of React.
  Element.prototype.scrollIntoView = () => Promise.resolve() as unknown as undefined;
  document.body.innerHTML = `<div class="charts grow card">
    <div data-chart="rate"></div>
    <div data-chart="window" tabindex="-1"><div class="fs-data"></div></div>
  </div><div id="root"></div>`;
  place(".charts", box(300, 200, 900, 400));
  place('[data-chart="rate"]', box(300, 200, 900, 250));
  place('[data-chart="window"]', box(300, 450, 900, 150));
  place(".fs-data", box(340, 470, 700, 100));
  vi.spyOn(HTMLElement.prototype, "offsetWidth", "get").mockReturnValue(400);
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(120);
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Shows a card at the time `t` of a run of 10 s. Returns the function that removes it. */
function show(t: number): () => void {
  const services = { session: { timeView: new TimeView(10) } } as unknown as LabServices;
  const container = document.getElementById("root") as HTMLElement;
  return render(
    <LabProvider services={services}>
      <AtMark t={t}>
        <p>the answer</p>
      </AtMark>
    </LabProvider>,
    { container },
  ).unmount;
}

const card = (): HTMLElement => screen.getByText("the answer").parentElement as HTMLElement;

test("is above the chart of windows, to the right of the moment", () => {
  const remove = show(2);
  expect(card().parentElement?.classList.contains("charts")).toBe(true);
  // The chart begins 250 pixels below the others, and 2 s are at 40 + 140 pixels.
  expect([card().style.top, card().style.left]).toEqual(["120px", "190px"]);
  remove();
  expect(screen.queryByText("the answer")).toBeNull();
});

test("is to the left of a moment near the end", () => {
  show(9);
  expect(card().style.left).toBe("260px");
});

test.each([
  // Below the chart, as far as the window allows.
  ["charts", "198px"],
  // A question has its answer below the pictures, which the card leaves visible.
  ["face-pictures", "-60px"],
])("the place of a card of 300 pixels over %s", (name, top) => {
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(300);
  document.querySelector(".charts")?.classList.replace("charts", name);
  show(2);
  expect(card().style.top).toBe(top);
});
