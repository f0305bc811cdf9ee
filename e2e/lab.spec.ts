// Tasks of a user in the Lab: reading fair shares, editing, undoing, comparing, explaining, exporting.
import { readFile } from "node:fs/promises";
import type { ScenarioDocument } from "../web/src/generated/types.ts";
import { encodeLink } from "../web/src/scenario/shareLink.ts";
import { longTimeout, openDetails, openLab, pause, readShares, seek } from "./lab.ts";
import { expect, test } from "./test.ts";

test("the line of the title shows which flow gets more than its fair share, and changes together with charts and picture", async ({
  page,
}) => {
  await openLab(page);
  await expect(page.getByRole("button", { name: "Pause", exact: true })).toBeVisible();
  const playbackSlider = page.getByRole("slider", { name: "Playback position" });
  const before = Number(await playbackSlider.inputValue());
  await expect
    .poll(async () => Number(await playbackSlider.inputValue()), longTimeout)
    .toBeGreaterThan(before);
  await pause(page);
  await seek(page, 1);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  const apart = await page.evaluate(async () => {
    const parts = [".shares-line", ".fs-network", ".chart-rate .fs-labels", ".chart-window .fs-labels"];
    const texts = (): string[] =>
      parts.map((part) => {
        const element = document.querySelector(part);
        // The places of labels follow the axis of values, also between two changes of their numbers.
        return (part.endsWith("labels") ? element?.textContent : element?.innerHTML) ?? "";
      });
    // Changes by part, in frames.
    const changes = parts.map((): number[] => []);
    let before = texts();
    for (let frame = 0; frame < 120; frame += 1) {
      await new Promise(requestAnimationFrame);
      const now = texts();
      for (const [i, list] of changes.entries()) if (now[i] !== before[i]) list.push(frame);
      before = now;
    }
    const [bars = [], , ...others] = changes;
    return {
      bars: bars.length,
      // Labels may not change in a frame without the bars.
      lonely: others.flat().filter((frame) => !bars.some((other) => Math.abs(other - frame) <= 1)).length,
    };
  });
  expect(apart.bars).toBeGreaterThan(3);
  expect(apart.lonely).toBe(0);
  await page
    .getByRole("radio", { name: "whole run" })
    .and(page.locator(".shares-part input"))
    .check({ force: true });
  await expect.poll(() => readShares(page), longTimeout).toMatchObject({ near: expect.any(Number) });
  const { near = 0, far = 0 } = await readShares(page);
  expect(near).toBeGreaterThan(100);
  expect(far).toBeLessThan(100);
  expect(far).toBeGreaterThan(0);
});

const traffic: ScenarioDocument = {
  v: 1,
  title: "Web pages and a call",
  duration: 20,
  network: {
    kind: "dumbbell",
    forward: {
      rate: 4e6,
      queue: { kind: "drop_tail", limit: { packets: 40 } },
      impairments: { outages: [{ at: 8, lasts: 2 }] },
    },
  },
  flows: [
    { id: "web", algorithm: "newreno", count: 3, source: { kind: "web" } },
    { id: "call", algorithm: "tfrc", source: { kind: "media" } },
  ],
};

test("an outage is visible in charts, scrubber and text, and transfers and media have tables", async ({
  page,
}) => {
  await openLab(page, await encodeLink({ scenario: traffic }));
  await pause(page);
  await expect(page.locator(".chart-rate .fs-bands rect")).toHaveCount(1);
  await expect(page.locator(".chart-rate .fs-bands text")).toHaveText("down");
  await expect(page.locator(".scrub-marks b")).toHaveCount(1);
  const playbackSlider = page.getByRole("slider", { name: "Playback position" });
  await expect(playbackSlider).toHaveAccessibleDescription(/down from 8\s?s to 10\s?s/);
  await seek(page, 15);
  await expect(page.getByRole("application", { name: "Rate" })).toHaveAccessibleDescription(
    /Down from 8(\.0)?\ss to 10(\.0)?\ss/,
    longTimeout,
  );
  await page
    .getByRole("radio", { name: "whole run" })
    .and(page.locator(".shares-part input"))
    .check({ force: true });
  const numbers = await openDetails(page, "Numbers");
  const transfers = numbers.getByRole("table", { name: /^Transfers from/ });
  const row = transfers.getByRole("row", { name: /^web \(3 flows\)/ });
  await expect(row).toHaveText(/\d+.*\d+.*s.*s.*s/, longTimeout);
  const finished = (await row.getByRole("cell").first().textContent()) ?? "";
  const media = numbers.getByRole("table", { name: /^Frames of calls/ });
  await expect(media.getByRole("row", { name: /^call/ })).toHaveText(/600.*%/);
  await numbers.getByRole("button", { name: "Harm to call: run it alone" }).click();
  const harm = numbers.getByRole("table", {
    name: "Harm that the other flows do to call over the whole run",
  });
  await expect(harm.getByRole("row", { name: /^Goodput/ })).toContainText("%", longTimeout);
  const words = await openDetails(page, "In words");
  await expect(words).toContainText(`web: ${finished} of`, longTimeout);
  await expect(words).toContainText(/call: .*frames arrived on time; playback/);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    numbers.getByRole("button", { name: "Save the numbers (CSV)" }).click(),
  ]);
  const file = await readFile(await download.path(), "utf8");
  expect(file).toContain(`transfers,web,web,count,,${finished.replace(/\D/g, "")}\r\n`);
  expect(file).toMatch(/media,call,call,stalls,,\d+/);
  expect(file).toMatch(/^# .*#s=/);
});
