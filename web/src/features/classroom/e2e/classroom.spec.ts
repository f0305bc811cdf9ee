// A live class with the server itself: eight real phones and 192 simulated ones, of which some sleep, reload and come late.
import { type ChildProcess, spawn } from "node:child_process";
import { type BrowserContext, devices, type Page } from "@playwright/test";
import { expectNoSeriousProblem } from "../../../../../e2e/checks.ts";
import { longTimeout } from "../../../../../e2e/lab.ts";
import { expect, plainTest, test } from "../../../../../e2e/test.ts";
import { programPath } from "../../../../../scripts/lib/native.mjs";

test.describe.configure({ timeout: 240_000 });

interface Server {
  readonly child: ChildProcess;
  /** The addresses that the server prints, for the lecturer and for the class. */
  readonly lead: string;
  readonly join: string;
}

/** Starts the server, and waits for its addresses. */
async function startServer(): Promise<Server> {
  const child = spawn(programPath("test"), ["class", "--page", "dist", "--port", "0", "--host", "127.0.0.1"]);
  const text = await new Promise<string>((resolve, reject) => {
    let printed = "";
    child.stdout.on("data", (data) => {
      printed += String(data);
      if (printed.includes("Ctrl-C")) resolve(printed);
    });
    child.stderr.on("data", (data) => reject(new Error(String(data))));
    child.on("error", reject);
  });
  const addressAfter = (label: string): string => new RegExp(`${label}: +(\\S+)`).exec(text)?.[1] ?? "";
  return { child, lead: addressAfter("For you"), join: addressAfter("For the class") };
}

/** A phone without a browser: it follows the room, and answers each question that opens. */
class SimulatedPhone {
  readonly #base: string;
  readonly #person: string;
  readonly #answer: (count: number, high: number) => readonly number[];
  #stop = new AbortController();

  constructor(join: string, index: number, answer: (count: number, high: number) => readonly number[]) {
    const [page = "", code = ""] = join.split("#/class/");
    this.#base = `${page}class/${code}`;
    this.#person = `simulated${String(index).padStart(4, "0")}`;
    this.#answer = answer;
  }

  async follow(): Promise<void> {
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    const response = await fetch(`${this.#base}/events`, { signal });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    void (async () => {
      for (let text = ""; ; ) {
        const part = await reader?.read().catch(() => undefined);
        if (!part || part.done) return;
        text += part.value;
        const events = text.split("\n\n");
        text = events.pop() ?? "";
        for (const event of events) await this.#receive(event);
      }
    })();
  }

  async #receive(event: string): Promise<void> {
    if (!event.startsWith("data:")) return;
    const { id, open, question } = JSON.parse(event.slice(5));
    if (!open) return;
    const values = this.#answer(question.count, question.high);
    const message = { question: id, person: this.#person, values };
    await fetch(`${this.#base}/answer`, { method: "POST", body: JSON.stringify(message) });
  }

  /** The phone sleeps: its connection ends without a word. */
  sleep(): void {
    this.#stop.abort();
  }
}

/** Starts a server with a lecturer's window, and ends everything after the test. */
// The server is another host than that of the other tests, whose requests they report.
const classTest = plainTest.extend<{ server: Server; phones: readonly Page[] }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern
  server: async ({}, use) => {
    const server = await startServer();
    await use(server);
    server.child.kill();
  },
  phones: async ({ browser, server }, use) => {
    const contexts: BrowserContext[] = [];
    for (let n = 0; n < 8; n++) contexts.push(await browser.newContext({ ...devices["Pixel 7"] }));
    const pages = await Promise.all(contexts.map((context) => context.newPage()));
    await Promise.all(pages.map((page) => page.goto(server.join)));
    await use(pages);
    await Promise.all(contexts.map((context) => context.close()));
  },
});

const classOf = (page: Page) => page.getByRole("region", { name: "Live class" });

/** Opens the step of a lesson, in the room that the window leads. */
async function openStep(lecturer: Page, { lead }: Server, step: string): Promise<void> {
  await lecturer.goto(lead);
  await expect(lecturer.getByRole("heading", { name: "Live class" })).toBeVisible(longTimeout);
  await lecturer.goto(`${lead.split("#")[0]}#/lessons/${step}`);
  await expect(classOf(lecturer)).toContainText("connected", longTimeout);
}

classTest(
  "a class of 200 answers a question, sees its answers, and then the right one",
  async ({ page: lecturer, server, phones }) => {
    const [first, second, third] = phones as [Page, Page, Page];
    const simulated = Array.from(
      { length: 192 },
      (_, n) => new SimulatedPhone(server.join, n, () => [n % 3]),
    );
    await Promise.all(simulated.map((phone) => phone.follow()));
    await expect(first.getByText("Wait for the question")).toBeVisible(longTimeout);
    await openStep(lecturer, server, "buffer/read");
    await expect(classOf(lecturer)).toContainText("200 phones are connected", longTimeout);

    // The network of one phone fails, and another one is loaded again, while the question opens.
    await second.context().setOffline(true);
    for (const phone of simulated.slice(0, 20)) phone.sleep();
    await lecturer.getByRole("button", { name: "Ask the class" }).click();
    for (const phone of phones.filter((phone) => phone !== second))
      await phone.getByRole("radio").first().check(longTimeout);
    await expect(classOf(lecturer)).toContainText("179 of", longTimeout);
    await second.context().setOffline(false);
    await second.getByRole("radio").nth(1).check(longTimeout);
    await third.reload();
    await expect(third.getByRole("radio").first()).toBeChecked(longTimeout);
    await third.getByRole("radio").nth(2).check();
    await expect(third.getByText("Sent.")).toBeVisible(longTimeout);
    await Promise.all(simulated.slice(0, 20).map((phone) => phone.follow()));
    await expect(classOf(lecturer)).toContainText("200 of 200 answered", longTimeout);

    // The answers stay hidden until the lecturer shows them; the clicker does each step.
    await expect(classOf(lecturer).getByRole("listitem")).toHaveCount(0);
    await lecturer.keyboard.press("PageDown");
    const bars = classOf(lecturer).getByRole("listitem");
    await expect(bars).toHaveCount(3);
    await expect(bars.first()).toHaveText(/70$/);
    await expect(bars.nth(1)).toHaveText(/65$/);
    await expect(bars.nth(2)).toHaveText(/65$/);
    await lecturer.keyboard.press("PageDown");
    await expect(classOf(lecturer).getByText("(right)")).toBeVisible(longTimeout);
    await expect(lecturer.getByRole("button", { name: "Next step" })).toBeEnabled();
    await expect(first.getByText(/You were right|You chose another answer/)).toBeVisible(longTimeout);
    await expect(first.getByText(/The link is busy [\d.]+.% of the time/)).toBeVisible();
    for (const phone of simulated) phone.sleep();
  },
);

classTest(
  "a class draws, and the run is revealed with the closest curve and a typical error",
  async ({ page: lecturer, server, phones }) => {
    const [first] = phones as [Page];
    // All draw a straight line: some a low one, some a high one.
    const line = (n: number) => (count: number, high: number) =>
      Array.from({ length: count }, () => (high * (1 + (n % 10))) / 20);
    const simulated = Array.from({ length: 40 }, (_, n) => new SimulatedPhone(server.join, n, line(n)));
    await Promise.all(simulated.map((phone) => phone.follow()));
    await openStep(lecturer, server, "sawtooth/predict");
    await lecturer.getByRole("button", { name: "Ask the class" }).click();
    const slider = first.getByRole("slider");
    await expect(slider).toBeVisible(longTimeout);
    await slider.focus();
    await slider.press("ArrowUp");
    await first.getByRole("button", { name: "Continue at this level" }).click();
    await first.getByRole("button", { name: "Send" }).click();
    await expect(first.getByText("Sent.")).toBeVisible(longTimeout);
    await expect(classOf(lecturer)).toContainText("41 of 48 answered", longTimeout);
    await expect(classOf(lecturer).locator("path.class-other")).toHaveCount(41);
    await expect(first.locator("path.predict-actual")).toHaveCount(0);

    await lecturer.keyboard.press("r");
    await expect(classOf(lecturer).locator("path.predict-actual")).toHaveCount(1, longTimeout);
    await expect(classOf(lecturer).locator("path.class-closest")).toHaveCount(1);
    await expect(classOf(lecturer).locator("path.class-error")).toHaveCount(1);
    await expect(first.locator("path.predict-actual")).toHaveCount(1, longTimeout);
    await expect(first.getByText(/^Level:/)).toBeVisible();
    for (const page of [first, lecturer]) await expectNoSeriousProblem(page, "class");
    for (const phone of simulated) phone.sleep();
  },
);

classTest("a wrong code, and a room that ended, are named", async ({ page, server }) => {
  await page.goto(`${server.join.slice(0, -5)}ZZZZ2`);
  await expect(page.getByRole("alert")).toContainText("The room ZZZZ2 does not exist", longTimeout);
  await page.goto(`${server.join}x`);
  await expect(page.getByRole("alert")).toContainText("is not the code of a room");
});

test("hands are counted in a presentation without a server", async ({ page }) => {
  await page.goto("./#/lessons/buffer/read");
  await page.getByRole("button", { name: "Present", exact: true }).click();
  await page.getByRole("button", { name: "Show of hands" }).click(longTimeout);
  const hands = page.getByRole("region", { name: "Show of hands" });
  await hands.getByRole("textbox").first().fill("12");
  await hands.getByRole("textbox").nth(1).fill("7");
  await hands.getByRole("button", { name: "Reveal" }).click(longTimeout);
  await expect(hands.getByRole("listitem").filter({ hasText: "(right)" })).toHaveCount(1);
  await hands.getByRole("button", { name: "Count again" }).click();
  await expect(hands.getByRole("listitem").first()).toContainText("12, then 0");
});
