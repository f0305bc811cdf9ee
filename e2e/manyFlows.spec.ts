// Documents with more links and flows than a person can see: the page draws few elements, and answers which
// flows suffer and where.
import { linkTo, openDetails, openLab } from "./lab.ts";
import { expect, test } from "./test.ts";

/** The largest number of elements of a page that answers quickly. */
const MAX_ELEMENTS = 5000;

const ids = (name: string, n: number): string[] => Array.from({ length: n }, (_, i) => `${name}${i}`);

test("a ring of 1,000 links is drawn with few elements, and each link is found by its name", async ({
  page,
}) => {
  const nodes = ids("n", 1000);
  const network = {
    kind: "graph",
    nodes: nodes.map((id) => ({ id })),
    links: nodes.map((id, i) => ({ id: `l${i}`, from: id, to: nodes[(i + 1) % nodes.length] })),
  };
  const flows = ids("f", 20).map((id, i) => ({ id, path: { from: `n${i * 9}`, to: `n${i * 9 + 30}` } }));
  await openLab(page, linkTo({ v: 1, title: "ring", duration: 2, network, flows }));
  const picture = page.getByRole("region", { name: "Network", exact: true });
  await expect(picture.locator(".fs-network [data-node]").first()).toBeVisible();
  expect(await picture.locator(".fs-network [data-node]").count()).toBeLessThanOrEqual(60);
  expect(await page.locator("*").count()).toBeLessThan(MAX_ELEMENTS);
  const settings = page.getByRole("complementary", { name: "Settings" });
  await settings.getByRole("searchbox", { name: "Find by name" }).first().fill("l777");
  await expect(settings.locator("summary", { hasText: "l777" })).toHaveCount(1);
  const queue = page.getByRole("combobox", { name: "Which queue" });
  await queue.hover();
  await queue.selectOption("l777.forward");
  await expect(queue).toHaveValue("l777.forward");
});

test("the flows that suffer of 500, and their link, are found, and only the visible cards are drawn", async ({
  page,
}) => {
  const hosts = ids("h", 100);
  const links = hosts.flatMap((id, i) => [
    { id: `up${i}`, from: id, to: "core", forward: { rate: 1e8 } },
    { id: `down${i}`, from: "core", to: id, forward: { rate: i === 42 ? 2e5 : 1e7 } },
  ]);
  // Ten of the flows go to host 42, whose link is slower than all others.
  const flows = ids("f", 500).map((id, i) => ({
    id,
    algorithm: i % 2 === 0 ? "cubic" : "reno",
    path: {
      from: `h${(i + 50) % 100}`,
      to: i % 50 === 0 ? "h42" : `h${i % 100 === 42 ? 41 : i % 100}`,
      links: [`up${(i + 50) % 100}`, i % 50 === 0 ? "down42" : `down${i % 100 === 42 ? 41 : i % 100}`],
    },
  }));
  const network = { kind: "graph", nodes: [...hosts, "core"].map((id) => ({ id })), links };
  await openLab(page, linkTo({ v: 1, title: "many", duration: 2, network, flows }));
  expect(await page.locator("*").count()).toBeLessThan(MAX_ELEMENTS);
  const details = await openDetails(page, /^Numbers/);
  const least = details.getByRole("table").first();
  await expect(least.getByRole("row")).toHaveCount(11);
  await expect(least).toContainText("down42");
  // The list of flows draws only the cards near the visible part, also for keys.
  const drawn = page.locator(".flow .flow-head");
  await expect(page.locator(".flow")).toHaveCount(500);
  await expect.poll(() => drawn.count()).toBeLessThan(40);
  const last = page.locator('.flow[data-setting="flows.f199"]');
  await last.scrollIntoViewIfNeeded();
  await expect(last.getByRole("combobox").first()).toBeVisible();
  expect(await drawn.count()).toBeLessThan(60);
  // The Tab key reaches the next card, which is drawn before it is visible.
  const card = page.locator('.flow[data-setting="flows.f150"]');
  await card.scrollIntoViewIfNeeded();
  await card.locator("summary").focus();
  await page.keyboard.press("Tab");
  await expect(page.locator('.flow[data-setting="flows.f151"] :focus')).toHaveCount(1);
});
