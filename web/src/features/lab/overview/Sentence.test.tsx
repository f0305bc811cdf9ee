// @vitest-environment jsdom
// The sentence in a row of fixed height.
import { render } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Sentence } from "./Sentence.tsx";

let rowWidth = 300;
let resized: () => void = () => undefined;

beforeEach(() => {
  rowWidth = 300;
  vi.stubGlobal(
    "ResizeObserver",
    class {
      constructor(changed: () => void) {
        resized = changed;
      }
      observe(): void {
        resized();
      }
      disconnect(): void {}
    },
  );
  const define = (name: string, get: (this: HTMLElement) => number): void =>
    void Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get });
  // In rows up to 300 pixels, the text needs two lines of the span, but one line of the button.
  define("scrollHeight", function () {
    return this.tagName === "SPAN" && rowWidth <= 300 ? 40 : 20;
  });
  define("clientHeight", () => 20);
  define("clientWidth", () => rowWidth);
});

afterEach(() => {
  vi.unstubAllGlobals();
  for (const name of ["scrollHeight", "clientHeight", "clientWidth"])
    Reflect.deleteProperty(HTMLElement.prototype, name);
});

test("a sentence that fits only as a button stays a button until the row is wider", async () => {
  const { container, rerender } = render(<Sentence>A sentence</Sentence>);
  expect(container.querySelector("button")?.textContent).toBe("A sentence");
  rerender(<Sentence>A sentence</Sentence>);
  expect(container.querySelector("button")).not.toBeNull();
  rowWidth = 400;
  resized();
  await vi.waitFor(() => expect(container.querySelector("button")).toBeNull());
});
