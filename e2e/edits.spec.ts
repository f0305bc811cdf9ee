// Edits: new scenarios, other kinds of networks, and the parts of a scenario or page that no longer apply
// after an edit.
import { longTimeout, openLab, pause, waitForChange } from "./lab.ts";
import { expect, test } from "./test.ts";

test("the dialog for a new scenario works with the keyboard, and another kind of network asks before it drops links", async ({
  page,
}) => {
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
