// @vitest-environment jsdom
// Forms made from the generated catalogue: every field has a control, typed quantities are parsed with their
// units, an invalid text stays in its box, and a value is stored only if it differs from the default.
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import generated from "../../generated/catalogue.json";
import type { Field, Json, JsonObject } from "../../generated/types.ts";
import { FieldControl } from "./FieldControl.tsx";
import { inAllUnits } from "./LimitField.tsx";
import { hasOwnEditor, ParamForm } from "./ParamForm.tsx";
import { SpanField } from "./SpanField.tsx";

const catalogue = generated;
const baseField = { unit: "", required: false, nullable: false, null_means: "" };

// The controls for structured values are loaded on demand. Afterwards, they render at once.
beforeAll(async () => {
  render(
    <FieldControl
      field={{ ...baseField, name: "a", label: "A", doc: "", type: "text", default: "" }}
      value=""
      onPreview={() => undefined}
      onCommit={() => undefined}
    />,
  );
  await screen.findByRole("textbox", {}, { timeout: 30_000 });
}, 60_000);
afterEach(cleanup);

const numberField = (more: Partial<Field> = {}): Field => ({
  ...baseField,
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

function StatefulField({
  field,
  initial,
  onCommit,
}: {
  field: Field;
  initial?: Json;
  onCommit: (value: Json | undefined) => void;
}) {
  const [value, setValue] = useState<Json | undefined>(initial);
  return (
    <FieldControl
      field={field}
      value={value}
      onPreview={setValue}
      onCommit={(next) => {
        setValue(next);
        onCommit(next);
      }}
    />
  );
}

const textBox = (): HTMLInputElement => screen.getByRole("textbox") as HTMLInputElement;
const typeText = (text: string): void => {
  fireEvent.focus(textBox());
  fireEvent.change(textBox(), { target: { value: text } });
  fireEvent.keyDown(textBox(), { key: "Enter" });
};

test("every field of every algorithm has a control, except a program", () => {
  for (const algorithm of catalogue.algorithms) {
    const fields = algorithm.fields.filter((field) => !hasOwnEditor(field));
    expect(algorithm.fields.length - fields.length, algorithm.id).toBe(algorithm.id === "own" ? 2 : 0);
    const { container, unmount } = render(
      <ParamForm
        fields={algorithm.fields}
        values={{}}
        onPreview={() => undefined}
        onCommit={() => undefined}
      />,
    );
    // A group renders its settings when it is opened.
    for (const group of container.querySelectorAll("details")) {
      group.open = true;
      fireEvent(group, new Event("toggle"));
    }
    expect(container.querySelectorAll(".field").length, algorithm.id).toBe(fields.length);
    for (const field of fields)
      expect(within(container as HTMLElement).getAllByText(field.label).length, field.name).toBeGreaterThan(
        0,
      );
    unmount();
  }
});

test("the unit of a box stays while numbers are typed into it", () => {
  const onCommit = vi.fn();
  render(<StatefulField field={numberField()} onCommit={onCommit} />);
  typeText("2000");
  typeText("80");
  expect(onCommit.mock.calls.map(([value]) => value)).toEqual([2, 0.08]);
  typeText("30 s");
  typeText("40");
  expect(onCommit.mock.calls.map(([value]) => value)).toEqual([2, 0.08, 30, 40]);
});

test("typed quantities are parsed with their units", () => {
  const onCommit = vi.fn();
  render(<StatefulField field={numberField()} onCommit={onCommit} />);
  expect(textBox().value).toBe("200");
  typeText("1.5 s");
  expect(onCommit).toHaveBeenLastCalledWith(1.5);
  typeText("300ms");
  expect(onCommit).toHaveBeenLastCalledWith(0.3);
  typeText("250");
  expect(onCommit).toHaveBeenLastCalledWith(0.25);
});

test("an invalid text does not change the value", () => {
  const onCommit = vi.fn();
  render(<StatefulField field={numberField()} initial={0.5} onCommit={onCommit} />);
  typeText("two");
  expect(screen.getByRole("alert").textContent).toContain("number");
  expect(textBox().value).toBe("two");
  typeText("90 s");
  expect(screen.getByRole("alert").textContent).toContain("60");
  expect(onCommit).not.toHaveBeenCalled();
  typeText("1 s");
  expect(onCommit).toHaveBeenLastCalledWith(1);
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a field that differs from its default can be reset to it", () => {
  const onCommit = vi.fn();
  const { container } = render(<StatefulField field={numberField()} initial={0.5} onCommit={onCommit} />);
  expect(container.querySelector(".is-changed")).not.toBeNull();
  expect(container.querySelector(".changed-dot")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: /to its default/ }));
  expect(onCommit).toHaveBeenLastCalledWith(undefined);
  expect(container.querySelector(".is-changed")).toBeNull();
});

test("a slider moves with keys", () => {
  const onCommit = vi.fn();
  render(
    <StatefulField
      field={numberField({ default: 10, min: 1, max: 100, unit: "packets", type: "integer" })}
      onCommit={onCommit}
    />,
  );
  const slider = screen.getByRole("slider");
  fireEvent.keyDown(slider, { key: "ArrowRight" });
  expect(onCommit).toHaveBeenLastCalledWith(11);
  fireEvent.keyDown(slider, { key: "ArrowLeft", shiftKey: true });
  expect(onCommit).toHaveBeenLastCalledWith(1);
  fireEvent.keyDown(slider, { key: "End" });
  expect(onCommit).toHaveBeenLastCalledWith(100);
  fireEvent.keyDown(slider, { key: "Home" });
  expect(onCommit).toHaveBeenLastCalledWith(1);
});

test("dragging a slider commits one value, when the slider is released", () => {
  const onCommit = vi.fn();
  render(
    <StatefulField
      field={numberField({ scale: "linear", min: 0, max: 10, default: 5, unit: "" })}
      onCommit={onCommit}
    />,
  );
  const slider = screen.getByRole("slider");
  fireEvent.pointerDown(slider);
  for (const value of ["600", "700", "800"]) fireEvent.change(slider, { target: { value } });
  expect(onCommit).not.toHaveBeenCalled();
  fireEvent.pointerUp(slider);
  expect(onCommit).toHaveBeenCalledTimes(1);
  expect(onCommit).toHaveBeenLastCalledWith(8);
});

test("an empty box means null if the field is nullable", () => {
  const onCommit = vi.fn();
  render(
    <StatefulField
      field={numberField({ nullable: true, null_means: "unlimited", default: null })}
      initial={3}
      onCommit={onCommit}
    />,
  );
  typeText("");
  expect(onCommit).toHaveBeenLastCalledWith(null);
  expect(textBox().placeholder).toBe("unlimited");
});

test("a number without a unit in an empty box of a rate is in Mb/s, and the field says so", () => {
  const onCommit = vi.fn();
  const field = numberField({ unit: "bit/s", default: null, nullable: true, min: 1, max: 1e9 });
  render(<StatefulField field={field} onCommit={onCommit} />);
  const box = screen.getByRole("textbox");
  expect(screen.queryByText("Mb/s")).toBeNull();
  fireEvent.change(box, { target: { value: "0.1" } });
  expect(screen.getByText("Mb/s")).toBeTruthy();
  fireEvent.keyDown(box, { key: "Enter" });
  expect(onCommit).toHaveBeenLastCalledWith(1e5);
});

test("a limit that differs from the computed limit is converted to the other units", () => {
  const known = { packets: 30, bytes: 45_000, seconds: 0.036, bdp: 0.5 };
  expect(inAllUnits({ packets: 120 }, known)).toEqual({
    packets: 120,
    bytes: 180_000,
    seconds: 0.144,
    bdp: 2,
  });
  expect(inAllUnits({ bdp: 0.5 }, known)).toEqual(known);
  expect(inAllUnits({ bdp: 2 }, { ...known, bdp: null })).toBeNull();
});

test("a limit is not stated in units in which it has no amount, and cannot be converted to them", () => {
  const limitInAllUnits = { packets: 500, bytes: 750_000, seconds: null, bdp: null };
  const field: Field = {
    ...baseField,
    name: "limit",
    label: "Buffer",
    doc: "",
    type: "limit",
    default: { packets: 100 },
  };
  render(
    <FieldControl
      field={field}
      value={{ packets: 500 }}
      hints={{ limitInAllUnits }}
      onPreview={() => undefined}
      onCommit={() => undefined}
    />,
  );
  expect(screen.getByText(/^= /).textContent).toBe("= 750\u202fkB");
  const options = within(screen.getByRole("combobox")).getAllByRole<HTMLOptionElement>("option");
  expect(
    options
      .filter(({ disabled }) => disabled)
      .map(({ value }) => value)
      .sort(),
  ).toEqual(["bdp", "seconds"]);
});

test("a limit can be typed in any of its units", () => {
  const limit: Field = {
    ...baseField,
    name: "limit",
    label: "Limit",
    doc: "",
    type: "limit",
    default: { packets: 50 },
  };
  const onCommit = vi.fn();
  render(<StatefulField field={limit} onCommit={onCommit} />);
  typeText("0.5bdp");
  expect(onCommit).toHaveBeenLastCalledWith({ bdp: 0.5 });
  typeText("45 kB");
  expect(onCommit).toHaveBeenLastCalledWith({ bytes: 45000 });
  typeText("36 ms");
  expect(onCommit).toHaveBeenLastCalledWith({ seconds: 0.036 });
  typeText("30 p");
  expect(onCommit).toHaveBeenLastCalledWith({ packets: 30 });
});

test("a value that equals the default is not stored", () => {
  const commits: [string, Json | undefined][] = [];
  const values: JsonObject = { min_rto: 0.5 };
  render(
    <ParamForm
      fields={[numberField()]}
      values={values}
      onPreview={() => undefined}
      onCommit={(name, value) => commits.push([name, value])}
    />,
  );
  typeText("200 ms");
  expect(commits).toEqual([["min_rto", undefined]]);
});

test("entries of lists can be added, changed and removed", () => {
  const network = catalogue.document.fields?.find((field) => field.name === "network");
  if (!network) throw new Error("the catalogue describes no network");
  const onCommit = vi.fn();
  for (const { value: kind } of network.variants ?? []) {
    const { container, unmount } = render(
      <StatefulField field={network} initial={{ kind }} onCommit={onCommit} />,
    );
    expect(container.querySelectorAll("input, select, button").length).toBeGreaterThan(10);
    unmount();
  }
  render(<StatefulField field={network} initial={{ kind: "graph" }} onCommit={onCommit} />);
  const nodes = screen.getByRole("group", { name: "Nodes" });
  fireEvent.click(within(nodes).getByRole("button", { name: "Add: Node" }));
  const defaultNodes = [{ id: "a" }, { id: "b" }, { id: "c" }];
  expect(onCommit).toHaveBeenLastCalledWith({ kind: "graph", nodes: [...defaultNodes, { id: "d" }] });
  const label = within(nodes).getAllByRole("textbox", { name: "Label" })[3] as HTMLInputElement;
  fireEvent.change(label, { target: { value: "Paris" } });
  fireEvent.blur(label);
  expect(onCommit).toHaveBeenLastCalledWith({
    kind: "graph",
    nodes: [...defaultNodes, { id: "d", label: "Paris" }],
  });
  fireEvent.click(within(nodes).getByRole("button", { name: "Remove: d" }));
  expect(onCommit).toHaveBeenLastCalledWith({ kind: "graph" });
});

test("a switch adds and removes an optional object", () => {
  const path: Field = {
    ...baseField,
    name: "path",
    label: "Path",
    doc: "",
    type: "object",
    default: null,
    nullable: true,
    null_means: "the shortest",
    fields: [
      { ...baseField, name: "from", label: "From", doc: "", type: "id", default: null, nullable: true },
    ],
  };
  const onCommit = vi.fn();
  render(<StatefulField field={path} onCommit={onCommit} />);
  expect(screen.queryByRole("textbox")).toBeNull();
  fireEvent.click(screen.getByRole("checkbox"));
  expect(onCommit).toHaveBeenLastCalledWith({});
  fireEvent.change(textBox(), { target: { value: "a" } });
  fireEvent.blur(textBox());
  expect(onCommit).toHaveBeenLastCalledWith({ from: "a" });
  fireEvent.click(screen.getByRole("checkbox"));
  expect(onCommit).toHaveBeenLastCalledWith(undefined);
});

test("an end of a range beyond the opposite end is refused", () => {
  const onCommit = vi.fn();
  render(
    <SpanField
      label="Start"
      unit="s"
      value={{ min: 2, max: 5 }}
      fallback={0}
      range={{ min: 0, max: 60, scale: "linear", integer: false }}
      min={0}
      onPreview={() => undefined}
      onCommit={onCommit}
    />,
  );
  const end = (name: string): HTMLElement => screen.getByRole("textbox", { name });
  const type = (name: string, text: string): void => {
    fireEvent.focus(end(name));
    fireEvent.change(end(name), { target: { value: text } });
    fireEvent.keyDown(end(name), { key: "Enter" });
  };
  type("Start, to", "1");
  expect(screen.getByText(/^At least 2\ss\.$/)).toBeTruthy();
  expect(end("Start, to")).toHaveProperty("value", "1");
  type("Start, from", "7");
  expect(screen.getByText(/^Between 0\ss and 5\ss\.$/)).toBeTruthy();
  expect(onCommit).not.toHaveBeenCalled();
  type("Start, from", "3");
  expect(onCommit).toHaveBeenCalledWith({ min: 3, max: 5 }, false);
});
