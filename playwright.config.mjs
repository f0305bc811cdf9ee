// Browser tests of the built site, which is served below a sub-path and without special headers, as by a
// plain static host. `npm test` builds the site and finds a browser. After that, `npx playwright test` runs
// the tests again.
import { defineConfig, devices } from "@playwright/test";
import { knownBrowser } from "./scripts/lib/browser.mjs";
import { browserFlags } from "./scripts/lib/browser-flags.mjs";

const port = Number(process.env.FAIRSHARE_PORT ?? 4273);
const base = "/some/course/fairshare/";
const url = `http://localhost:${port}${base}`;
const executablePath = knownBrowser();

export default defineConfig({
  testDir: ".",
  // A feature's tests are in its folder.
  testMatch: "**/e2e/*.spec.ts",
  testIgnore: "**/.tools/**",
  forbidOnly: Boolean(process.env.CI),
  fullyParallel: true,
  workers: 2,
  timeout: 120_000,
  // The limits are long, because a busy machine may be slow. No test has a second attempt.
  expect: { timeout: 30_000 },
  retries: 0,
  reporter: "list",
  outputDir: "test-results",
  use: {
    baseURL: url,
    // Recording traces takes a third of the processor time of the tests, so it must be asked for.
    trace: process.env.FAIRSHARE_TRACE ? "retain-on-failure" : "off",
    screenshot: "only-on-failure",
    // Only e2e/offline.spec.ts tests the offline copy of the page.
    serviceWorkers: "block",
    launchOptions: { args: browserFlags, ...(executablePath ? { executablePath } : {}) },
  },
  projects: [{ name: "chromium", use: { ...devices["Desktop Chrome"] } }],
  webServer: { command: `node scripts/serve.mjs --base ${base} --port ${port}`, url },
});
