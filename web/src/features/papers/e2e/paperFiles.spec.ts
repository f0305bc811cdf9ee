// A paper’s file that is dropped on the section "Papers", one that is refused, and a link that carries it.
import type { Page } from "@playwright/test";
import { expect, test } from "../../../../../e2e/test.ts";

const FILE = `paper: 1
id: mine
name: Mine
title: A paper of <b>mine</b>
authors: N. N.
year: "2026"
venue: A desk
problem: One flow needs a link.
brief: It gets one.
proposed: It gets one.
experiments:
  - id: mine-fig1
    place: Figure 1
    title: One flow alone
    shows: The rate of one flow.
    claims:
      - text: The flow gets at least 0.8 Mb/s
        quote: The flow gets nearly the whole link
        place: Section 1
        check: rate[B=1] >= 0.8
        band: { "from": "text", "why": "Nearly the whole link." }
        counter: { "what": "A link of 0.5 Mb/s", "at": "B=0.5" }
    assumptions:
      - { "what": "A link like $\\\\href{javascript:alert(1)}{this}$", "why": "[See](javascript:alert(1)) <script>alert(1)</script>" }
    axes:
      B: { "label": "Bottleneck", "unit": "Mb/s" }
    scenario:
      v: 1
      duration: 5
      network: { "forward": { "rate": "=B * 1e6", "delay": 0.01 } }
      flows:
        - { "id": "one", "algorithm": "sack" }
    cells:
      - { "B": [0.5, 1] }
    quantities:
      rate: { "label": "Rate", "unit": "Mb/s", "measure": "mean(one.throughput_bps) / 1e6" }
    drawings:
      - { "kind": "curves", "title": "Rate", "quantities": "rate", "x": "B", "by": "" }
`;

/** Drops a file on the drop zone. */
async function drop(page: Page, name: string, text: string): Promise<void> {
  const transfer = await page.evaluateHandle(
    ([fileName, content]) => {
      const data = new DataTransfer();
      data.items.add(new File([content], fileName, { type: "text/plain" }));
      return data;
    },
    [name, text] as const,
  );
  await page.locator(".paper-drop").dispatchEvent("drop", { dataTransfer: transfer });
}

test("a dropped paper runs and is judged, and its texts are no markup", async ({ page }) => {
  await page.goto("./#/papers");
  // A file that is no paper gets a message with the place.
  await drop(page, "broken.yaml", FILE.replace("check: rate[B=1] >= 0.8", "check: rate[B=1] about 0.8"));
  const alert = page.locator(".paper-drop").getByRole("alert");
  await expect(alert).toContainText("broken.yaml");
  await expect(alert).toContainText("experiments[0].claims[0].check");
  const idle = `readings: [{ "what": "SACK", "set": { "tcp": "sack" } }]\n        counter:`;
  await drop(page, "idle.yaml", FILE.replace("counter:", idle));
  await expect(alert).toContainText("experiments[0].claims[0].readings[0].set");
  await drop(page, "tabs.yaml", "paper: 1\n\tid: x\n");
  await expect(alert).toContainText("Line 2");
  await drop(page, "theirs.yaml", FILE.replaceAll("mine", "tfwc"));
  await expect(alert).toContainText("belongs to a paper");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Papers");
  await drop(page, "mine.yaml", FILE);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("A paper of <b>mine</b>");
  await page.getByRole("link", { name: "One flow alone" }).first().click();
  const assumptions = page.locator(".assumptions");
  await expect(assumptions).toContainText("<script>alert(1)</script>");
  await expect(assumptions.locator("a, script, math")).toHaveCount(0);
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(page.getByRole("button", { name: "Save the results as JSON" })).toBeVisible({
    timeout: 60_000,
  });
  await expect(
    page.getByRole("listitem").filter({ hasText: "The flow gets nearly the whole link" }),
  ).toContainText("holds");
  // Results of this page decide the alternatives that need no further runs.
  const counter = page.getByRole("listitem").filter({ hasText: "A link of 0.5 Mb/s" }).last();
  await expect(counter).toContainText("does not hold");
  await expect(page.getByRole("heading", { name: "Question it" })).toBeVisible();
  // After the run, the page of the paper counts its sentence.
  await page.getByRole("link", { name: "Mine", exact: true }).click();
  await expect(page.locator(".verdict-bar")).toHaveAccessibleName("Sentences judged: 1. 1 hold.");
  // The link carries the file to another page, and a link that was cut off says so.
  const link = (await page.getByRole("link", { name: "Link with the file" }).getAttribute("href")) ?? "";
  const other = await page.context().newPage();
  await other.goto(link);
  await expect(other.getByRole("heading", { level: 1 })).toContainText("A paper of <b>mine</b>");
  await other.goto(link.slice(0, -40));
  await other.reload();
  await expect(other.getByRole("alert").first()).toContainText("It may have been cut off.");
});
