// A part of the run is saved as a film: a video of the pictures of the page, which are where they were afterwards.
import { readFile } from "node:fs/promises";
import { linkTo, longTimeout, openLab, pause, seek } from "../../../../../e2e/lab.ts";
import { expect, test } from "../../../../../e2e/test.ts";

const short = { v: 1, title: "Short", duration: 1.2, flows: [{ id: "a" }, { id: "b", algorithm: "cubic" }] };

test("a film is a video whose frames differ, and leaves the page as it was", async ({ page }) => {
  await openLab(page, linkTo(short));
  await pause(page);
  await seek(page, 0.5);
  await page.getByRole("banner").getByRole("button", { name: "Share" }).click();
  const dialog = page.getByRole("dialog", { name: "Share" });
  await expect(dialog.locator(".result-id")).toHaveText(/^[0-9a-f]{16}$/, longTimeout);
  await dialog.getByText("Save for other tools").click();
  await dialog.getByRole("combobox", { name: "Format" }).selectOption({ label: "Film (WebM)" });
  const button = dialog.getByRole("button", { name: "Save", exact: true });
  // A film can be cancelled.
  await button.click();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(button).toBeEnabled(longTimeout);
  await expect(dialog.getByRole("alert")).toHaveCount(0);
  const download = page.waitForEvent("download", { timeout: 90_000 });
  await button.click();
  await expect(dialog.getByRole("progressbar", { name: "Film (WebM)" })).toBeVisible();
  const file = await download;
  expect(file.suggestedFilename()).toBe("short.webm");
  const bytes = await readFile(await file.path());
  expect(bytes.readUInt32BE(0)).toBe(0x1a45dfa3);
  await expect(dialog.getByRole("status").filter({ hasText: "Saved: " })).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Time in seconds", includeHidden: true })).toHaveValue(
    "0.5",
  );
  // The video has its size, and its first and last frame are different pictures. The page itself plays no videos.
  const viewer = await page.context().newPage();
  const video = await viewer.evaluate(async (base64) => {
    const element = document.createElement("video");
    element.muted = true;
    element.src = `data:video/webm;base64,${base64}`;
    await new Promise((resolve) => element.addEventListener("loadeddata", resolve, { once: true }));
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [element.videoWidth, element.videoHeight];
    const pixels = (): string => {
      canvas.getContext("2d")?.drawImage(element, 0, 0);
      return canvas.toDataURL();
    };
    const first = pixels();
    const ended = new Promise((resolve) => element.addEventListener("ended", resolve, { once: true }));
    await element.play();
    await ended;
    return { width: canvas.width, height: canvas.height, differs: pixels() !== first };
  }, bytes.toString("base64"));
  expect(video).toEqual({ width: 1280, height: 720, differs: true });
});
