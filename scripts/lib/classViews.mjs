// The screenshots of one class of fifty minutes, for docs/teaching.md: a lesson, a prediction, an assignment, a contest
// of twelve programs, and its ranking.

/** @typedef {import("@playwright/test").Page} Page */

/** The twelve programs of the class, by pseudonym. Two of them are a copy and a loop without an end. */
const programs = {
  anna: "on_ack { cwnd += acked / sqrt(cwnd) }\non_congestion { ssthresh = max(base * 0.7, 2) }",
  bert: `var best = 0
on_round {
  best = max(best * 0.98, delivery_rate)
  cwnd = clamp(best * min_rtt * 1.1, 4, cwnd + 4)
}
on_congestion { ssthresh = max(base * 0.9, 4) }`,
  carl: `on_round {
  if round_rtt > 0 and round_rtt > min_rtt + 0.01 { cwnd = max(cwnd * 0.95, 4) } else { cwnd += 2 }
}
on_congestion { ssthresh = max(base / 2, 2) }`,
  dora: `var last = 0
on_ack { cwnd += acked * (1 + (now - last)) / cwnd }
on_congestion {
  last = now
  ssthresh = max(base * 0.6, 2)
}`,
  emil: `on_ack {
  if cwnd < ssthresh { cwnd += acked / 2 } else { cwnd += 0.01 * acked }
}
on_congestion { ssthresh = max(base * 7 / 8, 2) }`,
  finn: "on_round {\n  while true { }\n}",
  gina: `var calm = 0
on_round {
  calm += 1
  if losses > 0 { calm = 0 }
  cwnd += min(calm, 6)
}
on_congestion { ssthresh = max(base * 0.8, 4) }`,
  hans: `setting target = 0.015 in 0.001..0.2
var quiet = 0
on_round {
  if round_rtt > 0 and round_rtt - min_rtt < target {
    quiet += 1
    cwnd += min(quiet, 8)
  } else {
    quiet = 0
    cwnd = max(cwnd * (1 - (rtt - min_rtt) / (4 * rtt)), 4)
  }
}
on_congestion { ssthresh = max(cwnd * 0.85, 4) }`,
  jana: `on_ack { cwnd += (min_rtt / max(rtt, 0.001)) * 2 * acked / cwnd }
on_congestion { ssthresh = max(base * min_rtt / max(srtt, 0.001), 2) }`,
  karl: `var peak = 10
on_ack {
  if cwnd < peak { cwnd += (peak - cwnd) * 0.1 * acked / cwnd } else { cwnd += acked / cwnd }
}
on_congestion {
  peak = base
  ssthresh = max(base * 0.75, 2)
}`,
  lena: `on_round { cwnd = max(cwnd + 3 - 40 * (round_rtt - min_rtt), 2) }
on_congestion { ssthresh = max(base - 5, 2) }`,
};
const inge = programs.hans.replaceAll("quiet", "calm").replaceAll("target", "aim").replace("0.85", "0.8");

const files = Object.entries({ ...programs, inge }).map(([name, text]) => ({
  ...{ name: `${name}.fair`, mimeType: "application/octet-stream" },
  buffer: Buffer.from(text),
}));

/** @param {Page} page @param {string} fragment */
const show = (page, fragment) =>
  page.evaluate((hash) => {
    location.hash = hash;
  }, fragment);

/**
 * The text of a file that a button saves.
 * @param {Page} page
 * @param {string} button
 */
async function saved(page, button) {
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: button, exact: true }).click();
  const chunks = [];
  for await (const chunk of await (await download).createReadStream()) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** A step of the lesson about buffers, as the class sees it. @param {Page} page @param {string} step @param {number} number */
async function presentedStep(page, step, number) {
  await show(page, `#/lessons/buffer/${step}`);
  await page.getByRole("heading", { name: new RegExp(`^Step ${number} of`) }).waitFor();
  await page.keyboard.press("p");
  await page.locator(".is-presenting").first().waitFor();
}

/** The programs are ranked. @param {Page} page */
async function ranked(page) {
  await show(page, "#/assignments");
  const lecturers = await saved(page, "Save your file");
  await show(page, "#/assignments/check");
  await page.getByRole("heading", { name: "Check hand-ins" }).waitFor();
  const key = { name: "race.lecturer.json", mimeType: "application/json", buffer: lecturers };
  await page.locator("input[type=file]").first().setInputFiles(key);
  await page.getByText(/^Race: /).waitFor();
  await page.locator(".drop-zone input[type=file]").first().setInputFiles(files);
  await page
    .getByRole("table", { name: "Ranking" })
    .getByRole("row")
    .nth(files.length)
    .waitFor({ timeout: 300_000 });
}

const classViews = {
  lesson: async (/** @type {Page} */ page) => {
    await presentedStep(page, "watch", 1);
    await page.locator('.scrub[style*="--computed: 1;"]').waitFor();
    const time = page.getByRole("textbox", { name: "Time in seconds" });
    await time.fill("12");
    await time.press("Enter");
  },
  prediction: async (/** @type {Page} */ page) => {
    await presentedStep(page, "predict", 3);
    const bar = page.locator(".predict-bars input[type=range]").first();
    await bar.press("Home");
    for (let i = 0; i < 60; i += 1) await bar.press("ArrowRight");
    await page.getByRole("button", { name: "Reveal" }).click();
    await page.locator(".predict-aspects li").first().waitFor();
  },
  assignment: async (/** @type {Page} */ page) => {
    await show(page, "#/assignments");
    await page.getByRole("combobox", { name: "From a lesson" }).selectOption("buffer");
    await page.getByRole("heading", { name: "Make an assignment" }).waitFor();
    const link = await page.getByRole("textbox", { name: "Link for students" }).inputValue();
    await show(page, link.slice(link.indexOf("#")));
    await page.getByRole("button", { name: "Begin", exact: true }).click();
    await page.getByRole("region", { name: /^2\. With a buffer/ }).waitFor();
  },
  ranking: async (/** @type {Page} */ page) => {
    await ranked(page);
    await page.getByRole("button", { name: "Reveal on the projector" }).click();
    const next = page.getByRole("button", { name: "Show the next place" });
    for (let i = 0; i < files.length - 3; i += 1) await next.click();
  },
};

/** A picture in the size of the projector, or of the student's or the lecturer's own screen. */
const picture = (/** @type {keyof typeof classViews} */ view, /** @type {390 | 1280 | 1920} */ width) => ({
  name: `class-${view}-${width}-light`,
  width,
  prepare: classViews[view],
});

export const classPictures = [
  picture("lesson", 1920),
  picture("prediction", 1920),
  picture("assignment", 390),
  picture("assignment", 1280),
  picture("ranking", 1920),
];
