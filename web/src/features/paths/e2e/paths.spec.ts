// Measured paths: from the list of networks to start from, and as files.
import type { Page } from "@playwright/test";
import { openLab } from "../../../../../e2e/lab.ts";
import { expect, test } from "../../../../../e2e/test.ts";

const direction = { bottleneck_bandwidth: 900, buffer_size_bytes: 30_000, propagation_delay: 40 };

const profile = (change: object) => ({
  measurement_node: "far",
  peer_cloud_server: "near",
  data_flow_direction: "upload",
  link_type: "cellular",
  data_source_url: "https://example.org/",
  config: {
    uplink: { ...direction, cross_traffic_pattern: [100, 0, 200] },
    downlink: { ...direction, cross_traffic_pattern: [] },
  },
  ...change,
});

/** Opens a file with the button of the header. */
async function openFile(page: Page, name: string, content: unknown): Promise<void> {
  const buffer = Buffer.from(JSON.stringify(content));
  await page
    .locator("input[type=file]")
    .first()
    .setInputFiles({ name, mimeType: "application/json", buffer });
}

test("measured paths open from the list of networks and from a file", async ({ page }) => {
  await openLab(page);
  await page.getByRole("button", { name: "New" }).click();
  await page.getByText("Measured mobile paths").click();
  await page.getByRole("button", { name: "Brazil 1" }).click();
  await expect(page.getByText(/network-profile-1 of iBox/).first()).toBeVisible();

  await openFile(page, "far.json", profile({ measurement_node: "far away" }));
  await expect(page.getByText(/far of iBox/).first()).toBeVisible();
  await openFile(page, "broken.json", profile({ data_flow_direction: "sideways" }));
  await expect(page.getByText(/data_flow_direction must be/)).toBeVisible();
});
