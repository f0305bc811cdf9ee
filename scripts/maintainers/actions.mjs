// A robot that uses the built page at random in Chromium, Firefox and WebKit: it clicks, drags, types, follows links, goes back,
// reloads, changes the width of the window, and ends the workers of the page. There may be no error, the page answers within a second,
// undo takes an edit back, and the address opens the same scenario with the same result.

/**
 * @typedef {import("../lib/engines.mjs").Session} Session
 * What the robot did and found. `slowest` is the longest time in milliseconds until the page answered.
 * @typedef {{ inputs: number, accepted: number, checks: number, slowest: number, refused: Record<string, number>, problems: { message: string, input: string }[] }} Counts
 */

/**
 * A function that returns a random whole number below its argument. A seed always gives the same numbers.
 * @param {number} seed
 */
export async function randomNumbers(seed) {
  // Packages of npm are imported where they are used: they exist only after setup.
  const { default: fc } = await import("fast-check");
  /** @type {number[]} */
  let drawn = [];
  let round = 0;
  return (/** @type {number} */ bound) => {
    if (drawn.length === 0) drawn = fc.sample(fc.noBias(fc.nat()), { seed: seed + round++, numRuns: 10_000 });
    return (drawn.pop() ?? 0) % bound;
  };
}

/** @template T @param {(bound: number) => number} below @param {readonly T[]} items at least one */
const pick = (below, items) => /** @type {T} */ (items[below(items.length)]);

/** After this number of actions, the console is read. */
const ACTIONS_PER_CHECK = 20;
/** After this number of checks of the console, the scenario is checked. */
const CHECKS_PER_SCENARIO = 4;
/** The page answers within this time, in milliseconds. */
const ANSWER_MS = 1000;
const widths = [390, 640, 1280, 1920];
const keys = [
  "Tab",
  "Enter",
  "Escape",
  " ",
  "ArrowLeft",
  "ArrowRight",
  "ArrowDown",
  "Home",
  "End",
  "?",
  "k",
  "z",
  "+",
  "-",
  "1",
];
const links = [
  "#/lessons/sawtooth",
  "#/papers/tfwc",
  "#/algorithms/race",
  "#/vary",
  "#/assignments",
  "#/drive",
  "#p=near-far",
  "#p=near-far&network.forward.queue.limit.packets=17",
  "#p=nothing",
  "#s=q1YqVrKqVipTslJKTEpW",
  "",
];
/** What replaces the end of a link. */
const snippets = ["{", "%", "&", "=", "#", "1e999", "NaN", "__proto__", "\u0000"];
const texts = ["0", "1", "17", "-1", "1e9", "abc", "", "0.001", "99999999", "5 Mb/s", "\u{1f600}"];
const controls =
  'button, a[href^="#"], input, select, summary, textarea, [role="slider"], [role="tab"], [role="application"], [role="menuitem"], [role="option"]';

/**
 * A function of the page that finds a control by its number among those that can be seen, and brings it into view. The
 * dialogs of the browser for printing and for choosing files, which no script can close, do not open.
 */
const findControl = `async (selector, number, inDialog) => {
  if (!window.withoutDialogs) {
    window.withoutDialogs = true;
    window.print = () => {};
    const click = HTMLInputElement.prototype.click;
    HTMLInputElement.prototype.click = function () {
      if (this.type !== "file") click.call(this);
    };
    const isFile = ({ target }) => target instanceof Element && target.closest('input[type="file"]');
    addEventListener("click", (event) => { if (isFile(event)) event.preventDefault(); }, true);
    for (const name of ["showOpenFilePicker", "showSaveFilePicker", "showDirectoryPicker"]) delete window[name];
    window.usedWorkers = new Set();
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (...parts) {
      window.usedWorkers.add(this);
      return post.apply(this, parts);
    };
  }
  const dialogs = [...document.querySelectorAll("dialog[open]")];
  const root = (inDialog && dialogs.at(-1)) || document;
  const visible = [...root.querySelectorAll(selector)].filter((element) => element.getClientRects().length > 0);
  const element = visible[number % Math.max(1, visible.length)];
  if (!element) return { href: location.href };
  element.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  await new Promise((resolve) => setTimeout(resolve, 20));
  const { left, top, width, height } = element.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  const hit = document.elementFromPoint(x, y);
  const name = element.getAttribute("aria-label") ?? element.labels?.[0]?.textContent ?? element.textContent.trim();
  return {
    href: location.href, x, y, tag: element.tagName, name: name.slice(0, 40),
    isReachable: hit !== null && (element.contains(hit) || hit.contains(element) || [...(element.labels ?? [])].some((label) => label.contains(hit))),
  };
}`;

/** Chooses an option of a selection, given its point, as its user does. */
const chooseOption = `async (x, y, number) => {
  const select = document.elementFromPoint(x, y)?.closest("select");
  if (!select || select.disabled || select.options.length === 0) return;
  select.selectedIndex = number % select.options.length;
  select.dispatchEvent(new Event("input", { bubbles: true }));
  select.dispatchEvent(new Event("change", { bubbles: true }));
}`;

/** Ends all workers that the page has used since it was opened, as a browser does that has too little memory. */
const endWorkers = `async () => {
  for (const worker of window.usedWorkers ?? []) worker.terminate();
  window.usedWorkers?.clear();
}`;

/**
 * The scenario and result ID in the address when the run has its result and nothing has changed for half a second, or "" if there is no
 * result within 20 s, as for a refused document. What follows them in the address is the view, which can show runs that no link carries.
 */
const settledHash = `async () => {
  let [hash, times] = ["", 0];
  for (let i = 0; i < 200 && !location.hash.startsWith("#/"); i++) {
    times = hash === location.hash ? times + 1 : 0;
    hash = location.hash;
    if (times >= 5 && /[&]r=[0-9a-f]{16}/.test(hash)) return hash.replace(/&e=.*/, "");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return "";
}`;

/** Leaves the field that has the focus, so that single keys are shortcuts. */
const leaveField = `async () => { document.activeElement?.blur?.(); }`;

/** Selects the text of a field, so that what is typed replaces it. */
const selectText = `async () => { document.activeElement?.select?.(); }`;

/**
 * Performs one action. Returns what it did, and "" or the reason for which it had no effect.
 * @param {Session} session
 * @param {(bound: number) => number} below
 * @param {string} url
 * @returns {Promise<[what: string, reason: string]>}
 */
async function act(session, below, url) {
  const choice = below(20);
  if (choice < 3) {
    const key = pick(below, keys);
    await session.press([key]);
    return [`press ${key}`, ""];
  }
  if (choice === 3) {
    let link = pick(below, links);
    if (below(2) === 0) link = link.slice(0, 1 + below(link.length)) + pick(below, snippets);
    await session.call("async (hash) => { location.hash = hash; }", link);
    return [`link ${link}`, ""];
  }
  if (choice === 4) {
    const [what, steps] = below(2) === 0 ? ["back", -1] : ["forward", 1];
    await session.call("async (steps) => { history.go(steps); }", steps);
    await new Promise((resolve) => setTimeout(resolve, 200));
    return [`${what}`, ""];
  }
  if (choice === 5 && below(4) === 0) {
    const width = pick(below, widths);
    await session.resize(width, 900);
    return [`make the window ${width} pixels wide`, ""];
  }
  if (choice === 6 && below(8) === 0) {
    await session.call(endWorkers);
    return ["end the workers", ""];
  }
  const found = await session.call(findControl, controls, below(2 ** 30), below(8) !== 0);
  if (!found.href.startsWith(url)) {
    await session.open(url);
    await session.problems();
    return [`open the page again, after ${found.href}`, ""];
  }
  if (found.tag === undefined) return ["look for a control", "no control"];
  const name = `${found.tag} ${found.name}`;
  if (!found.isReachable) return [`look at ${name}`, "not reachable"];
  if (found.tag === "SELECT") {
    await session.call(chooseOption, found.x, found.y, below(2 ** 30));
    return [`choose an option of ${name}`, ""];
  }
  if (below(10) === 0) {
    const [right, down] = [below(200) - 100, below(60) - 30];
    await session.drag(found.x, found.y, right, down);
    return [`drag ${name} by ${right}, ${down}`, ""];
  }
  await session.click(found.x, found.y);
  if (!/^(INPUT|TEXTAREA)$/.test(found.tag) || below(2) === 0) return [`click ${name}`, ""];
  const text = pick(below, texts);
  await session.call(selectText);
  await session.press([...text, "Enter"]);
  return [`fill ${name} with ${text}`, ""];
}

/** A scenario without the result ID. @param {string} hash */
const withoutResult = (hash) => hash.replace(/&r=[0-9a-f]{16}/, "");

/**
 * Edits a field of the Lab and takes the edit back, then opens the address of the scenario again. Returns what is wrong.
 * @param {Session} session
 * @param {(bound: number) => number} below
 * @returns {Promise<string[]>}
 */
async function checkScenario(session, below) {
  await session.press(["Escape", "Escape", "Escape"]);
  const before = await session.call(settledHash);
  if (before === "") return [];
  /** @type {string[]} */
  const wrong = [];
  const field = await session.call(
    findControl,
    "main input:not([type=checkbox], [type=range], [type=file])",
    below(2 ** 30),
    false,
  );
  if (field.isReachable) {
    await session.click(field.x, field.y);
    await session.call(selectText);
    await session.press([...pick(below, texts), "Enter"]);
    await session.call(leaveField);
    const edited = await session.call(settledHash);
    if (edited !== "" && withoutResult(edited) !== withoutResult(before)) {
      await session.press(["u"]);
      const undone = await session.call(settledHash);
      if (undone !== before) wrong.push(`undo leads from ${edited} to ${undone}, not to ${before}`);
    }
  }
  const shown = await session.call(settledHash);
  if (shown === "") return wrong;
  const open = `async (hash) => { location.replace(hash); location.reload(); }`;
  await session.call(open, withoutResult(shown)).catch(() => undefined);
  await new Promise((resolve) => setTimeout(resolve, ANSWER_MS));
  const opened = await session.call(settledHash);
  if (opened !== shown) wrong.push(`the address ${shown} opens ${opened}`);
  return wrong;
}

/**
 * Performs random actions until `isOver` and adds them to the counts.
 * @param {Session} session
 * @param {(bound: number) => number} below
 * @param {string} url
 * @param {Counts} counts
 * @param {(actions: number) => boolean} isOver
 */
export async function actAtRandom(session, below, url, counts, isOver) {
  /** @type {string[]} */
  let done = [];
  const readConsole = async () => {
    for (const message of await session.problems()) counts.problems.push({ message, input: done.join("\n") });
    done = done.slice(-ACTIONS_PER_CHECK);
  };
  for (let actions = 0; !isOver(actions); actions++) {
    counts.inputs += 1;
    try {
      const [what, reason] = await act(session, below, url);
      done.push(what);
      if (reason === "") counts.accepted += 1;
      else counts.refused[reason] = (counts.refused[reason] ?? 0) + 1;
      const asked = performance.now();
      await session.call("() => new Promise((resolve) => setTimeout(resolve))");
      const time = performance.now() - asked;
      counts.slowest = Math.max(counts.slowest, time);
      if (time > ANSWER_MS)
        counts.problems.push({ message: `no answer for ${time.toFixed(0)} ms`, input: done.join("\n") });
    } catch (error) {
      // A control can be removed, and a page can be left, while an action is under way.
      done.push(String(error));
      counts.refused["interrupted"] = (counts.refused["interrupted"] ?? 0) + 1;
      if (/invalid session|has ended|has been closed|crashed/.test(String(error)))
        throw new Error(`the browser has ended: ${error} after:\n${done.join("\n")}`);
    }
    if (actions % ACTIONS_PER_CHECK === ACTIONS_PER_CHECK - 1) {
      await readConsole();
      // A window that an action opened has the whole page a second time.
      await session.closeOtherWindows();
    }
    if (actions % (ACTIONS_PER_CHECK * CHECKS_PER_SCENARIO) === ACTIONS_PER_CHECK * CHECKS_PER_SCENARIO - 1) {
      counts.checks += 1;
      const wrong = await checkScenario(session, below).catch((error) => [`a check ended with ${error}`]);
      for (const message of wrong) counts.problems.push({ message, input: done.join("\n") });
      done.push("check the scenario");
    }
  }
  await session.closeOtherWindows();
  const isThere = await session
    .call("async () => document.querySelector('main, [role=alert]') !== null")
    .catch(() => false);
  if (!isThere) counts.problems.push({ message: "the page is empty", input: done.join("\n") });
  await readConsole();
}
