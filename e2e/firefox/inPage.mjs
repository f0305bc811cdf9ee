// Scripts that use the page in a session of a browser, for tests in Firefox and WebKit.

/** Functions for the scripts of the page, which find controls by their names and wait. */
const helpers = `
  const wait = async (what, find) => {
    for (let i = 0; i < 1200; i++) {
      const found = find();
      if (found) return found;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error("waited too long for " + what);
  };
  const nameOf = (element) => {
    if (element.caption) return element.caption.textContent.trim();
    const ids = (element.getAttribute("aria-labelledby") ?? "").split(" ").filter(Boolean);
    const label = ids.map((id) => document.getElementById(id)?.textContent).join(" ");
    return (element.getAttribute("aria-label") ?? (label || element.labels?.[0]?.textContent || element.textContent)).trim();
  };
  const named = (selector, name, root = document) =>
    [...root.querySelectorAll(selector)].find((element) => nameOf(element) === name);
  const control = (selector, name, root) => wait(selector + " " + name, () => named(selector, name, root));
  const fill = async (name, text) => {
    const box = await control("input", name);
    box.focus();
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(box, text);
    box.dispatchEvent(new Event("input", { bubbles: true }));
    box.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
  };
  const alertWith = (text) => wait("an alert with " + text, () =>
    [...document.querySelectorAll('[role="alert"]')].find((alert) => alert.textContent.includes(text)));
  const resultInAddress = () => /[&]r=([0-9a-f]{16})/.exec(location.hash)?.[1];
`;

/**
 * Returns a function that runs the body of a script in the page of a session. The body has the functions above.
 * @param {import("../../scripts/lib/engines.mjs").Session} session
 * @returns {(body: string, ...args: unknown[]) => Promise<any>}
 */
export const inPageOf =
  (session) =>
  (body, ...args) =>
    session.call(`async (...args) => { ${helpers} ${body} }`, ...args);
