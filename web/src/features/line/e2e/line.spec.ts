// Your line: from a file or three numbers to a sentence, the proposals and the lines to paste.
import { longTimeout } from "../../../../../e2e/lab.ts";
import { expect, test } from "../../../../../e2e/test.ts";

const file = (name: string, text: string) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) });

test("a sample becomes a sentence, and a proposal opens in the Lab with the file over it", async ({
  page,
}) => {
  test.slow();
  await page.goto("./#/line");
  await expect(page.getByRole("heading", { name: "Your line", level: 1 })).toBeVisible(longTimeout);
  await page.getByRole("button", { name: "flent", exact: true }).click();
  const sentence = page.getByText(
    /^Your line is about [78](\.\d+)?\sMb\/s with 2\d(\.\d+)?\sms; its buffer holds/,
  );
  await expect(sentence).toBeVisible({ timeout: 90_000 });
  await expect(sentence).toContainText(/drop-tail.*With CAKE at 7\.\d+\sMb\/s, a call would wait/, {
    timeout: 60_000,
  });
  await page.getByText("Lines to paste: CAKE").click();
  await expect(page.getByText(/^tc qdisc replace dev eth0 root cake bandwidth 7\d+kbit$/)).toBeVisible();
  await page.getByRole("button", { name: /^Open in the Lab: CAKE/ }).click();
  await expect(page.getByRole("region", { name: "Measured data" })).toContainText(
    "upload.flent.gz",
    longTimeout,
  );
});

test("three numbers are enough, what cannot be read or fitted is said, and a search can be cancelled", async ({
  page,
}) => {
  test.slow();
  await page.goto("./#/line");
  await page.getByLabel("Rate of the speed test").fill("8 Mb/s");
  await page.getByLabel("Ping without load").fill("many");
  await page.getByRole("button", { name: "Estimate" }).click();
  await expect(page.getByRole("alert")).toContainText("two pings such as 24 ms");
  await page.getByLabel("Ping without load").fill("24 ms");
  await page.getByRole("button", { name: "Estimate" }).click();
  await expect(page.getByText(/its buffer holds at least 257/)).toBeVisible(longTimeout);
  await expect(page.getByRole("row", { name: /BBR at the senders/ })).toContainText("Mb/s", {
    timeout: 60_000,
  });
  const input = page.locator(".drop-zone input[type=file]");
  await input.setInputFiles(file("hostile.json", '{"x_values": [[[['));
  await expect(page.getByRole("alert")).toContainText("The JSON has an error or ends early", longTimeout);
  await input.setInputFiles(file("short.csv", "time (s),rate (Mbit/s),rtt (ms)\n0,4,31\n1,4,44\n1.2,0,40\n"));
  await expect(page.getByRole("alert")).toContainText("Measure for at least 10 s", longTimeout);
  await page.getByRole("button", { name: "iperf3", exact: true }).click();
  await page.getByRole("button", { name: "Cancel" }).click(longTimeout);
  await expect(page.getByRole("alert")).toContainText("Cancelled.");
  await expect(page.getByRole("button", { name: "Cancel" })).toHaveCount(0);
});
