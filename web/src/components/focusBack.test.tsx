// @vitest-environment jsdom
// The focus is never lost with a panel.
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

test("what opened a panel has the focus again when it closes", () => {
  render(<Page />);
  press("Open");
  press("Close");
  expect(document.activeElement?.textContent).toBe("Open");
});

test("opened from nowhere, as by a key, the focus goes to what the page is about", () => {
  render(<Page />);
  fireEvent.click(screen.getByRole("button", { name: "Open" }));
  press("Close");
  expect(document.activeElement?.id).toBe("main");
});

test("the focus stays where somebody has put it meanwhile", () => {
  render(<Page />);
  press("Open");
  screen.getByRole("button", { name: "Other" }).focus();
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(document.activeElement?.textContent).toBe("Other");
});
