// Browser tests of the built site, served as by a plain static host: below a sub-path and without special headers. `npm test`
// builds the site and finds a browser; after that, `npx playwright test` works on its own.
import { defineConfig, devices } from "@playwright/test";
import { knownBrowser } from "./scripts/lib/browser.mjs";
import { browserFlags } from "./scripts/lib/browser-flags.mjs";

const port = Number(process.env.FAIRSHARE_PORT ?? 4273);
const base = "/some/course/fairshare/";
const url = `http://localhost:${port}${base}`;
const executablePath = knownBrowser();

export default defineConfig({
  testDir: "e2e",
  forbidOnly: Boolean(process.env.CI),
  fullyParallel: true,
  workers: 2,
  timeout: 60_000,
  // A busy machine may be slow. The summary names tests that passed on their second attempt only.
  expect: { timeout: 20_000 },
  retries: 1,
  reporter: "list",
  outputDir: "test-results",
  use: {
    baseURL: url,
    trace: "retain-on-failure",
    // Only e2e/offline.spec.ts tests the offline copy of the page.
    serviceWorkers: "block",
    launchOptions: { args: browserFlags, ...(executablePath ? { executablePath } : {}) },
  },
  projects: [{ name: "chromium", use: { ...devices["Desktop Chrome"] } }],
  webServer: { command: `node scripts/serve.mjs --base ${base} --port ${port}`, url },
});
