// The `test` function of most browser tests. A test fails after an uncaught error, an error on the console, a
// failed request, or a request to another host.
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
