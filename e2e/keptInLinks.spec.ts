// Links keep more than the settings: the window of the numbers, the shown queues, and groups in scenarios of
// older engines.
import { longTimeout, openLab, pause, waitForCompleteRun } from "./lab.ts";
import links from "./links-0.1.0.json" with { type: "json" };
import { expect, test } from "./test.ts";

test("the window and the shown queues are kept in a link", async ({ page, browser }) => {
  const timeline = '[{"at":14.5,"set":"network.links.a.forward.rate","to":5000000}]';
  await openLab(page, `#p=near-far&network={"kind":"parking_lot"}&timeline=${timeline}`);
  await pause(page);
  await expect(page.getByText("changes during the run at 14.5")).toBeVisible();
  await page.getByText("whole run", { exact: true }).click();
  await page.getByRole("combobox", { name: "Which queue" }).selectOption("all links");
  await page.getByRole("banner").getByRole("button", { name: "Share" }).click();
  const box = page.getByRole("dialog", { name: "Share" }).getByRole("textbox", { name: "Link" });
  await expect(box).toHaveValue(/^http/, longTimeout);
  const link = await box.inputValue();
  const other = await (await browser.newContext()).newPage();
  await other.goto(link);
  await expect(other.getByRole("radio", { name: "whole run", exact: true })).toBeChecked(longTimeout);
  await expect(other.getByRole("combobox", { name: "Which queue" })).toHaveValue("*");
  await expect(other.getByText("changes during the run at 14.5")).toBeVisible();
  await other.context().close();
});

test("a group works in a scenario of an older engine", async ({ page, browser }) => {
  const { link = "", result = "" } = links.find(({ name }) => name === "first example") ?? {};
  await page.goto(`./${link}`);
  await expect(page.getByText("Made with Fairshare 0.1.0")).toBeVisible(longTimeout);
  // The selection begins when the run has been loaded.
  await waitForCompleteRun(page);
  const flows = page.getByRole("region", { name: "Flows" });
  await flows.getByRole("button", { name: "Group", exact: true }).click();
  for (const name of ["near", "far"]) await flows.getByRole("checkbox", { name: `Select ${name}` }).check();
  await flows.getByRole("button", { name: "Group", exact: true }).last().click();
  const bars = (of: typeof page) => of.getByRole("img", { name: /Group \(2 flows\)/ });
  await expect(bars(page)).toBeVisible(longTimeout);
  await page.getByRole("banner").getByRole("button", { name: "Share" }).click();
  const dialog = page.getByRole("dialog", { name: "Share" });
  await expect(dialog.locator(".result-id")).toHaveText(result, longTimeout);
  await expect(dialog.getByRole("textbox", { name: "Link" })).toHaveValue(
    /#p=near-far&flows\.near\.group=/,
    longTimeout,
  );
  const shared = await dialog.getByRole("textbox", { name: "Link" }).inputValue();
  const other = await (await browser.newContext()).newPage();
  await other.goto(shared);
  await expect(bars(other)).toBeVisible(longTimeout);
  await expect(other.getByRole("status").filter({ hasText: "Same result" })).toContainText(
    result,
    longTimeout,
  );
  await other.context().close();
});
