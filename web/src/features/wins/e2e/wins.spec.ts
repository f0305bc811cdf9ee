// The table "Which one wins": from the Lab in few clicks, its choices, its files, and the run of a cell in
// the Lab with the stored values.
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { longTimeout, openLab } from "../../../../../e2e/lab.ts";
import { expect, test } from "../../../../../e2e/test.ts";
import { type MatrixCell, readMatrix } from "../../../../../scripts/lib/matrixCells.mjs";

const stored = readMatrix(readFileSync("docs/validation/matrix.json", "utf8"));

/** The number of algorithms in the table. */
const COUNT = new Set(stored.cells.map(({ first }) => first)).size;

const percent = (share: number): string => (100 * share).toFixed(1);

function storedCell(network: string, first: string, second: string): MatrixCell {
  const found = stored.cells.find(
    (cell) => cell.network === network && cell.first === first && cell.second === second,
  );
  if (!found) throw new Error(`There is no result of ${first} and ${second}.`);
  return found;
}

const grid = (page: Page): Locator => page.getByRole("grid", { name: "Which one wins?" });

test("a cell of the table opens a run with the stored values, the table is saved, and the keys move its focus", async ({
  page,
}) => {
  await openLab(page);
  await page
    .getByRole("link", { name: "Algorithms" })
    .or(page.getByRole("button", { name: "Algorithms" }))
    .first()
    .click();
  await page.getByRole("link", { name: "Which one wins?" }).click();
  await expect(grid(page)).toBeVisible(longTimeout);
  await page.getByText("Drop-tail, four BDP").click();
  await expect(page).toHaveURL(/which-one-wins\?network=deep$/);
  // The stored pair has the opposite order: the share belongs to the second flow.
  const cell = storedCell("deep", "cubic", "bbr");
  const name = `BBR v1 against CUBIC: ${percent(1 - cell.share)} \u00b1 ${percent(cell.half)} % of the goodput of both (95 % interval, ${cell.seeds} seeds)`;
  await grid(page).getByRole("button", { name, exact: true }).click();
  const notice = page.getByRole("complementary", { name: "This is a run of BBR v1 against CUBIC" });
  await expect(notice).toContainText("The result ID is the same as in the table.", { timeout: 60_000 });
  await expect(notice).toContainText(
    `Share of BBR v1: ${percent(1 - cell.run.share)} % (mean of ${cell.seeds} seeds: ${percent(1 - cell.share)} \u00b1 ${percent(cell.half)} %)`,
  );
  await expect(notice).toContainText(`Wait: ${cell.run.wait.toPrecision(3)} ms`);
  await notice.getByRole("link", { name: "Back to the table" }).click();
  await expect(grid(page).getByRole("button", { name, exact: true })).toBeVisible(longTimeout);
  // The table is saved as files, and the arrow keys move its focus.
  const saved = async (format: string): Promise<string> => {
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: `Save the table as ${format}` }).click(),
    ]);
    return readFile(await download.path(), "utf8");
  };
  const { share, half, seeds, utilisation, wait, loss } = cell;
  const csv = await saved("CSV");
  expect(csv.trimEnd().split("\r\n")).toHaveLength(1 + COUNT * COUNT);
  expect(csv).toContain(
    `deep,cubic,bbr,${share.toFixed(3)},${half.toFixed(3)},${seeds},${utilisation.toFixed(3)},${wait.toFixed(1)},${loss.toFixed(4)}\r\n`,
  );
  const svg = await saved("SVG");
  expect(svg).toContain("BBR v1");
  expect(svg).toContain(`Simulator ${stored.version}`);
  expect((await saved("PNG")).slice(1, 4)).toBe("PNG");
  const at = (row: number, column: number): Locator => grid(page).locator(`[data-at="${row} ${column}"]`);
  await at(1, 1).focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  await expect(at(2, 2)).toBeFocused();
  await expect(at(2, 2)).toHaveAttribute("tabindex", "0");
  await expect(at(1, 1)).toHaveAttribute("tabindex", "-1");
  await page.keyboard.press("End");
  await expect(at(2, COUNT)).toBeFocused();
  await expect(at(2, COUNT)).toBeInViewport({ ratio: 1 });
  await page.keyboard.press("Home");
  await expect(at(2, 0)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("TCP Reno (1990)");
});
