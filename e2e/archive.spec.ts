// If a host has lost or changed the engine of an earlier release, a link that needs it says so and is shown with the
// present engine.
import { longTimeout } from "./lab.ts";
import links from "./links-0.2.0.json" with { type: "json" };
import { expect, plainTest as test } from "./test.ts";

const FILES = /\/engines\/0\.2\.0\//;
const linkOf = (kind: RegExp): string => links.find(({ link }) => kind.test(link))?.link ?? "";

for (const [kind, link] of [
  ["short", linkOf(/^#p=near-far&r=/)],
  ["compressed", linkOf(/^#1\./)],
] as const) {
  test(`a ${kind} link says that the engine of its release is missing`, async ({ page }) => {
    await page.route(FILES, (route) => route.fulfill({ status: 404, body: "not found" }));
    await page.goto(`./${link}`);
    const notice = page.getByRole("alert").filter({ hasText: "The simulator of Fairshare 0.2.0 is missing" });
    await expect(notice).toContainText("shown with the present simulator", longTimeout);
    await expect(page.getByRole("img", { name: /^Share of fair share: .*\d/ })).toBeVisible(longTimeout);
    await expect(page.getByText("Made with Fairshare 0.2.0: shown with that engine")).toHaveCount(0);
  });

  test(`a ${kind} link does not use an engine that was changed`, async ({ page }) => {
    await page.route(/\/engines\/0\.2\.0\/fairshare_wasm\.js$/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: `${await response.text()}\nglobalThis.changed = true;` });
    });
    await page.goto(`./${link}`);
    await expect(page.getByRole("alert")).toContainText(
      "was changed on this host, so it is not used",
      longTimeout,
    );
    await expect(page.getByRole("img", { name: /^Share of fair share: .*\d/ })).toBeVisible(longTimeout);
  });
}

test("a link that is entered while the page is open says that its engine cannot be reached", async ({
  page,
}) => {
  await page.route(FILES, (route) => route.abort());
  await page.goto("./#p=sawtooth");
  await expect(page.getByRole("img", { name: /^Share of fair share: .*\d/ })).toBeVisible(longTimeout);
  await page.evaluate(
    (hash) => {
      location.hash = hash;
    },
    linkOf(/^#p=near-far&r=/),
  );
  await expect(page.getByRole("alert")).toContainText(
    "0.2.0 could not be loaded, because there is no connection to this host",
    longTimeout,
  );
});
