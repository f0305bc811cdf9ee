// Embedded views in pages of another origin: the frame that Share offers, the messages with which a page
// drives it, and the custom element. The frames have neither storage nor clipboard.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, type FrameLocator, type Page } from "@playwright/test";
import { axe } from "../../../../../e2e/axe.ts";
import { longTimeout, openLab } from "../../../../../e2e/lab.ts";
import { plainTest } from "../../../../../e2e/test.ts";

/** A course page on another origin, whose content the test chooses, and the faults of all its frames. */
interface Course {
  show(html: string): Promise<void>;
  readonly origin: string;
}

const test = plainTest.extend<{ course: Course }>({
  course: async ({ page }, use) => {
    let html = "";
    const server = createServer((_request, response) =>
      response
        .writeHead(200, { "Content-Type": "text/html; charset=utf-8" })
        .end(`<!doctype html><html lang="en"><title>Course</title>${html}`),
    );
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", () => listening()));
    const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
    const faults: string[] = [];
    page.on("pageerror", (error) => faults.push(`uncaught: ${error.message}`));
    page.on("console", (message) => {
      if (message.type() === "error" && !message.text().includes("favicon")) faults.push(message.text());
    });
    // Throws the error that browsers throw if they block the storage of frames.
    await page.addInitScript(() => {
      if (window === window.parent) return;
      for (const name of ["localStorage", "sessionStorage", "indexedDB"])
        Object.defineProperty(window, name, {
          get: () => {
            throw new DOMException("The storage is blocked.", "SecurityError");
          },
        });
    });
    await use({
      origin,
      show: async (content) => {
        html = content;
        await page.goto(origin);
      },
    });
    expect(faults).toEqual([]);
    server.closeAllConnections();
    server.close();
  },
});

declare global {
  interface Window {
    /** The messages that the course page received. */
    received: Record<string, unknown>[];
    ask(method: string, params?: object, id?: number): Promise<Record<string, unknown>>;
  }
}

/** The course page's own code, as a teacher would write it. */
const SCRIPT = `<script>
  window.received = [];
  let count = 0;
  const waiting = new Map();
  addEventListener("message", ({ data }) => {
    received.push(data);
    waiting.get(data.id)?.(data);
  });
  window.ask = (method, params = {}, id = ++count) => new Promise((resolve) => {
    waiting.set(id, resolve);
    document.querySelector("iframe").contentWindow.postMessage({ fairshare: 1, id, method, params }, "*");
  });
</script>`;

const FRAME_STYLE = "width: 800px; height: 600px; border: 0";

/** Shows a frame and waits until its view is ready for messages. */
async function showFrame(page: Page, course: Course, address: string): Promise<FrameLocator> {
  await course.show(`${SCRIPT}<iframe title="Lab" style="${FRAME_STYLE}" src="${address}"></iframe>`);
  const frame = page.frameLocator("iframe");
  await expect(frame.getByRole("button", { name: "Play", exact: true })).toBeVisible(longTimeout);
  await expect
    .poll(() => page.evaluate(() => window.received.some(({ event }) => event === "ready")))
    .toBe(true);
  return frame;
}

const viewAddress = (baseURL: string | undefined, query: string, fragment = "#p=sawtooth"): string =>
  `${baseURL}?${query}${fragment}`;

test("Share offers a frame that shows the chosen panels in a page of another origin", async ({
  page,
  course,
}) => {
  await openLab(page, "#p=sawtooth");
  await page.getByRole("banner").getByRole("button", { name: "Share" }).click();
  const dialog = page.getByRole("dialog", { name: "Share" });
  await dialog.getByText("Embed in a page").click();
  await dialog.getByRole("checkbox", { name: "Window" }).uncheck();
  await dialog.getByRole("checkbox", { name: "Network" }).check();
  await dialog.getByRole("checkbox", { name: "Controls" }).check();
  await dialog.getByText("Small", { exact: true }).click();
  const snippet = await dialog.getByRole("textbox", { name: "Text to copy" }).inputValue();
  expect(snippet).toContain("max-width: 480px; height: 360px");
  const checked = axe(page).include("dialog");
  expect((await checked.analyze()).violations).toEqual([]);

  await course.show(snippet);
  const frame = page.frameLocator("iframe");
  await expect(frame.getByRole("img", { name: /^Share of fair share/ })).toBeVisible(longTimeout);
  await expect(frame.locator(".chart-rate")).toBeVisible();
  await expect(frame.locator(".chart-queue")).toBeVisible();
  await expect(frame.locator(".chart-window")).toHaveCount(0);
  await expect(frame.locator(".network")).toBeVisible();
  await expect(frame.getByRole("textbox", { name: "Buffer, exact value" })).toBeVisible();
  await expect(frame.getByRole("button", { name: "Examples" })).toHaveCount(0);
});

test("a page of another origin controls a view with messages, and an invalid one is refused with a reason", async ({
  page,
  course,
  baseURL,
}) => {
  const frame = await showFrame(page, course, viewAddress(baseURL, "embed=rate,queue"));
  const first = await page.evaluate(() => window.ask("result"));
  expect(first).toMatchObject({ ok: true, value: { resultId: expect.stringMatching(/^[0-9a-f]{16}$/) } });

  expect(await page.evaluate(() => window.ask("seek", { t: 3 }))).toMatchObject({
    ok: true,
    value: { t: 3, playing: false },
  });
  await expect(frame.getByRole("textbox", { name: "Time in seconds" })).toHaveValue("3.0");
  expect(await page.evaluate(() => window.ask("play", { speed: 0.5 }))).toMatchObject({
    value: { playing: true },
  });
  await expect(frame.getByRole("button", { name: "Pause", exact: true })).toBeVisible();
  expect(await page.evaluate(() => window.ask("pause"))).toMatchObject({ value: { playing: false } });

  const settings = { "network.forward.queue.limit": { packets: 17 } };
  expect(await page.evaluate((set) => window.ask("set", { settings: set }), settings)).toMatchObject({
    ok: true,
  });
  const second = await page.evaluate(() => window.ask("result"));
  expect(second).toMatchObject({
    ok: true,
    value: { scenario: { network: { forward: { queue: { limit: { packets: 17 } } } } } },
  });
  const idOf = (reply: Record<string, unknown>): unknown => (reply.value as { resultId: string }).resultId;
  expect(idOf(second)).not.toBe(idOf(first));

  const scenario = { v: 1, title: "From the page", duration: 5, flows: [{ id: "one", algorithm: "reno" }] };
  expect(await page.evaluate((doc) => window.ask("set", { scenario: doc }), scenario)).toMatchObject({
    ok: true,
    value: { title: "From the page", duration: 5 },
  });
  const { duration: _, ...withoutDuration } = scenario;
  expect(await page.evaluate((doc) => window.ask("set", { scenario: doc }), withoutDuration)).toMatchObject({
    ok: true,
    value: { title: "From the page", duration: 60 },
  });
  await expect(frame.getByRole("heading", { name: "From the page" })).toBeVisible();
  await expect(frame.getByRole("button", { name: "Play", exact: true })).toBeVisible();
  const events = await page.evaluate(() => window.received.map(({ event }) => event));
  expect(events).toEqual(expect.arrayContaining(["ready", "play", "pause", "time", "result", "size"]));
  // An invalid message is refused with a reason.
  const before = await page.evaluate(() => window.ask("result"));
  const refusals = await page.evaluate(async () => {
    const replies = [
      await window.ask("explode"),
      await window.ask("seek", { t: "soon" }),
      await window.ask("seek", { t: -1 }),
      await window.ask("play", { speed: 1e9 }),
      await window.ask("pause", { now: true }),
      await window.ask("set"),
      await window.ask("set", { scenario: [] }),
      await window.ask("set", { link: "#s=broken" }),
      await window.ask("set", { settings: { "__proto__.polluted": 1 } }),
      await window.ask("set", { settings: { "network.forward.rate": -5 } }),
      await window.ask("set", { scenario: { v: 1, flows: [{ id: "x", algorithm: "<img src=x>" }] } }),
      await window.ask("set", { scenario: { v: 1, note: "x".repeat(300_000) } }),
    ];
    return replies.map(({ ok, error }) => ({ ok, ...(error as { at: string; message: string }) }));
  });
  expect(refusals.map(({ ok }) => ok)).toEqual(refusals.map(() => false));
  expect(refusals.map(({ at }) => at)).toEqual([
    "method",
    "params.t",
    "params.t",
    "params.speed",
    "params.now",
    "params",
    "params.scenario",
    "params.link",
    "params.settings.__proto__.polluted",
    expect.stringContaining("scenario.network"),
    expect.stringContaining("scenario.flows"),
    "params",
  ]);
  for (const { message } of refusals) expect(message).toMatch(/^\S.*\.$/);
  // A message without an id and a message of another program have no reply and no effect.
  await page.evaluate(() => {
    const target = document.querySelector("iframe")?.contentWindow;
    target?.postMessage({ type: "other" }, "*");
    target?.postMessage("text", "*");
    target?.postMessage(null, "*");
  });
  const after = await page.evaluate(() => window.ask("result"));
  expect(after.value).toEqual(before.value);
  await expect(frame.getByRole("button", { name: "Play", exact: true })).toBeVisible();
});

test("a view ignores messages from other windows and origins", async ({ page, course, baseURL }) => {
  const view = viewAddress(baseURL, "embed=rate&origin=https://elsewhere.example");
  await course.show(`${SCRIPT}<iframe title="Lab" style="${FRAME_STYLE}" src="${view}"></iframe>`);
  const frame = page.frameLocator("iframe");
  const time = frame.getByRole("textbox", { name: "Time in seconds" });
  await expect(time).not.toHaveValue("0.0", longTimeout);
  const shown = await time.inputValue();
  await page.evaluate(() => void window.ask("seek", { t: 2 }));
  await page.evaluate(() => void window.ask("play"));
  await expect(time).toHaveValue(shown);
  expect(await page.evaluate(() => window.received)).toEqual([]);
});

test("the custom element works in plain HTML, and says when its view is replaced", async ({
  page,
  course,
  baseURL,
}) => {
  await course.show(`
    <p>A page without any framework.</p>
    <fairshare-lab id="lab" link="#p=sawtooth" panels="rate,controls" theme="dark" label="A sawtooth"
      style="height: 480px"></fairshare-lab>
    <script src="${baseURL}embed/fairshare-lab.js" async></script>`);
  const frame = page.frameLocator("fairshare-lab iframe");
  await expect(frame.locator(".chart-rate")).toBeVisible(longTimeout);
  await expect(page.locator("fairshare-lab iframe")).toHaveAttribute("title", "A sawtooth");
  await expect(frame.locator("html")).toHaveAttribute("data-theme", "dark");
  const seen = await page.evaluate(async () => {
    type Lab = HTMLElement & Record<string, (...args: unknown[]) => Promise<Record<string, unknown>>>;
    const lab = document.querySelector<Lab>("#lab");
    if (!lab) throw new Error("no element");
    const events: string[] = [];
    for (const name of ["play", "pause", "result"])
      lab.addEventListener(`fairshare-${name}`, () => events.push(name));
    await lab.set?.({ scenario: { v: 1, duration: 6, flows: [{ id: "one", algorithm: "cubic" }] } });
    const result = await lab.result?.();
    await lab.play?.(2);
    await lab.pause?.();
    const at = await lab.seek?.(2.5);
    const refusal = await lab.seek?.(-1).catch((error: Error & { at: string }) => [error.at, error.message]);
    return { id: result?.resultId, t: at?.t, events, refusal };
  });
  expect(seen.id).toMatch(/^[0-9a-f]{16}$/);
  expect(seen.t).toBe(2.5);
  expect(seen.events).toEqual(expect.arrayContaining(["result", "play", "pause"]));
  expect(seen.refusal).toEqual(["params.t", expect.stringMatching(/number/)]);
  await page.locator("#lab").evaluate((lab) => lab.setAttribute("panels", "queue"));
  await expect(frame.locator(".chart-queue")).toBeVisible(longTimeout);
  await expect(frame.locator(".chart-rate")).toHaveCount(0);
  // A promise of the element rejects when its view is replaced before it is ready.
  await course.show(
    `<script src="${baseURL}embed/fairshare-lab.js"></script><fairshare-lab link="#/lessons/sawtooth"></fairshare-lab>`,
  );
  const reason = await page.evaluate(async () => {
    const lab = document.querySelector("fairshare-lab") as unknown as HTMLElement & {
      state(): Promise<unknown>;
    };
    const asked = lab.state().then(
      () => "answered",
      (error: Error) => error.message,
    );
    lab.setAttribute("link", "#/lessons/buffer");
    return asked;
  });
  expect(reason).toBe("The view was loaded again.");
  const state = page.evaluate(() =>
    (document.querySelector("fairshare-lab") as unknown as { state(): Promise<unknown> }).state(),
  );
  expect(await state).toMatchObject({ title: "How big a buffer?", step: 1 });
});

test("an embedded lesson reports its size, its steps and what is solved", async ({
  page,
  course,
  baseURL,
}) => {
  await course.show(
    `${SCRIPT}<iframe title="Lesson" style="${FRAME_STYLE}" src="${baseURL}?embed#/lessons/overshoot"></iframe>`,
  );
  const events = (name: string) =>
    page.evaluate((wanted) => window.received.filter(({ event }) => event === wanted), name);
  await expect
    .poll(() => events("ready"), longTimeout)
    .toMatchObject([{ title: "How slow start ends", steps: 3 }]);
  await expect.poll(() => events("step")).toMatchObject([{ id: "predict", step: 1, steps: 3 }]);
  await expect.poll(async () => (await events("size")).length).toBeGreaterThan(0);
  expect(await page.evaluate(() => window.ask("state"))).toMatchObject({
    ok: true,
    value: { id: "predict", step: 1, steps: 3, solved: [] },
  });
  expect(await page.evaluate(() => window.ask("seek", { t: 1 }))).toMatchObject({
    ok: false,
    error: { at: "method" },
  });
  const lesson = page.frameLocator("iframe");
  await expect(lesson.getByRole("link", { name: "All lessons" })).toHaveCount(0);
  const drawing = lesson.getByRole("slider", { name: "Your drawing" });
  await drawing.press("ArrowUp");
  await drawing.press("End");
  await drawing.press("ArrowUp");
  await lesson.getByRole("button", { name: "Reveal" }).press("Enter");
  await expect
    .poll(() => events("solved"), longTimeout)
    .toMatchObject([{ id: "predict", solved: 1, steps: 3 }]);
  await lesson.getByRole("button", { name: "Next step" }).press("Enter");
  await expect.poll(async () => (await events("step")).length).toBe(2);
  expect(await page.evaluate(() => window.ask("state"))).toMatchObject({
    value: { id: "drops", step: 2, solved: ["predict"] },
  });
});
