// @vitest-environment jsdom
// Keys trigger the listed actions, except where the focused control uses the key.
import { expect, test } from "vitest";
import { actionFor, KEYS } from "./keys.ts";

const press = (
  key: string,
  target: Element | null,
  modifiers: Partial<KeyboardEvent> = {},
): ReturnType<typeof actionFor> =>
  actionFor(
    { key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, target, ...modifiers },
    true,
  );

const renderControl = (markup: string): Element => {
  document.body.innerHTML = markup;
  return document.body.querySelector("[data-me]") as Element;
};

test("no two shortcuts use the same key", () => {
  const all = KEYS.flatMap((k) => [...k.keys]);
  expect(new Set(all).size).toBe(all.length);
});

test("a listed key triggers its action outside of fields", () => {
  expect(press(" ", document.body)).toBe("play");
  expect(press("U", document.body, { shiftKey: true })).toBe("redo");
  expect(press("u", document.body)).toBe("undo");
  expect(press("z", document.body, { ctrlKey: true })).toBe("undo");
  expect(press("Z", document.body, { metaKey: true, shiftKey: true })).toBe("redo");
  expect(press("?", document.body, { shiftKey: true })).toBe("help");
  expect(press("s", document.body, { ctrlKey: true })).toBeNull();
  expect(press("a", document.body, { altKey: true })).toBeNull();
});

test("no key that is pressed in a text field is a shortcut", () => {
  const textField = renderControl("<input data-me type=text>");
  for (const key of [" ", "a", "ArrowLeft", "?"]) expect(press(key, textField), key).toBeNull();
  expect(press("z", textField, { ctrlKey: true })).toBeNull();
});

test("Ctrl+Z undoes the last edit of the scenario in an entry without unfinished text", () => {
  const entry = renderControl("<input data-me data-settled type=text>");
  expect(press("z", entry, { ctrlKey: true })).toBe("undo");
  expect(press("y", entry, { ctrlKey: true })).toBe("redo");
  expect(press("u", entry)).toBeNull();
});

test("a focused control keeps the keys that it uses", () => {
  const button = renderControl("<button data-me>x</button>");
  expect(press(" ", button)).toBeNull();
  expect(press("p", button)).toBe("present");
  const slider = renderControl("<input data-me type=range>");
  expect(press("ArrowLeft", slider)).toBeNull();
  expect(press("c", slider)).toBe("panel");
});

test("if single keys are switched off, combinations with Ctrl and the space bar still work", () => {
  const pressWithoutSingleKeys = (key: string, ctrlKey = false): ReturnType<typeof actionFor> =>
    actionFor({ key, ctrlKey, metaKey: false, altKey: false, shiftKey: false, target: document.body }, false);
  expect(pressWithoutSingleKeys("a")).toBeNull();
  expect(pressWithoutSingleKeys("?")).toBeNull();
  expect(pressWithoutSingleKeys("z", true)).toBe("undo");
  expect(pressWithoutSingleKeys(" ")).toBe("play");
});
