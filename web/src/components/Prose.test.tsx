// @vitest-environment jsdom
// Markdown with formulas becomes elements. No text becomes markup.
import { render } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import catalogue from "../generated/catalogue.json";
import { InlineProse, Prose } from "./Prose.tsx";

// jsdom's elements of MathML have no style, which temml sets.
vi.mock("temml", () => ({
  default: {
    render: (tex: string, element: HTMLElement) => {
      const math = document.createElement("math");
      math.textContent = tex;
      element.replaceChildren(math);
    },
  },
}));

const html = (text: string): string => render(<Prose text={text} />).container.innerHTML;
const inline = (text: string): Element => render(<InlineProse text={text} />).container;

test("code, strong text, emphasis, links and formulas are elements", () => {
  const found = inline("a `b` $c^2$ **d *e* f** *g* [h](https://x.y/z)");
  expect(
    [...found.querySelectorAll("code, strong, em, a")].map((e) => `${e.tagName} ${e.textContent}`),
  ).toEqual(["CODE b", "STRONG d e f", "EM e", "EM g", "A h"]);
  expect(found.querySelector(".formula-inline math")).not.toBeNull();
});

test("only web addresses become links", () => {
  for (const text of ["[x](javascript:alert(1))", "[x](data:text/html,y)", "<javascript:alert(1)>"]) {
    const found = inline(text);
    expect(found.querySelector("a")).toBeNull();
    expect(found.textContent).toBe(text);
  }
});

test("markup in a text stays a text", () => {
  const hostile = [
    "<script>alert(1)</script>",
    '<img src=x onerror="alert(1)">',
    "a <b onclick=alert(1)>b</b>",
    "![x](javascript:alert(1))",
    "`<img src=x>`",
    "$<img src=x onerror=alert(1)>$",
    "| <img src=x> |\n|---|\n| <script>1</script> |",
    "* <iframe src=x>",
  ];
  for (const text of hostile) {
    const { container } = render(<Prose text={text} />);
    expect(container.querySelector("script, img, iframe, b, [onclick], [onerror], a"), text).toBeNull();
  }
  expect(inline("a <b>").textContent).toBe("a <b>");
});

test("headings, paragraphs, lists, formulas and tables are blocks", () => {
  const { container } = render(
    <Prose
      text={
        "# T\n\nOne\ntwo $$y$$\n\n* a\n* b\n  more\n\n$$\nx = 1\n$$\n\n| p | q |\n|---|---|\n| 1 | 2 |\n\n1. x\n2. y"
      }
    />,
  );
  const names = [...(container.firstElementChild?.children ?? [])].map(({ tagName }) => tagName);
  expect(names).toEqual(["H2", "P", "DIV", "UL", "DIV", "TABLE", "OL"]);
  expect([...container.querySelectorAll("li")].map((e) => e.textContent)).toEqual(["a", "b\nmore", "x", "y"]);
  expect(container.querySelectorAll(".formula math")).toHaveLength(2);
  expect([...container.querySelectorAll("th, td")].map((e) => e.textContent)).toEqual(["p", "q", "1", "2"]);
});

test("no character of Markdown remains in the descriptions of the algorithms", () => {
  for (const { id, doc } of catalogue.algorithms) {
    const { container } = render(<Prose text={doc} />);
    for (const formula of container.querySelectorAll(".formula, .formula-inline, code, pre"))
      formula.remove();
    expect(container.textContent, id).not.toMatch(/\$|\*\*|`|\]\(/);
  }
  expect(html("a")).toContain("<p>a</p>");
});
