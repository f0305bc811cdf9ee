// The section "Lessons": a lesson is played with the keyboard alone, and until a prediction is revealed, the
// run after its moment is neither computed nor anywhere in the page.

import type { Page } from "@playwright/test";
import { axe } from "../../../../../e2e/axe.ts";
import { longTimeout } from "../../../../../e2e/lab.ts";
import { expect, test } from "../../../../../e2e/test.ts";
import { CURVE_POINTS } from "../../../tasks/prediction.ts";
import { SAWTOOTH } from "../content/sawtooth.ts";

/** The moment of the lesson's prediction, in seconds. */
const MOMENT = 8;

interface WorkerTraffic {
  /** The messages to the worker, as JSON. */
  readonly sent: string[];
  /** The largest `computedTo` in messages from the worker. */
  computedTo: number;
}

declare global {
  interface Window {
    workerTraffic: WorkerTraffic[];
  }
}

/** Records the messages between the page and its workers. */
async function recordWorkers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.workerTraffic = [];
    const largest = (value: unknown): number => {
      if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return 0;
      return Math.max(
        0,
        ...Object.entries(value).map(([name, field]) =>
          name === "computedTo" && typeof field === "number" ? field : largest(field),
        ),
      );
    };
    const Original = window.Worker;
    window.Worker = class extends Original {
      readonly #traffic = { sent: [] as string[], computedTo: 0 };
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options);
        window.workerTraffic.push(this.#traffic);
        this.addEventListener("message", ({ data }) => {
          this.#traffic.computedTo = Math.max(this.#traffic.computedTo, largest(data));
        });
      }
      override postMessage(message: unknown, transfer?: Transferable[] | StructuredSerializeOptions): void {
        this.#traffic.sent.push(JSON.stringify(message));
        super.postMessage(message, transfer as StructuredSerializeOptions);
      }
    };
  });
}

/** The traffic of the workers that received the scenario of the lesson. */
async function lessonTraffic(page: Page): Promise<readonly WorkerTraffic[]> {
  const all = await page.evaluate(() => window.workerTraffic);
  return all.filter(({ sent }) => sent.some((text) => text.includes("one flow")));
}

async function openLesson(page: Page, id: string): Promise<void> {
  await page.goto(`./#/lessons/${id}`);
  await expect(page.getByRole("heading", { name: "Step 1 of" })).toBeVisible(longTimeout);
}

/** Reaches the prediction of the lesson about the sawtooth. */
async function watchFirstStep(page: Page): Promise<void> {
  const time = page.getByRole("textbox", { name: "Time in seconds" });
  await time.fill(String(MOMENT));
  await time.press("Enter");
  const next = page.getByRole("button", { name: "Next step" });
  // A key that is pressed on a disabled button has no effect.
  await expect(next).toBeEnabled(longTimeout);
  await next.press("Enter");
  await expect(page.getByRole("heading", { name: "Step 2 of" })).toBeFocused();
}

test("a lesson shows nothing in advance, and a prediction is drawn with the keyboard", async ({ page }) => {
  await recordWorkers(page);
  await openLesson(page, "sawtooth");
  await expect(page.getByText(SAWTOOTH.learn)).toBeVisible();
  await expect(page.getByText(SAWTOOTH.point)).toHaveCount(0);
  const shown = () =>
    page.locator(".chart-window .fs-data").evaluate((element) => getComputedStyle(element).clipPath);
  // At the start, nothing is left of the playhead.
  await expect.poll(shown).toBe("inset(0px 100% 0px 0px)");
  await watchFirstStep(page);
  const drawing = page.getByRole("slider", { name: "Your drawing" });
  await drawing.focus();
  await drawing.press("ArrowUp");
  await expect(drawing).toHaveAttribute("aria-valuetext", /packets/);
  await drawing.press("End");
  await drawing.press("Shift+ArrowDown");
  await expect(page.getByText(`${CURVE_POINTS} of ${CURVE_POINTS} points drawn`)).toBeVisible();

  const before = await lessonTraffic(page);
  expect(before.length).toBeGreaterThan(0);
  for (const { sent, computedTo } of before) {
    expect(computedTo).toBeLessThanOrEqual(MOMENT);
    expect(sent.join()).not.toMatch(/\\?"duration\\?":60/);
  }
  expect(Math.max(...before.map(({ computedTo }) => computedTo))).toBe(MOMENT);
  await expect(page.locator(".predict-actual")).toHaveCount(0);
  // The window is cut for the first time after the moment.
  expect(await page.locator("main").ariaSnapshot()).not.toMatch(/on average|the run shows/);
  await expect(page.locator(".chart-window")).toContainText("8");

  await page.getByRole("button", { name: "Reveal" }).press("Enter");
  await expect(page.getByText(/^Level: /)).toBeVisible(longTimeout);
  await expect(page.locator(".predict-actual")).toHaveCount(1);
  const after = await lessonTraffic(page);
  expect(Math.max(...after.map(({ computedTo }) => computedTo))).toBe(SAWTOOTH.scenario.duration);
});

test("a lesson with a program shows it in an editor, and a changed line is a trial", async ({ page }) => {
  await openLesson(page, "invent-aimd");
  const program = page.getByRole("region", { name: "The program of the lesson" });
  const editor = program.getByRole("textbox", { name: "The program of the lesson" });
  await expect(editor).toContainText("ssthresh = max(cwnd - 10, 2)", longTimeout);
  expect((await axe(page).analyze()).violations).toEqual([]);
  // On a phone, where a part of the program scrolls, too.
  await page.setViewportSize({ width: 390, height: 844 });
  expect((await axe(page).analyze()).violations).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 720 });
  await editor.getByText("ssthresh = max(cwnd - 10, 2)").click();
  await page.keyboard.press("End");
  await page.keyboard.press("Shift+Home");
  await page.keyboard.type("ssthresh = max(cwnd - 20, 2)");
  await expect(program.getByText("The charts show the run of your changed program.")).toBeVisible(
    longTimeout,
  );
  const back = program.getByRole("button", { name: "Back to the program of the lesson" });
  await back.click();
  await expect(back).toHaveCount(0);
  await expect(editor).toContainText("ssthresh = max(cwnd - 10, 2)");
});
