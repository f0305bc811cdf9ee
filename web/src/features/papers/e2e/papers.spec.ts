// The section "Papers": every experiment of the index has its page, figures open their runs in the Lab with
// the stored results, and the pages are accessible.
import type { Page } from "@playwright/test";
import { expectNoOverflow, expectNoSeriousProblem } from "../../../../../e2e/checks.ts";
import { longTimeout } from "../../../../../e2e/lab.ts";
import { expect, test } from "../../../../../e2e/test.ts";
import { storedPapers } from "../../../../../scripts/lib/storedPapers.mjs";
import type { Experiment, Results } from "../../../charts/paper/types.ts";
import { significant } from "../../../scenario/units.ts";

const read = <T>(name: string): T => storedPapers(name) as T;
const { experiments, papers } = read<{
  readonly experiments: readonly Experiment[];
  readonly papers: readonly { readonly id: string; readonly kind: string }[];
}>("index");

const addressOf = ({ id, paper }: Experiment): string => `#/papers/${paper}/${id.slice(paper.length + 1)}`;
const experimentOf = (id: string): Experiment => {
  const found = experiments.find((experiment) => experiment.id === id);
  if (!found) throw new Error(`no experiment ${id}`);
  return found;
};

/** Opens a page of the section in the page that is already loaded, and waits until it is complete. */
async function show(page: Page, address: string, heading: string): Promise<void> {
  await page.evaluate((fragment) => {
    location.hash = fragment;
  }, address);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading, longTimeout);
  await expect(page.locator(".papers-loading")).toHaveCount(0, longTimeout);
}

async function openSection(page: Page): Promise<void> {
  await page.goto("./#/papers");
  await expect(page.getByRole("heading", { level: 1, name: "Papers" })).toBeVisible(longTimeout);
}

/** The lower edge of an element in the page. */
const bottomOf = (page: Page, selector: string): Promise<number> =>
  page.locator(selector).evaluate((element) => element.getBoundingClientRect().bottom + scrollY);

/** `npm run validate -- --only pages` opens all pages at all widths and in both schemes, and asks axe. */
const IS_COMPLETE = process.env.FAIRSHARE_PAPERS === "all";

test("every experiment has a page with its figure, without overflow, of at most four screens of 1280x720", async ({
  page,
}) => {
  test.setTimeout(IS_COMPLETE ? 7_200_000 : 240_000);
  expect(experiments.length).toBeGreaterThan(90);
  await openSection(page);
  for (const experiment of experiments) {
    await show(page, addressOf(experiment), experiment.title);
    const hasFigure = experiment.drawings?.some(({ kind }) => kind !== "table") ?? false;
    if (hasFigure) await expect(page.locator(".paper-figure").first(), experiment.id).toBeVisible();
    else if (experiment.drawings) await expect(page.getByRole("table").first(), experiment.id).toBeVisible();
    else await expect(page.getByRole("heading", { name: "Not simulated" }), experiment.id).toBeVisible();
    for (const width of IS_COMPLETE ? [390, 640, 1280, 1920] : [640, 1280]) {
      await page.setViewportSize({ width, height: 720 });
      await expectNoOverflow(page);
      if (width === 1280)
        await expect
          .poll(() => bottomOf(page, ".experiment-neighbours"), experiment.id)
          .toBeLessThanOrEqual(4 * 720);
      for (const colorScheme of IS_COMPLETE ? (["dark", "light"] as const) : []) {
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        await expectNoSeriousProblem(page, `${experiment.id} at ${width} pixels, ${colorScheme}`);
      }
    }
  }
});

/** An experiment with a figure and one with a table, each with the id of the cell that is opened. */
const CELLS = [
  { id: "tfwc-fig1b", cell: "with=TFWC,B=1,n=1", kind: "surface" },
  { id: "tpba-tab3", cell: "case=flow 2 starts,variant=16 kB", kind: "table" },
] as const;

test("a cell of a figure and one of a table open in the Lab with the stored value and result ID", async ({
  page,
}) => {
  test.setTimeout(240_000);
  for (const { id, cell, kind } of CELLS) {
    const experiment = experimentOf(id);
    const stored = read<Results>(id);
    expect(experiment.drawings?.some((drawing) => drawing.kind === kind)).toBe(true);
    await openSection(page);
    await show(page, addressOf(experiment), experiment.title);
    const shape = page.locator(`.paper-figure [data-cell="${cell}"]`).first();
    if (kind === "table") {
      const index = stored.cells.findIndex((candidate) => candidate.id === cell);
      await page
        .getByRole("button", { name: /^Open in the Lab/ })
        .nth(index)
        .click();
    } else await shape.dispatchEvent("click");
    const notice = page.getByRole("complementary", { name: `This is a run of ${experiment.place}` });
    await expect(notice).toContainText("The result ID is the same as in the stored results.", {
      timeout: 150_000,
    });
    // The first quantity of a figure that has a value for the cell alone.
    const at = stored.cells.find((candidate) => candidate.id === cell)?.at ?? {};
    const column = stored.quantities.find(
      ({ id: quantity, points }) =>
        JSON.stringify(experiment.drawings).includes(`"${quantity}"`) &&
        points.some((point) => JSON.stringify(point.at) === JSON.stringify(at)),
    );
    expect(column, "the figure has a value for this cell").toBeDefined();
    const point = column?.points.find((candidate) => JSON.stringify(candidate.at) === JSON.stringify(at));
    const value = point?.values?.[0] ?? point?.mean ?? Number.NaN;
    const unit = column?.unit === "" ? "" : ` (${column?.unit})`;
    await expect(notice).toContainText(`${column?.label}${unit}: ${significant(value)}`);
    await notice.getByRole("link", { name: "Back to the figure" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(experiment.title);
  }
});

test("the front page has a card of each paper, the search finds experiments, and every paper has its experiments and its scheme", async ({
  page,
}) => {
  await openSection(page);
  const counted = papers.filter(({ kind }) => kind !== "own").length;
  await expect(page.getByText(`${counted} papers and specifications`)).toBeVisible();
  await expect(page.getByRole("region", { name: "Papers" }).getByRole("article")).toHaveCount(counted);
  // The cards of a row have the same height.
  const heights = await page
    .locator(".paper-card")
    .evaluateAll((cards) => cards.slice(0, 6).map((card) => card.getBoundingClientRect()))
    .then((boxes) => boxes.map(({ y, height }) => `${Math.round(y)} ${Math.round(height)}`));
  expect(new Set(heights).size).toBe(new Set(heights.map((box) => box.split(" ")[0])).size);
  const search = page.getByRole("searchbox", { name: "Search experiments" });
  const list = page.getByRole("region", { name: "Experiments" });
  for (const [words, expected] of [
    ["occupancy buffer red", "Figure 4b"],
    ["trabol radar", "Figure 7c"],
    ["friendliness F rap", "Figure 9a"],
  ] as const) {
    await search.fill(words);
    await expect(list.getByRole("link", { name: expected })).toBeVisible();
  }
  await search.fill("nothing has these words");
  await expect(list.getByRole("heading", { name: "0 experiments" })).toBeVisible();
  for (const { id } of papers) {
    await page.evaluate((fragment) => {
      location.hash = fragment;
    }, `#/papers/${id}`);
    await expect(page.getByRole("img", { name: /^The mechanism of/ })).toHaveCount(1);
    const own = experiments.filter(({ paper }) => paper === id);
    await expect(page.locator(".experiment-list > li")).toHaveCount(own.length);
  }
});
