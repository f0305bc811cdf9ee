// @vitest-environment jsdom
// Forms made from the real catalogue: every field has a control, typed quantities are parsed with their units, invalid entries
// keep their text, and a valid value is unchanged after being displayed and committed.
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import generated from "../generated/catalogue.json";
import type { Field, Json, JsonObject } from "../generated/types.ts";
import { FieldControl } from "./FieldControl.tsx";
import { ParamForm } from "./ParamForm.tsx";

const catalogue = generated;
const plain = { unit: "", required: false, nullable: false, null_means: "" };
afterEach(cleanup);

const number = (more: Partial<Field> = {}): Field => ({
  ...plain,
  name: "min_rto",
  label: "Smallest RTO",
  doc: "Smallest timeout.",
  type: "number",
  unit: "s",
  default: 0.2,
  min: 0.001,
  max: 60,
  scale: "log",
  ...more,
});

function Held({
  field,
  start,
  seen,
}: {
  field: Field;
  start?: Json;
  seen: (value: Json | undefined) => void;
}) {
  const [value, setValue] = useState<Json | undefined>(start);
  return (
    <FieldControl
      field={field}
      value={value}
      onCommit={(next) => {
        setValue(next);
        seen(next);
      }}
    />
  );
}

const box = (): HTMLInputElement => screen.getByRole("textbox") as HTMLInputElement;
const type = (text: string): void => {
  fireEvent.focus(box());
  fireEvent.change(box(), { target: { value: text } });
  fireEvent.keyDown(box(), { key: "Enter" });
};

test("every field of every algorithm has its own control", () => {
  for (const algorithm of catalogue.algorithms) {
    const { container, unmount } = render(
      <ParamForm fields={algorithm.fields} values={{}} onCommit={() => undefined} />,
    );
    expect(container.querySelectorAll(".field").length, algorithm.id).toBe(algorithm.fields.length);
    for (const field of algorithm.fields)
      expect(within(container as HTMLElement).getAllByText(field.label).length, field.name).toBeGreaterThan(
        0,
      );
    unmount();
  }
});

test("typed quantities are parsed with their units; a number without a unit has the displayed unit", () => {
  const seen = vi.fn();
  render(<Held field={number()} seen={seen} />);
  expect(box().value).toBe("200");
  type("1.5 s");
  expect(seen).toHaveBeenLastCalledWith(1.5);
  type("300ms");
  expect(seen).toHaveBeenLastCalledWith(0.3);
  type("250");
  expect(seen).toHaveBeenLastCalledWith(0.25);
});

test("an invalid entry keeps its text, and the field its last valid value", () => {
  const seen = vi.fn();
  render(<Held field={number()} start={0.5} seen={seen} />);
  type("two");
  expect(screen.getByRole("alert").textContent).toContain("number");
  expect(box().value).toBe("two");
  type("90 s");
  expect(screen.getByRole("alert").textContent).toContain("60");
  expect(seen).not.toHaveBeenCalled();
  type("1 s");
  expect(seen).toHaveBeenLastCalledWith(1);
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a changed field shows its mark and goes back to the default", () => {
  const seen = vi.fn();
  const { container } = render(<Held field={number()} start={0.5} seen={seen} />);
  expect(container.querySelector(".changed-dot")).not.toBeNull();
  fireEvent.click(screen.getByRole("button", { name: /to its default/ }));
  expect(seen).toHaveBeenLastCalledWith(undefined);
  expect(container.querySelector(".changed-dot")).toBeNull();
});

test("arrow keys step by one, with Shift by ten, Home and End go to the limits", () => {
  const seen = vi.fn();
  render(
    <Held field={number({ default: 10, min: 1, max: 100, unit: "packets", type: "integer" })} seen={seen} />,
  );
  const slider = screen.getByRole("slider");
  fireEvent.keyDown(slider, { key: "ArrowRight" });
  expect(seen).toHaveBeenLastCalledWith(11);
  fireEvent.keyDown(slider, { key: "ArrowLeft", shiftKey: true });
  expect(seen).toHaveBeenLastCalledWith(1);
  fireEvent.keyDown(slider, { key: "End" });
  expect(seen).toHaveBeenLastCalledWith(100);
  fireEvent.keyDown(slider, { key: "Home" });
  expect(seen).toHaveBeenLastCalledWith(1);
});

test("a drag is one commit, on release", () => {
  const seen = vi.fn();
  render(<Held field={number({ scale: "linear", min: 0, max: 10, default: 5, unit: "" })} seen={seen} />);
  const slider = screen.getByRole("slider");
  fireEvent.pointerDown(slider);
  for (const value of ["600", "700", "800"]) fireEvent.change(slider, { target: { value } });
  expect(seen).not.toHaveBeenCalled();
  fireEvent.pointerUp(slider);
  expect(seen).toHaveBeenCalledTimes(1);
  expect(seen).toHaveBeenLastCalledWith(8);
});

test("an empty box means null where null is allowed", () => {
  const seen = vi.fn();
  render(
    <Held field={number({ nullable: true, null_means: "unlimited", default: null })} start={3} seen={seen} />,
  );
  type("");
  expect(seen).toHaveBeenLastCalledWith(null);
  expect(box().placeholder).toBe("unlimited");
});

test("a limit accepts any unit as a suffix", () => {
  const limit: Field = {
    ...plain,
    name: "limit",
    label: "Limit",
    doc: "",
    type: "limit",
    default: { packets: 50 },
  };
  const seen = vi.fn();
  render(<Held field={limit} seen={seen} />);
  type("0.5bdp");
  expect(seen).toHaveBeenLastCalledWith({ bdp: 0.5 });
  type("45 kB");
  expect(seen).toHaveBeenLastCalledWith({ bytes: 45000 });
  type("36 ms");
  expect(seen).toHaveBeenLastCalledWith({ seconds: 0.036 });
  type("30 p");
  expect(seen).toHaveBeenLastCalledWith({ packets: 30 });
});

test("a value that equals the default is not stored", () => {
  const commits: [string, Json | undefined][] = [];
  const values: JsonObject = { min_rto: 0.5 };
  render(
    <ParamForm fields={[number()]} values={values} onCommit={(name, value) => commits.push([name, value])} />,
  );
  type("200 ms");
  expect(commits).toEqual([["min_rto", undefined]]);
});

test("entries of lists can be added, changed and removed, and every kind of network has a form", () => {
  const network = catalogue.document.fields?.find((field) => field.name === "network");
  if (!network) throw new Error("the document has a network");
  const seen = vi.fn();
  for (const { value: kind } of network.variants ?? []) {
    const { container, unmount } = render(<Held field={network} start={{ kind }} seen={seen} />);
    expect(container.querySelectorAll("input, select, button").length).toBeGreaterThan(10);
    unmount();
  }
  render(<Held field={network} start={{ kind: "graph" }} seen={seen} />);
  const nodes = screen.getByRole("group", { name: "Nodes" });
  fireEvent.click(within(nodes).getByRole("button", { name: "Add: Node" }));
  const three = [{ id: "a" }, { id: "b" }, { id: "c" }];
  expect(seen).toHaveBeenLastCalledWith({ kind: "graph", nodes: [...three, { id: "d" }] });
  const label = within(nodes).getAllByRole("textbox", { name: "Label" })[3] as HTMLInputElement;
  fireEvent.change(label, { target: { value: "Paris" } });
  fireEvent.blur(label);
  expect(seen).toHaveBeenLastCalledWith({ kind: "graph", nodes: [...three, { id: "d", label: "Paris" }] });
  fireEvent.click(within(nodes).getByRole("button", { name: "Remove: d" }));
  expect(seen).toHaveBeenLastCalledWith({ kind: "graph" });
});

test("an optional object has a switch", () => {
  const path: Field = {
    ...plain,
    name: "path",
    label: "Path",
    doc: "",
    type: "object",
    default: null,
    nullable: true,
    null_means: "the shortest",
    fields: [{ ...plain, name: "from", label: "From", doc: "", type: "id", default: null, nullable: true }],
  };
  const seen = vi.fn();
  render(<Held field={path} seen={seen} />);
  expect(screen.queryByRole("textbox")).toBeNull();
  fireEvent.click(screen.getByRole("checkbox"));
  expect(seen).toHaveBeenLastCalledWith({});
  fireEvent.change(box(), { target: { value: "a" } });
  fireEvent.blur(box());
  expect(seen).toHaveBeenLastCalledWith({ from: "a" });
  fireEvent.click(screen.getByRole("checkbox"));
  expect(seen).toHaveBeenLastCalledWith(undefined);
});
