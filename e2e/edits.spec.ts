// Edits: new scenarios, other kinds of networks, and the parts of a scenario or page that no longer apply
// after an edit.
import { linkTo, longTimeout, openLab, pause, waitForChange } from "./lab.ts";
import { expect, test } from "./test.ts";

test("the dialog for a new scenario works with the keyboard", async ({ page }) => {
  await openLab(page);
  await pause(page);
  await page.keyboard.press("n");
  const dialog = page.getByRole("dialog", { name: "New scenario" });
  await dialog.getByRole("button", { name: "Parking lot" }).press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("combobox", { name: "Kind of network" })).toHaveValue("parking_lot");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Untitled scenario");
  // Three links of 10 ms in both directions, and access links of 5 ms at both ends.
  await expect(page.getByRole("textbox", { name: "Base RTT, exact value" })).toHaveValue("80", longTimeout);
  const undo = page.getByRole("banner").getByRole("button", { name: "Undo" });
  await undo.click();
  await expect(page.getByRole("textbox", { name: "Buffer, exact value" })).toHaveValue("30", longTimeout);
});

test("changing the kind of network asks before it drops links", async ({ page }) => {
  await openLab(page);
  await pause(page);
  const tries = page.getByRole("complementary", { name: "Settings" });
  await expect(tries.getByRole("button", { name: "Buffer of 15 packets" })).toBeVisible();
  const network = page.getByRole("combobox", { name: "Kind of network" });
  await network.selectOption("parking_lot");
  await waitForChange(page, /network Dumbbell . Parking lot/);
  await expect(tries.getByRole("button", { name: "Buffer of 15 packets" })).toHaveCount(0);
  await expect(page.getByRole("alert")).toHaveCount(0);
  await network.selectOption("dumbbell");
  const question = page.getByRole("dialog", { name: "Change the network?" });
  await expect(question).toContainText("the links b, c");
  await question.getByRole("button", { name: "Keep it" }).click();
  await expect(network).toHaveValue("parking_lot");
  await network.selectOption("graph");
  await waitForChange(page, /network Parking lot . Graph/);
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("the settings of a flow are in groups, and a link to a setting opens its group", async ({ page }) => {
  await openLab(page);
  await page.goto("about:blank");
  await page.goto("./#p=near-far&flows.near.params.min_rto=99");
  await page.getByRole("button", { name: /min_rto|timeout/i }).click();
  const field = page.getByRole("textbox", { name: /^Smallest timeout/ });
  await expect(field).toBeFocused();
  const card = page.locator(".flow").first();
  const group = (name: string) =>
    card.locator("details").filter({ has: page.locator("summary", { hasText: name }) });
  await expect(group("Timeouts and clock").last()).toHaveAttribute("open");
  await expect(group("Timeouts and clock").last().locator("summary")).toContainText("1 changed");
  // A closed group renders none of its settings.
  const closed = group("Loss recovery").last();
  await expect(closed).not.toHaveAttribute("open");
  await expect(closed.locator("input, select")).toHaveCount(0);
  await closed.locator("summary").press("Enter");
  await expect(closed.getByRole("checkbox", { name: "Limited transmit" })).toBeVisible();
});

test("a list of 200 flows draws only the cards near the visible part, also for keys", async ({ page }) => {
  const flows = Array.from({ length: 200 }, (_, i) => ({ id: `f${i}` }));
  await openLab(page, linkTo({ v: 1, duration: 1, flows }));
  const drawn = page.locator(".flow .flow-head");
  await expect(page.locator(".flow")).toHaveCount(200);
  await expect.poll(() => drawn.count()).toBeLessThan(40);
  const last = page.locator('.flow[data-setting="flows.f199"]');
  await last.scrollIntoViewIfNeeded();
  await expect(last.getByRole("combobox").first()).toBeVisible();
  expect(await drawn.count()).toBeLessThan(60);
  // The Tab key reaches the next card, which is drawn before it is visible.
  const card = page.locator('.flow[data-setting="flows.f150"]');
  await card.scrollIntoViewIfNeeded();
  await card.locator("summary").focus();
  await page.keyboard.press("Tab");
  await expect(page.locator('.flow[data-setting="flows.f151"] :focus')).toHaveCount(1);
});
