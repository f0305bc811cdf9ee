// A lesson in German.
import { expectNoOverflow, expectNoSeriousProblem } from "../../../../../e2e/checks.ts";
import { longTimeout } from "../../../../../e2e/lab.ts";
import { expect, test } from "../../../../../e2e/test.ts";
import { type Argument, formatMessage, readMessage } from "../../../language/message.ts";
import tasksDe from "../../../tasks/texts/de.json" with { type: "json" };
import pageDe from "../../../texts/de.json" with { type: "json" };
import contentDe from "../content/de.json" with { type: "json" };
import lessonsDe from "../texts/de.json" with { type: "json" };

const { sawtooth } = contentDe;

test.describe("in German", () => {
  test.use({ locale: "de-AT" });
  const say = (text: string, args: Readonly<Record<string, Argument>>): string =>
    formatMessage(readMessage(text), args, "de");

  test("a lesson is played to its end on a phone", async ({ page }) => {
    const next = page.getByRole("button", { name: lessonsDe.next });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto("./#/lessons");
    await page.getByRole("link", { name: sawtooth.title }).click();
    await expect(page.getByRole("heading", { name: say(lessonsDe.stepOf, { step: 1, all: 5 }) })).toBeVisible(
      longTimeout,
    );
    await expectNoOverflow(page);
    const time = page.getByRole("textbox", { name: pageDe.lab.time });
    await time.fill("8");
    await time.press("Enter");
    await next.click(longTimeout);
    const drawing = page.getByRole("slider", { name: say(tasksDe.drawLabel, { label: "" }).trim() });
    await drawing.press("End");
    await drawing.press("ArrowDown");
    await page.getByRole("button", { name: tasksDe.reveal }).click();
    await next.click(longTimeout);
    const answer = page.getByRole("textbox", { name: say(lessonsDe.answer, { unit: lessonsDe.units.cuts }) });
    await answer.fill("12");
    await answer.press("Enter");
    await expect(page.getByText(lessonsDe.reasons.high)).toBeVisible(longTimeout);
    await answer.fill("6");
    await answer.press("Enter");
    await next.click(longTimeout);
    await page.getByRole("radio", { name: sawtooth["steps.busy.task.options.nearly-all-time.text"] }).check();
    await next.click(longTimeout);
    await page.getByRole("radio", { name: "0,25\u202fBDP" }).check({ force: true });
    await next.click(longTimeout);
    await expect(page.getByRole("heading", { name: lessonsDe.done })).toBeVisible();
    await expectNoOverflow(page);
    await expectNoSeriousProblem(page, "lesson");
  });
});
