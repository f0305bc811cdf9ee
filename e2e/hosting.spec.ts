// The ways of hosting that docs/hosting.md describes: a folder of a host, strict headers, a host of another name
// without a secure context, a folder with a small server, and a page of another origin that embeds a scenario.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "@playwright/test";
import { inRoot, site } from "../scripts/lib/paths.mjs";
import { pagePolicy } from "../scripts/lib/policy.mjs";
import { serve } from "../scripts/serve.mjs";
import { longTimeout, shownShares } from "./lab.ts";
import { expect, plainTest as test } from "./test.ts";

test.use({ wholeLab: false });

const documentation = readFileSync(inRoot("docs", "hosting.md"), "utf8");

/** The headers that the documentation recommends. */
function recommendedHeaders(): Record<string, string> {
  const lines = [...documentation.matchAll(/^ {4}([A-Z][\w-]+): (.+)$/gm)];
  return Object.fromEntries(lines.map(([, name = "", value = ""]) => [name, value]));
}

const startHost = (options: Parameters<typeof serve>[0]) => serve({ port: 0, ...options });

/** Errors on the console and uncaught errors of a page, which policies cause. */
function faultsOf(page: Page): readonly string[] {
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") faults.push(message.text());
  });
  return faults;
}

test("in a subfolder with the documented headers, every section works, and the policy refuses foreign code", async ({
  page,
}) => {
  const headers = recommendedHeaders();
  expect(Object.keys(headers).length).toBeGreaterThan(3);
  expect(headers["Content-Security-Policy"]).toBe(pagePolicy);
  expect(readFileSync(join(site, "index.html"), "utf8")).toContain(`content="${pagePolicy}"`);
  const { url, close } = await startHost({ base: "/networks/fairshare/", headers });
  const faults = faultsOf(page);
  await page.goto(url);
  await expect(shownShares(page)).toBeVisible(longTimeout);
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
  // The policy refuses markup, inline scripts and foreign workers.
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

test("the page works from an intranet host over http, and names the ways that work when it is opened from a folder", async ({
  browser,
  launchOptions,
}) => {
  // A host of a name other than localhost has no secure context: no service worker and no clipboard.
  // Small servers know no types of files.
  const types = { ".wasm": "application/octet-stream" };
  const { url, close } = await startHost({ base: "/lab/", types });
  const intranet = await browser.browserType().launch({
    ...launchOptions,
    args: [...(launchOptions.args ?? []), "--host-resolver-rules=MAP intranet.test 127.0.0.1"],
  });
  const page = await intranet.newPage();
  const faults = faultsOf(page);
  await page.goto(url.replace("localhost", "intranet.test"));
  expect(await page.evaluate(() => isSecureContext)).toBe(false);
  await expect(shownShares(page)).toBeVisible(longTimeout);
  await page.getByRole("banner").getByRole("button", { name: "Share" }).click();
  await expect(page.getByRole("textbox", { name: "Link" })).toHaveValue(
    /^http:\/\/intranet\.test/,
    longTimeout,
  );
  expect(faults).toEqual([]);
  await intranet.close();
  await close();
  // Opened from a folder, the page names the two ways that work.
  const inFolder = await browser.newPage();
  await inFolder.goto(pathToFileURL(join(site, "index.html")).href);
  await expect(inFolder.getByRole("alert")).toContainText("Browsers do not start this page from a folder");
  await expect(inFolder.getByRole("alert")).toContainText("Save as one file");
  await inFolder.close();
});
