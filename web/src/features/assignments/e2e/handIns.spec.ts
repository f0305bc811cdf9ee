import { expect, test } from "@playwright/test";
import { longTimeout } from "../../../../../e2e/lab.ts";
import { simulatorVersion } from "../../../../../scripts/lib/paths.mjs";

test.describe.configure({ timeout: 240_000 });

const queue = (packets: number) => ({ queue: { kind: "drop_tail", limit: { packets } } });
const scenario = (packets: number) => ({
  v: 1,
  duration: 6,
  warmup: 1,
  seed: 1,
  network: { kind: "dumbbell", forward: { rate: 2_000_000, ...queue(packets) } },
  flows: [{ id: "a", algorithm: "newreno" }],
});
const ASSIGNMENT = {
  ...{ fairshare: "assignment", v: 1, id: "class", version: simulatorVersion(), title: "Buffers", text: "" },
  ...{ due: "", seed: "same", scenario: scenario(20), charts: [], controls: [] },
  settings: [{ path: "network.forward.queue.limit", access: "free" }],
  questions: [{ id: "q1", kind: "choice", ask: "How busy?", options: ["below half", "above half"] }],
  key: {
    q1: {
      when: [[{ of: { kind: "utilisation" }, below: 0.5 }], [{ of: { kind: "utilisation" }, above: 0.5 }]],
    },
  },
};

const jsonFile = (name: string, value: unknown) => ({
  ...{ name, mimeType: "application/json" },
  buffer: Buffer.from(JSON.stringify(value)),
});

test("a goal by one control needs one control, and points are shown to student and teacher", async ({
  page,
}) => {
  const path = (name: string): string => `network.forward.${name}`;
  const control = (id: string, label: string, set: string, values: readonly [unknown, unknown]) => ({
    ...{ id, label },
    options: values.map((value, i) => ({ label: i === 0 ? "as given" : "changed", set: [[set, value]] })),
  });
  const file = {
    ...ASSIGNMENT,
    ...{ id: "one", settings: ["queue.limit", "rate"].map((name) => ({ path: path(name), access: "free" })) },
    controls: [
      control("limit", "Buffer", path("queue.limit"), [{ packets: 20 }, { packets: 6 }]),
      control("rate", "Rate", path("rate"), [2_000_000, 3_000_000]),
    ],
    questions: [
      {
        ...{ id: "q1", kind: "goal", ask: "Change the buffer only.", points: 3, oneControl: true },
        ...{ intro: "The buffer holds {limit}.", values: { limit: { kind: "link", property: "limit" } } },
        when: [{ of: { kind: "wait" }, below: 9 }],
      },
    ],
    key: {},
  };
  await page.goto("./#/assignments");
  await page
    .getByLabel("Open an assignment")
    .setInputFiles(jsonFile("one.json", { ...file, key: undefined }), longTimeout);
  await page.getByRole("button", { name: "Begin", exact: true }).click();
  const goal = page.getByRole("region", { name: /^1\./ });
  await expect(goal).toContainText("(3 points)");
  await expect(goal.getByText("The buffer holds 20 packets.")).toBeVisible(longTimeout);
  const choose = (label: string, option: string) =>
    page.getByRole("group", { name: label, exact: true }).getByText(option, { exact: true }).click();
  await choose("Buffer", "changed");
  await expect(goal.getByText("Your run reaches the goal.")).toBeVisible(longTimeout);
  await choose("Rate", "changed");
  await expect(goal.getByText("More than one setting differs")).toBeVisible(longTimeout);
  await expect(goal.getByText("Your run reaches the goal.")).toHaveCount(0);
  await expect(goal.getByRole("button", { name: "Hand in this scenario for the goal" })).toBeDisabled();
  await choose("Rate", "as given");
  await goal.getByRole("button", { name: "Hand in this scenario for the goal" }).click(longTimeout);
  await page.getByRole("button", { name: "Hand in", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Hand in" });
  await expect(dialog.locator(".hand-in-answers")).toContainText("(3 points) Goal reached");
});
