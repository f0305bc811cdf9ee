// @vitest-environment jsdom
// Drawings for paper have light colours and are no wider than a page.
import { expect, test } from "vitest";
import type { ThemeName } from "../palette.ts";
import { liveSvg } from "./liveSvg.ts";

/**
 * A drawing in a host of the given width. `heightOf` is its height at a width. Returns the widths and colours
 * that were drawn.
 */
function drawn(hostWidth: number, heightOf: (width: number) => number) {
  const host = document.createElement("div");
  document.body.append(host);
  Object.defineProperty(host, "clientWidth", { value: hostWidth });
  document.documentElement.dataset["theme"] = "dark";
  const calls: (readonly [number, ThemeName, string])[] = [];
  const live = liveSvg(host, {}, 40, (width, theme) => {
    calls.push([width, theme.name, theme.background]);
    return { nodes: [], height: heightOf(width), fontSize: 12, label: "test" };
  });
  return { live, calls };
}

test("a drawing is redrawn for paper", () => {
  const { live, calls } = drawn(1200, () => 400);
  live.redraw();
  dispatchEvent(new Event("beforeprint"));
  expect(live.element.getAttribute("viewBox")).toBe("0 0 640 400");
  expect(calls.at(-1)).toEqual([640, "light", "#ffffff"]);
  // A change of the layout during printing does not return to the drawing for the screen.
  live.redraw();
  expect(calls.at(-1)?.[0]).toBe(640);
  dispatchEvent(new Event("afterprint"));
  expect(calls.at(-1)?.[0]).toBe(1200);
  live.destroy();
  const { length } = calls;
  dispatchEvent(new Event("beforeprint"));
  expect(calls).toHaveLength(length);
});

test("a drawing that would be higher than a page is drawn wider", () => {
  const high = drawn(1200, (width) => (width < 800 ? 2000 : 1000));
  dispatchEvent(new Event("beforeprint"));
  expect(high.calls.at(-1)?.[0]).toBe(900);
  high.live.destroy();
  const narrow = drawn(350, () => 200);
  dispatchEvent(new Event("beforeprint"));
  expect(narrow.calls.at(-1)?.[0]).toBe(350);
  narrow.live.destroy();
});
