// @vitest-environment jsdom
// When a panel that has the focus closes, another element gets the focus.
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { type ReactNode, useState } from "react";
import { afterEach, expect, test } from "vitest";
import { useFocusBack } from "./focusBack.ts";

afterEach(cleanup);

function Panel({ onClose }: { readonly onClose: () => void }): ReactNode {
  const panel = useFocusBack<HTMLElement>();
  return (
    <section ref={panel}>
      <button type="button" onClick={onClose}>
        Close
      </button>
    </section>
  );
}

function Page(): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <main id="main" tabIndex={-1}>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <button type="button">Other</button>
      {open && <Panel onClose={() => setOpen(false)} />}
    </main>
  );
}

function press(name: string): void {
  const button = screen.getByRole("button", { name });
  button.focus();
  fireEvent.click(button);
}

test("closing a panel returns the focus to the element that opened it", () => {
  render(<Page />);
  press("Open");
  press("Close");
  expect(document.activeElement?.textContent).toBe("Open");
});

test("if no element had the focus before, closing a panel focuses the main part of the page", () => {
  render(<Page />);
  fireEvent.click(screen.getByRole("button", { name: "Open" }));
  press("Close");
  expect(document.activeElement?.id).toBe("main");
});

test("closing a panel does not move a focus that is outside of the panel", () => {
  render(<Page />);
  press("Open");
  screen.getByRole("button", { name: "Other" }).focus();
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(document.activeElement?.textContent).toBe("Other");
});
