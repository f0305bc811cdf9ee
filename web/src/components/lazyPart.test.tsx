// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { earlyPart } from "./lazyPart.tsx";

afterEach(cleanup);

const Part = ({ text }: { readonly text: string }) => <p>{text}</p>;

function Host({ part }: { readonly part: ReturnType<typeof earlyPart<{ text: string }>> }) {
  const Loaded = part.useComponent();
  return Loaded ? <Loaded text="loaded" /> : <p>nothing yet</p>;
}

test("a component that is loaded before it is shown is in the first rendering", async () => {
  const part = earlyPart(() => Promise.resolve({ default: Part }));
  await part.load();
  render(<Host part={part} />);
  expect(screen.queryByText("loaded")).not.toBeNull();
});

test("a component that is not loaded yet is loaded when it is shown", async () => {
  let loads = 0;
  const part = earlyPart(() => {
    loads += 1;
    return Promise.resolve({ default: Part });
  });
  render(<Host part={part} />);
  expect(screen.queryByText("nothing yet")).not.toBeNull();
  expect(await screen.findByText("loaded")).toBeTruthy();
  expect(loads).toBe(1);
});
