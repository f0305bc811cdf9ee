// The functions by which browser tests declare themselves.
import { test as base, expect } from "@playwright/test";

/**
 * Begins tests in the whole Lab, as a visitor who has chosen "Show everything" does, or with `test.use({
 * wholeLab: false })` as a new visitor. A script stores the choice, because Playwright's option
 * `storageState` would open and close an additional page before each test.
 */
export const plainTest = base.extend<{ wholeLab: boolean }>({
  wholeLab: [true, { option: true }],
  context: async ({ context, baseURL, wholeLab }, use) => {
    const address = new URL(baseURL ?? "");
    if (wholeLab)
      await context.addInitScript((origin) => {
        const name = "fairshare.setting.layout";
        if (window !== window.parent || location.origin !== origin) return;
        if (localStorage.getItem(name) === null) localStorage.setItem(name, '"all"');
      }, address.origin);
    await use(context);
  },
});

/**
 * The `test` function of most browser tests. A test fails after an uncaught error, an error on the console, a
 * failed request, or a request to another host.
 */
export const test = plainTest.extend<{ faults: string[] }>({
  faults: [
    async ({ page, baseURL }, use) => {
      const faults: string[] = [];
      const origin = new URL(baseURL ?? "").origin;
      page.on("pageerror", (error) => faults.push(`uncaught: ${error.message}`));
      page.on("console", (message) => {
        if (message.type() === "error") faults.push(`console: ${message.text()}`);
      });
      page.on("requestfailed", (request) => {
        // When a page is closed, the browser aborts its requests, which is not an error.
        if (request.failure()?.errorText !== "net::ERR_ABORTED")
          faults.push(`request failed: ${request.url()}`);
      });
      page.on("response", (response) => {
        if (response.status() >= 400) faults.push(`${response.status()}: ${response.url()}`);
      });
      page.on("request", (request) => {
        const { protocol, origin: target } = new URL(request.url());
        if (protocol.startsWith("http") && target !== origin)
          faults.push(`request to another host: ${request.url()}`);
      });
      await use(faults);
      expect(faults).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
