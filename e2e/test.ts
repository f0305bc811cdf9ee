// The `test` that all browser tests use: an uncaught error, an error on the console, or a request that fails or leaves
// the site fails the test.
import { test as base, expect } from "@playwright/test";

export const test = base.extend<{ faults: string[] }>({
  faults: [
    async ({ page, baseURL }, use) => {
      const faults: string[] = [];
      const origin = new URL(baseURL ?? "").origin;
      page.on("pageerror", (error) => faults.push(`uncaught: ${error.message}`));
      page.on("console", (message) => {
        if (message.type() === "error") faults.push(`console: ${message.text()}`);
      });
      page.on("requestfailed", (request) => {
        // What a page that goes away had asked for is no fault.
        if (request.failure()?.errorText !== "net::ERR_ABORTED") faults.push(`no answer: ${request.url()}`);
      });
      page.on("response", (response) => {
        if (response.status() >= 400) faults.push(`${response.status()}: ${response.url()}`);
      });
      page.on("request", (request) => {
        const { protocol, origin: to } = new URL(request.url());
        if (protocol.startsWith("http") && to !== origin) faults.push(`left the site: ${request.url()}`);
      });
      await use(faults);
      expect(faults).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
