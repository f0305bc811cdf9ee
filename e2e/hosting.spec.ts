// The ways of hosting that docs/hosting.md describes: a folder of a host, strict headers, a host of another name
// without a secure context, a folder with a small server, and a page of another origin that embeds a scenario.
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "@playwright/test";
import { inRoot, site } from "../scripts/lib/paths.mjs";
import { pagePolicy } from "../scripts/lib/policy.mjs";
import { serve } from "../scripts/serve.mjs";
import { longTimeout } from "./lab.ts";
import { expect, plainTest as test } from "./test.ts";

test.use({ wholeLab: false });

const documentation = readFileSync(inRoot("docs", "hosting.md"), "utf8");

/** The headers that the documentation recommends. */
function recommendedHeaders(): Record<string, string> {
  const lines = [...documentation.matchAll(/^ {4}([A-Z][\w-]+): (.+)$/gm)];
  return Object.fromEntries(lines.map(([, name = "", value = ""]) => [name, value]));
}

async function startHost(options: Parameters<typeof serve>[0]) {
  const { server, url } = await serve({ port: 0, ...options });
  return {
    url,
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** Errors on the console and uncaught errors of a page, which policies cause. */
function faultsOf(page: Page): readonly string[] {
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") faults.push(message.text());
  });
  return faults;
}

const bars = (page: Page) => page.getByRole("img", { name: /^Share of fair share: .*\d/ });

test("the documented header is the policy of the page", () => {
  expect(recommendedHeaders()["Content-Security-Policy"]).toBe(pagePolicy);
  expect(readFileSync(join(site, "index.html"), "utf8")).toContain(`content="${pagePolicy}"`);
  expect(pagePolicy).not.toMatch(/unsafe-inline|unsafe-eval(?<!wasm-unsafe-eval)/);
});

test("in a subfolder with the documented headers, every section works", async ({ page }) => {
  const headers = recommendedHeaders();
  expect(Object.keys(headers).length).toBeGreaterThan(3);
  const { url, close } = await startHost({ base: "/networks/fairshare/", headers });
  const faults = faultsOf(page);
  await page.goto(url);
  await expect(bars(page)).toBeVisible(longTimeout);
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("menuitem", { name: "Examples" }).click();
  // The pictures of examples, and the formulas of an algorithm, are made without markup.
  await expect(page.locator(".example-picture svg path").first()).toBeVisible(longTimeout);
  for (const [address, shown] of [
    ["#/algorithms/cubic", "math"],
    ["#/lessons", "h1"],
    ["#/papers/tfwc/fig1b", ".paper-figure"],
    ["#/assignments", "h1"],
  ] as const) {
    await page.goto(`${url}${address}`);
    await page.reload();
    await expect(page.locator(shown).first()).toBeVisible(longTimeout);
  }
  expect(faults).toEqual([]);
  await close();
});

test("the page refuses markup, inline scripts and foreign workers", async ({ page }) => {
  const { url, close } = await startHost({});
  await page.goto(url);
  await expect(bars(page)).toBeVisible(longTimeout);
  const refused = await page.evaluate(async () => {
    // The rest is not part of the call of the test, which policies do not concern.
    await new Promise((later) => setTimeout(later, 10));
    const refusals: string[] = [];
    const attempt = (name: string, work: () => unknown): void => {
      try {
        work();
      } catch {
        refusals.push(name);
      }
    };
    attempt("markup", () => {
      document.createElement("div").innerHTML = "<img src=x onerror=alert(1)>";
    });
    // biome-ignore lint/security/noGlobalEval: the test tries whether the page refuses it
    attempt("eval", () => globalThis.eval("1"));
    attempt("worker", () => new Worker("https://example.org/worker.js"));
    attempt("blob", () => new Worker(`data:text/javascript,1`));
    attempt("policy", () =>
      (
        globalThis as unknown as { trustedTypes: { createPolicy(name: string, rules: object): unknown } }
      ).trustedTypes.createPolicy("other", {}),
    );
    return refusals;
  });
  expect(refused).toEqual(["markup", "eval", "worker", "blob", "policy"]);
  await close();
});

test("opened from a folder, the page names the two ways that work", async ({ page }) => {
  await page.goto(pathToFileURL(join(site, "index.html")).href);
  await expect(page.getByRole("alert")).toContainText("Browsers do not start this page from a folder");
  await expect(page.getByRole("alert")).toContainText("Save as one file");
});

test("the page works from an intranet host over http", async ({ browser, launchOptions }) => {
  // A host of a name other than localhost has no secure context: no service worker and no clipboard.
  const { url, close } = await startHost({ base: "/lab/" });
  const intranet = await browser.browserType().launch({
    ...launchOptions,
    args: [...(launchOptions.args ?? []), "--host-resolver-rules=MAP intranet.test 127.0.0.1"],
  });
  const page = await intranet.newPage();
  const faults = faultsOf(page);
  await page.goto(url.replace("localhost", "intranet.test"));
  expect(await page.evaluate(() => isSecureContext)).toBe(false);
  await expect(bars(page)).toBeVisible(longTimeout);
  await page.getByRole("banner").getByRole("button", { name: "Share" }).click();
  await expect(page.getByRole("textbox", { name: "Link" })).toHaveValue(
    /^http:\/\/intranet\.test/,
    longTimeout,
  );
  expect(faults).toEqual([]);
  await intranet.close();
  await close();
});

test("a copy of the folder works with a server that knows no types of files", async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), "fairshare-folder-"));
  cpSync(site, folder, { recursive: true });
  const { url, close } = await startHost({ folder, types: { ".wasm": "application/octet-stream" } });
  await page.goto(url);
  await expect(bars(page)).toBeVisible(longTimeout);
  await close();
  rmSync(folder, { recursive: true, force: true });
});

test("the web component fills its place in a page of another origin whose policy forbids inline styles", async ({
  page,
}) => {
  const { url, close } = await startHost({ base: "/fairshare/" });
  const origin = new URL(url).origin;
  const course = createServer((request, response) => {
    const isStyle = request.url === "/style.css";
    response.setHeader("Content-Type", isStyle ? "text/css" : "text/html");
    response.setHeader(
      "Content-Security-Policy",
      `default-src 'self'; script-src ${origin}; frame-src ${origin}; require-trusted-types-for 'script'`,
    );
    response.end(
      isStyle
        ? "fairshare-lab { height: 480px }"
        : `<!doctype html><title>Course</title><link rel="icon" href="/style.css"><link rel="stylesheet" href="/style.css"><script src="${url}embed/fairshare-lab.js" async></script><fairshare-lab link="#p=near-far" panels="fairness,rate"></fairshare-lab>`,
    );
  });
  await new Promise<void>((ready) => course.listen(0, "127.0.0.1", ready));
  const faults = faultsOf(page);
  await page.goto(`http://127.0.0.1:${(course.address() as AddressInfo).port}/`);
  const frame = page.locator("fairshare-lab iframe");
  await expect(frame.contentFrame().getByRole("img", { name: /^Share of fair share: .*\d/ })).toBeVisible(
    longTimeout,
  );
  const box = await frame.boundingBox();
  expect(box?.height).toBe(480);
  expect(box?.width).toBeGreaterThan(1000);
  expect(faults).toEqual([]);
  await new Promise((closed) => course.close(closed));
  await close();
});

test("a page of another origin embeds a scenario and can only send the documented messages", async ({
  page,
}) => {
  const { url, close } = await startHost({ base: "/fairshare/" });
  const course = createServer((_, response) => {
    response.setHeader("Content-Type", "text/html");
    response.end(
      `<!doctype html><title>Course</title><iframe src="${url}?embed=fairness,rate#p=near-far" width="900" height="600"></iframe>`,
    );
  });
  await new Promise<void>((ready) => course.listen(0, "127.0.0.1", ready));
  await page.goto(`http://127.0.0.1:${(course.address() as AddressInfo).port}/`);
  const frame = page.frameLocator("iframe");
  await expect(frame.getByRole("img", { name: /^Share of fair share: .*\d/ })).toBeVisible(longTimeout);
  const answers = await page.evaluate(async (origin) => {
    const target = document.querySelector("iframe")?.contentWindow;
    const received: unknown[] = [];
    addEventListener("message", (event) => {
      if (event.source === target && event.data?.id !== undefined)
        received.push([event.data.id, event.data.ok]);
    });
    const send = (message: unknown): void => target?.postMessage(message, origin);
    for (const message of [
      "text",
      null,
      { fairshare: 2, id: 1, method: "state" },
      { fairshare: 1, id: 2, method: "constructor" },
      { fairshare: 1, id: 3, method: "set", params: { link: "javascript:alert(1)" } },
      { fairshare: 1, id: 4, method: "set", params: { scenario: "x".repeat(300_000) } },
      { fairshare: 1, id: 5, method: "state" },
    ])
      send(message);
    for (let wait = 0; wait < 100 && !received.some((one) => String(one) === "5,true"); wait += 1)
      await new Promise((later) => setTimeout(later, 100));
    return received;
  }, new URL(url).origin);
  expect(answers).toContainEqual([5, true]);
  expect(answers.filter((answer) => String(answer).endsWith("true"))).toEqual([[5, true]]);
  // The frame belongs to another origin, so the embedding page reads nothing else.
  expect(
    await page.evaluate(() => {
      try {
        return document.querySelector("iframe")?.contentWindow?.document.title;
      } catch {
        return "refused";
      }
    }),
  ).toBe("refused");
  await new Promise((closed) => course.close(closed));
  await close();
});
