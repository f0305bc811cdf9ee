// The views of single packets show the packets at a moment. Links, files and keys work as in other views.
import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { axe } from "./axe.ts";
import { linkTo, longTimeout, openLab, pause, seek } from "./lab.ts";
import { expect, test } from "./test.ts";

/** The settings of a TCP without a stack, whose slow start fills the queue. */
const plain = { stack: null, hystart: false };

const two = {
  v: 1,
  title: "Two flows",
  duration: 20,
  network: { kind: "dumbbell", forward: { rate: 1e7, delay: 0.02 } },
  flows: [
    { id: "near", algorithm: "sack", params: plain },
    { id: "far", algorithm: "newreno", params: plain, start: 5, access: { sender: 0.02, receiver: 0.02 } },
  ],
};

const view = (page: Page, id: string): Locator => page.locator(`.chart-${id} .fs-view`);
const sentence = (page: Page, id: string): Locator => view(page, id).locator("p.fs-hidden");

async function saveCsv(page: Page, id: string): Promise<readonly (readonly string[])[]> {
  await view(page, id)
    .getByRole("button", { name: /^Save: / })
    .click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: "Data (CSV)" }).click(),
  ]);
  const text = await readFile(await download.path(), "utf8");
  const lines = text.split(/\r?\n/).filter((line) => line !== "" && !line.startsWith("#"));
  return lines.slice(1).map((line) => line.split(","));
}

test("the time-sequence view shows the packets of a flow", async ({ page }) => {
  await openLab(page, linkTo(two, { t: 12, c: ["sequence"] }));
  await expect(sentence(page, "sequence")).toContainText(
    /Time-sequence of near, .*: \d+ new packets/,
    longTimeout,
  );
  await view(page, "sequence").getByRole("combobox", { name: "Flow" }).selectOption("far");
  await expect(sentence(page, "sequence")).toContainText(/Time-sequence of far/, longTimeout);
  await view(page, "sequence").getByRole("button", { name: "Single packets" }).click();
  await expect(sentence(page, "sequence")).toContainText(/Time-sequence of far, 1[01]\.\d+/, longTimeout);
  // The link contains the flow and the window.
  await expect.poll(() => new URL(page.url()).hash, longTimeout).toMatch(/&z=1[01]\..*&c=[^&]*sequence\.far/);
  await expect(page.getByRole("button", { name: "Show the whole run" })).toBeVisible();
  const rows = await saveCsv(page, "sequence");
  expect(rows.length).toBeGreaterThan(100);
  // Times are exact to the nanosecond and in order.
  const times = rows.map(([time]) => time ?? "");
  for (const time of times) expect(time).toMatch(/^1[0-3]\.\d{9}$/);
  expect(times.toSorted()).toEqual(times);
  expect(new Set(rows.map(([, what]) => what))).toContain("acknowledged");
  const link = new URL(page.url()).hash;
  await page.goto("about:blank");
  await openLab(page, link);
  await expect(view(page, "sequence").getByRole("combobox", { name: "Flow" })).toHaveValue("far");
  await expect(sentence(page, "sequence")).toContainText(/Time-sequence of far, 1[0-2]\.\d+/, longTimeout);
});

test("the queue is shown packet by packet", async ({ page }) => {
  await openLab(page, linkTo(two, { t: 3, c: ["packets"] }));
  await expect(sentence(page, "packets")).toContainText(/\d+ arrivals, [1-9]\d* drops, 0 marks/, longTimeout);
  // The limit of the queue is 50 packets.
  await expect(sentence(page, "packets")).toContainText("At most 50 packets wait.");
  const next = view(page, "packets").getByRole("button", { name: "Next drop" });
  const status = view(page, "packets").getByRole("status").filter({ hasText: "drop: " });
  await next.click();
  await expect(status).toContainText(/^drop: \d+\.\d{9} s: the link sends packet \d+ of (near|far), 50 wait/);
  const first = (await status.textContent()) ?? "";
  await next.click();
  await expect(status).not.toHaveText(first);
  await view(page, "packets").getByRole("button", { name: "Previous drop" }).click();
  await expect(status).toHaveText(first);
  await view(page, "packets").getByRole("combobox", { name: "Go to" }).selectOption("arrived");
  await view(page, "packets").getByRole("button", { name: "Single packets" }).click();
  await expect(page.getByRole("button", { name: "Show the whole run" })).toBeVisible();
  await view(page, "packets").getByRole("button", { name: "Next arrival" }).click();
  await expect(view(page, "packets").getByRole("status").filter({ hasText: "arrival: " })).toContainText(
    "wait",
  );
  await expect.poll(() => new URL(page.url()).hash, longTimeout).toContain("packets.arrived");
  const { violations } = await axe(page).include(".chart-packets").analyze();
  expect(violations).toEqual([]);
});

const picture = (page: Page): Locator => page.locator(".network .fs-network");
/** The text about the packets in the picture, for screen readers. */
const packetsInWords = (page: Page): Locator => page.locator(".live-bar .visually-hidden");
const frameOf = (page: Page): Promise<string> =>
  page.locator("canvas.fs-packets").evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());

/** Opens the Lab paused at a time, with playback slowed down by keys, and waits for single packets. */
async function openSlowly(
  page: Page,
  doc: unknown,
  t: number,
  charts: readonly string[] = ["rate"],
): Promise<void> {
  await openLab(page, linkTo(doc, { t, c: charts }));
  const speed = page.getByRole("slider", { name: "Playback speed" });
  for (let i = 0; i < 6; i += 1) await speed.press("ArrowLeft");
  await expect(speed).toHaveAttribute("aria-valuetext", "0.01 times");
  await expect(page.locator('.live-status[data-live="packets"]')).toBeVisible(longTimeout);
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Clicks halfway up a box, where `across` says, once the box has stopped moving. */
async function clickIn(page: Page, target: Locator, across: (box: Box) => number): Promise<void> {
  let box: Box | null = null;
  const isStill = async (): Promise<boolean> => {
    const last = box;
    box = await target.boundingBox();
    return box !== null && last !== null && box.x === last.x && box.y === last.y;
  };
  await expect.poll(isStill).toBe(true);
  const still = await target.boundingBox();
  if (!still) throw new Error("the picture has no queue");
  await page.mouse.click(across(still), still.y + still.height / 2);
}

const waitingIn = (text: string | null): number => Number(/(\d+) packets? waits?/.exec(text ?? "")?.[1] ?? 0);

test("a queue fills packet by packet in slow motion, and a click opens details of a packet, a queue or a link", async ({
  page,
}) => {
  await openSlowly(page, two, 0.2);
  const before = waitingIn(await packetsInWords(page).textContent());
  const frame = await frameOf(page);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect
    .poll(async () => waitingIn(await packetsInWords(page).textContent()), longTimeout)
    .toBeGreaterThan(before + 3);
  expect(await frameOf(page)).not.toBe(frame);
  // The number next to the queue counts the packets in it.
  await pause(page);
  const counts = async (): Promise<string> => {
    const shown = /^(\d+) \/ 50/.exec(
      (await picture(page).locator("[data-count-of=forward]").textContent()) ?? "",
    )?.[1];
    return `${shown} of ${waitingIn(await packetsInWords(page).textContent())}`;
  };
  await expect.poll(counts).toMatch(/^(\d+) of \1$/);
  await seek(page, 3);
  // A click finds a packet only after the packets around this time were computed and drawn.
  await expect(packetsInWords(page)).toContainText("3.000", longTimeout);
  await expect(packetsInWords(page)).toContainText(/\d+ packets? waits?/, longTimeout);
  const queue = picture(page).locator("[data-link=forward] rect").first();
  // The packet that the link sends is at the right end of the box.
  await clickIn(page, queue, ({ x, width }) => x + width - 1);
  const card = page.getByRole("region", { name: "The packet that is followed" });
  await expect(card).toContainText(/waited [\d.]+\s?ms at forward path/);
  await expect(card).toContainText(/\d+\.\d{9}\s?s\s+sent/);
  await card.getByRole("button", { name: "Show its time sequence" }).click();
  await expect(page.locator(".chart-sequence")).toBeVisible();
  await card.getByRole("button", { name: "Follow no packet" }).click();
  await expect(card).toHaveCount(0);
  // The queue of the link that was clicked is shown, and its settings get the focus.
  await expect(page.locator(".chart-queue")).toHaveCount(0);
  // Clicks have whole coordinates, so the border of the box is left out.
  await clickIn(page, queue, ({ x }) => x + 8);
  await expect(page.locator(".chart-queue")).toBeVisible();
  await picture(page).getByRole("button", { name: "Flow near" }).click();
  await expect(page.locator("#controls :focus")).toHaveCount(1);
});

test("the picture of packets works with keys, and changes every half second under reduced motion", async ({
  page,
}) => {
  await openSlowly(page, two, 4);
  const slow = page.getByRole("button", { name: "Slow motion" });
  await expect(slow).toHaveAttribute("aria-pressed", "true");
  await slow.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("slider", { name: "Playback speed" })).toHaveAttribute(
    "aria-valuetext",
    "1 times",
  );
  await openSlowly(page, two, 4);
  const colours = page.getByRole("group", { name: "Colours of packets" });
  await colours.getByRole("radio", { name: "Flow" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(colours.getByRole("radio", { name: "Kind" })).toBeChecked();
  await expect(page.locator(".live-legend")).toContainText("sent again");
  await page.getByRole("button", { name: "Follow a packet" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "The packet that is followed" })).toContainText("sent");
  const id = (await picture(page).getAttribute("aria-describedby")) ?? "";
  await expect(page.locator(`[id="${id}"]`)).toContainText(/On the way|on the way: \d+ data packets/);
  const { violations } = await axe(page).include(".network").analyze();
  expect(violations).toEqual([]);
  // Under reduced motion, the picture changes every half second.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.getByRole("button", { name: "Play", exact: true }).click();
  const frames = await page.evaluate(async () => {
    const canvas = document.querySelector<HTMLCanvasElement>("canvas.fs-packets");
    const seen = new Set<string>();
    const start = performance.now();
    while (performance.now() - start < 2000) {
      seen.add(canvas?.toDataURL() ?? "");
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    return seen.size;
  });
  expect(frames).toBeLessThanOrEqual(6);
});

/** The card of the packet whose life is told, and its first entry of a kind. */
const lifeOf = (page: Page): Locator => page.getByRole("region", { name: "The packet that is followed" });
const entry = (page: Page, kind: string): Locator => lifeOf(page).locator(`[data-kind=${kind}]`).first();
const timeOf = async (line: Locator): Promise<number> =>
  Number.parseFloat((await line.locator("time").textContent(longTimeout)) ?? "");
const isCurrent = (line: Locator): Promise<void> =>
  expect(line.locator("..")).toHaveAttribute("aria-current", "step");
const kindsIn = (page: Page): Promise<readonly (string | null)[]> =>
  lifeOf(page)
    .locator("[data-kind]")
    .evaluateAll((lines) => lines.map((line) => line.getAttribute("data-kind")));

/** The life of a packet that was dropped and sent again, in the order of time. */
async function expectLossAndRepair(page: Page): Promise<void> {
  const times: number[] = [];
  for (const kind of ["sent", "dropped", "sentAgain", "acknowledged"])
    times.push(await timeOf(entry(page, kind)));
  expect(times.toSorted((a, b) => a - b)).toEqual(times);
}

test.describe("from the first page", () => {
  test.use({ wholeLab: false, viewport: { width: 1280, height: 720 } });

  test("a lost packet leads to its retransmission and its acknowledgement", async ({ page }) => {
    await page.goto("");
    await expect(page.getByRole("status", { name: "Answer" })).not.toHaveText(/^\s*$/, longTimeout);
    await pause(page);
    await page.keyboard.press("Home");
    await page.getByRole("button", { name: "Slow motion" }).click();
    // The next loss, its packet, and its retransmission: three actions.
    await page.keyboard.press(".");
    await expect(page.locator('.live-status[data-live="packets"]')).toBeVisible(longTimeout);
    await expect(page.locator(".live-bar .visually-hidden")).toContainText("just dropped", longTimeout);
    await page.getByRole("button", { name: "Follow a packet" }).click();
    await expectLossAndRepair(page);
    await entry(page, "sentAgain").click();
    await isCurrent(entry(page, "sentAgain"));
    await expect(page.locator(".live-bar .visually-hidden")).toContainText(/[1-9]\d* retransmission/);
    await entry(page, "acknowledged").click();
    await isCurrent(entry(page, "acknowledged"));
    // The card covers neither the picture nor the chart, which marks the entries.
    const card = await lifeOf(page).boundingBox();
    for (const other of [".face-network", ".face-chart"]) {
      const box = await page.locator(other).boundingBox();
      expect((card?.x ?? 0) >= (box?.x ?? 0) + (box?.width ?? 0)).toBe(true);
    }
    await expect(page.locator('.face-chart .fs-cursor line[stroke-dasharray="1 4"]')).not.toHaveCount(0);
    const { violations } = await axe(page).include(".live-card").analyze();
    expect(violations).toEqual([]);
    // The time sequence of the packet takes the place of the chart.
    await lifeOf(page).getByRole("button", { name: "Show its time sequence" }).click();
    await expect(sentence(page, "sequence")).toContainText(/[1-9]\d* lost/, longTimeout);
    await page.keyboard.press("Escape");
    await expect(lifeOf(page)).toHaveCount(0);
  });
});

test("with the keys, a mark of the time sequence leads to the life of its packet", async ({ page }) => {
  await openLab(page, linkTo(two, { t: 0.2, z: [0, 2], c: ["sequence"] }));
  await expect(sentence(page, "sequence")).toContainText(/[1-9]\d* lost/, longTimeout);
  await view(page, "sequence").locator(".fs-plot").focus();
  await page.keyboard.press("]");
  await expect(view(page, "sequence").getByRole("status")).toContainText(/lost, packet \d+/);
  await page.keyboard.press("Enter");
  await expectLossAndRepair(page);
  expect(await kindsIn(page)).toContain("selective");
  await entry(page, "sentAgain").focus();
  await page.keyboard.press("Enter");
  await isCurrent(entry(page, "sentAgain"));
  await page.keyboard.press("Escape");
  await expect(view(page, "sequence").locator(".fs-plot")).toBeFocused();
});

test("the packet that a decision names leads to its life", async ({ page }) => {
  await openLab(page, linkTo(two, { t: 0.2, c: ["window"] }));
  await page.keyboard.press("Home");
  await page.keyboard.press("d");
  const why = page.getByRole("region", { name: "Why?" });
  await why.locator("summary").click(longTimeout);
  await why
    .getByRole("listitem")
    .getByRole("button", { name: /^packet \d+$/i })
    .first()
    .click();
  await expectLossAndRepair(page);
  // The entry that explains the loss leads back to the decision.
  await lifeOf(page)
    .getByRole("button", { name: /^Why\?/ })
    .first()
    .click();
  await expect(why).toBeVisible();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("the life of a packet is a sheet below the picture", async ({ page }) => {
    await openSlowly(page, two, 3);
    await page.getByRole("button", { name: "Follow a packet" }).click();
    await expect(entry(page, "acknowledged")).toBeVisible(longTimeout);
    const [card, network] = await Promise.all([lifeOf(page).boundingBox(), picture(page).boundingBox()]);
    expect((card?.y ?? 0) + (card?.height ?? 0)).toBeCloseTo(844, 0);
    expect((network?.y ?? 0) + (network?.height ?? 0)).toBeLessThanOrEqual(card?.y ?? 0);
  });
});

test("a media flow does not send packets again, and its card says so", async ({ page }) => {
  const call = {
    v: 1,
    duration: 10,
    network: {
      kind: "dumbbell",
      forward: { rate: 1e6, delay: 0.02, loss: [{ kind: "listed", packets: [60] }] },
    },
    flows: [{ id: "call", algorithm: "gcc", source: { kind: "media" } }],
  };
  await openLab(page, linkTo(call, { t: 0, c: ["sequence"] }));
  await expect(sentence(page, "sequence")).toContainText(/1 lost/, longTimeout);
  await view(page, "sequence").locator(".fs-plot").focus();
  await page.keyboard.press("]");
  await page.keyboard.press("Enter");
  await expect(lifeOf(page)).toContainText("this flow does not repeat packets", longTimeout);
  expect(await kindsIn(page)).not.toContain("sentAgain");
});
