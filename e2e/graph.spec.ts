// The drawing of a network with several links: a graph is built by pointing, by touch and with keys, in few
// actions.
import type { Locator, Page } from "@playwright/test";
import { longTimeout, openLab } from "./lab.ts";
import { expect, test } from "./test.ts";

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Counts the user's actions: one click, tap, drag or choice is one action. */
class Actions {
  count = 0;
  constructor(readonly page: Page) {}

  async click(target: Locator): Promise<void> {
    this.count += 1;
    await target.click();
  }

  async choose(target: Locator, value: string): Promise<void> {
    // Opening the list and choosing from it are two clicks.
    this.count += 2;
    await target.selectOption(value);
  }

  async drag(from: Locator, to: Locator | Point): Promise<void> {
    this.count += 1;
    const start = await centreOf(from);
    const end = "x" in to ? to : await centreOf(to);
    const { mouse } = this.page;
    await mouse.move(start.x, start.y);
    await mouse.down();
    await mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2);
    await mouse.move(end.x, end.y);
    await mouse.up();
  }
}

async function centreOf(target: Locator): Promise<Point> {
  const box = await target.boundingBox();
  if (!box) throw new Error("the element is not drawn");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

const editor = (page: Page): Locator => page.getByRole("dialog", { name: "Nodes, links and flows" });
const node = (page: Page, id: string): Locator => page.locator(`.fs-node[data-node="${id}"]`);
const port = (page: Page, id: string): Locator => page.locator(`[data-port="${id}"]`);
const flowEnd = (page: Page, flow: string, end: "from" | "to"): Locator =>
  page.locator(`[data-end="${end}"][data-end-of="${flow}"]`);
const status = (page: Page): Locator => editor(page).locator(".graph-status");

/** A point of the drawing, in shares of its width and height. */
async function placeInDrawing(page: Page, { x, y }: Point): Promise<Point> {
  const box = await page.locator(".graph-host").boundingBox();
  if (!box) throw new Error("there is no drawing");
  return { x: box.x + box.width * x, y: box.y + box.height * y };
}

async function chooseNetwork(actions: Actions, kind: string): Promise<void> {
  const { page } = actions;
  const select = page.getByRole("combobox", { name: "Kind of network" });
  if (!(await select.isVisible()))
    await actions.click(page.locator("summary", { hasText: "Delay, rate over time, losses" }).first());
  await actions.choose(select, kind);
}

/** Waits until the run of the current network is shown, in which a flow has a route over these links. */
async function expectRuns(page: Page, text: string): Promise<void> {
  await expect(status(page)).toHaveText(`${text}. The network runs.`, longTimeout);
}

test("a graph of five nodes with two flows takes at most twelve actions", async ({ page }) => {
  await openLab(page);
  const actions = new Actions(page);
  await chooseNetwork(actions, "graph");
  await actions.click(page.getByRole("button", { name: "Draw the network" }));
  await expectRuns(page, "2 nodes, 1 link, 2 flows");
  await actions.drag(port(page, "b"), await placeInDrawing(page, { x: 0.85, y: 0.5 }));
  await expectRuns(page, "3 nodes, 2 links, 2 flows");
  await actions.drag(port(page, "c"), await placeInDrawing(page, { x: 0.7, y: 0.85 }));
  await expectRuns(page, "4 nodes, 3 links, 2 flows");
  await actions.drag(port(page, "d"), await placeInDrawing(page, { x: 0.3, y: 0.85 }));
  await expectRuns(page, "5 nodes, 4 links, 2 flows");
  await actions.drag(port(page, "e"), node(page, "a"));
  await expectRuns(page, "5 nodes, 5 links, 2 flows");
  await actions.drag(flowEnd(page, "near", "to"), node(page, "d"));
  await expect(editor(page).getByRole("combobox", { name: "To", exact: true })).toHaveValue("d");
  await expectRuns(page, "5 nodes, 5 links, 2 flows");
  await actions.drag(flowEnd(page, "far", "from"), node(page, "c"));
  await expect(editor(page).getByRole("combobox", { name: "From" })).toHaveValue("c");
  await expect(editor(page).getByRole("combobox", { name: "To", exact: true })).toHaveValue("b");
  expect(actions.count).toBeLessThanOrEqual(12);

  // The picture next to the bars follows at once, with the names of nodes, links and flows.
  await page.keyboard.press("Escape");
  const picture = page.locator(".network");
  for (const name of ["d", "e", "de", "ea", "near", "far"])
    await expect(picture.locator("text", { hasText: new RegExp(`^${name}$`) })).toBeVisible(longTimeout);
});

test("a graph is built with keys alone", async ({ page }) => {
  await openLab(page);
  await chooseNetwork(new Actions(page), "graph");
  await page.getByRole("button", { name: "Draw the network" }).press("Enter");
  // N adds a node that is linked to the focused one.
  await node(page, "b").focus();
  await page.keyboard.press("n");
  await expectRuns(page, "3 nodes, 2 links, 2 flows");
  await node(page, "c").focus();
  await page.keyboard.press("n");
  await expectRuns(page, "4 nodes, 3 links, 2 flows");
  // L begins a line, which ends at the node on which Enter is pressed.
  await node(page, "a").focus();
  await page.keyboard.press("l");
  await node(page, "d").focus();
  await page.keyboard.press("Enter");
  await expectRuns(page, "4 nodes, 4 links, 2 flows");
  await expect(editor(page).getByRole("heading", { name: "Link ad" })).toBeVisible();
  // Shift and an arrow move a node.
  await node(page, "d").focus();
  const before = await centreOf(node(page, "d"));
  await page.keyboard.press("Shift+ArrowLeft");
  await expect.poll(async () => (await centreOf(node(page, "d"))).x).toBeLessThan(before.x - 5);
  await expect(node(page, "d")).toBeFocused();
  // Delete removes, and the flows keep a route.
  await page.keyboard.press("Delete");
  await expectRuns(page, "3 nodes, 2 links, 2 flows");
  await page.keyboard.press("Control+z");
  await expectRuns(page, "4 nodes, 4 links, 2 flows");
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("a node is added, linked and renamed by touch", async ({ page }) => {
    // The network is chosen on a wide screen, because the test is about the drawing.
    await page.setViewportSize({ width: 1280, height: 844 });
    await openLab(page);
    await chooseNetwork(new Actions(page), "graph");
    await page.setViewportSize({ width: 390, height: 844 });
    await page
      .getByRole("button", { name: /^(Link|Network)$/ })
      .first()
      .evaluate((button: HTMLElement) => button.click());
    await page
      .getByRole("button", { name: "Draw the network" })
      .evaluate((button: HTMLElement) => button.click());
    await expect(node(page, "b")).toBeVisible();
    // A tap on + begins a line, and the next tap ends it.
    await port(page, "b").tap();
    const place = await placeInDrawing(page, { x: 0.5, y: 0.85 });
    await page.touchscreen.tap(place.x, place.y);
    await expectRuns(page, "3 nodes, 2 links, 2 flows");
    const name = editor(page).getByRole("textbox", { name: "Name" });
    await name.fill("Home");
    await name.press("Enter");
    await expect(page.locator(".fs-graph-canvas text", { hasText: "Home" })).toBeVisible();
    const overflow = await editor(page).evaluate((dialog) =>
      [...dialog.querySelectorAll("button, input, select, p, svg text, .chip")]
        .filter((element) => {
          const { left, right, width } = element.getBoundingClientRect();
          return width > 0 && (left < -0.5 || right > innerWidth + 0.5);
        })
        .map((element) => element.outerHTML.slice(0, 120)),
    );
    expect(overflow).toEqual([]);
  });
});
