// The panel "Why?": from decision to decision, from a lost packet to the timeout that it causes, and to the
// page of the algorithm.
import type { Locator, Page } from "@playwright/test";
import { linkTo, longTimeout, openDetails, openLab, pause, seek } from "./lab.ts";
import { expect, test } from "./test.ts";

/**
 * A flow with a window of two packets, so that a lost packet causes a timeout: too few acknowledgements
 * follow.
 */
const timeoutScenario = {
  v: 1,
  duration: 8,
  network: { kind: "dumbbell", forward: { loss: [{ kind: "listed", packets: [40] }] } },
  flows: [
    {
      id: "small",
      algorithm: "newreno",
      params: { stack: null, hystart: false, receive_window: 2, min_rto: 1 },
    },
  ],
};
const link = linkTo(timeoutScenario);

const why = (page: Page): Locator => page.getByRole("region", { name: "Why?" });
/** The answer in one sentence. */
const answer = (page: Page): Locator => why(page).locator(".why-answer");
/** Shows the decisions around the time of the question, with the losses before them. */
async function openDecisions(page: Page): Promise<void> {
  await expect(answer(page)).toBeVisible(longTimeout);
  await why(page).locator("summary").click();
}
/** The time of the decision that is explained, in seconds. */
const timeOf = async (page: Page): Promise<number> =>
  Number(/at ([\d.]+)/.exec((await why(page).getByRole("heading").textContent()) ?? "")?.[1]);

test("the explanation of a lost packet leads to its timeout", async ({ page }) => {
  await openLab(page, link);
  await page.keyboard.press("End");
  const events = await openDetails(page, "Events");
  const loss = events.getByRole("button", { name: /small: .*(lost|loss|drop)/i }).last();
  const lossTime = Number.parseFloat((await loss.textContent()) ?? "");
  await loss.click();
  await expect(why(page)).toContainText("later", longTimeout);
  await openDecisions(page);
  await expect(why(page).getByRole("listitem").last()).toContainText(
    /No acknowledgement for .*: retransmits/,
  );
  // The playhead is at the timeout.
  const playhead = page.getByRole("textbox", { name: "Time in seconds" });
  await expect.poll(async () => Number(await playhead.inputValue())).toBeGreaterThan(lossTime + 0.5);

  // The buttons move to the next and the previous decision.
  await why(page).getByRole("button", { name: "Next decision" }).click();
  await expect.poll(() => timeOf(page), longTimeout).toBeGreaterThan(lossTime + 0.5);
  await expect(why(page).locator("li[aria-current]")).toHaveCount(1, longTimeout);
  const first = await timeOf(page);
  await why(page).getByRole("button", { name: "Previous decision" }).click();
  await expect
    .poll(async () => (await timeOf(page)) < first || (await why(page).textContent())?.includes("no earlier"))
    .toBe(true);
});

test("the answer is next to the symbol of the event, and keys step through decisions", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await openLab(page);
  await pause(page);
  await seek(page, 1);
  const places = (): Promise<unknown> =>
    page
      .locator(".chart .fs-plot, .network svg, .shares-line")
      .evaluateAll((parts) => parts.map((part) => JSON.stringify(part.getBoundingClientRect())));
  const before = await places();
  const chart = page.getByRole("application", { name: "Window" });
  await chart.focus();
  await chart.press("Home");
  await chart.press(".");
  const spoken = page.locator(".chart-window").getByRole("status");
  await expect(spoken).toHaveText(/, (near|far): /);
  const flow = /, (near|far): /.exec((await spoken.textContent()) ?? "")?.[1];
  await chart.press("Enter");
  await expect(answer(page)).toContainText(`so ${flow} `, longTimeout);
  await expect(why(page).getByRole("heading")).toContainText(`${flow} at `);
  expect(await places()).toEqual(before);
  const card = await why(page).boundingBox();
  const anchor = await chart.boundingBox();
  expect((card?.y ?? 0) + (card?.height ?? 0)).toBeLessThanOrEqual(anchor?.y ?? 0);
  // The first Escape clears the cursor of the chart, and the next one closes the card.
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(why(page)).toHaveCount(0);
  await expect(chart).toBeFocused();
  await page.keyboard.press("Home");
  await page.keyboard.press("d");
  await expect(answer(page)).toBeVisible(longTimeout);
  const first = await timeOf(page);
  await page.keyboard.press("d");
  await expect.poll(() => timeOf(page), longTimeout).toBeGreaterThan(first);
  const second = await timeOf(page);
  await page.keyboard.press("Shift+D");
  await expect.poll(() => timeOf(page), longTimeout).toBeLessThan(second);

  await why(page)
    .getByRole("link", { name: /works$/ })
    .click();
  await expect(page.getByRole("heading", { level: 1, name: /NewReno/ })).toBeVisible(longTimeout);
  await page.goBack();
  await expect(answer(page)).toBeVisible(longTimeout);
});
