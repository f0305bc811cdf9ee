// A picture of several charts contains their common parts once, and the ids of different charts differ.
import { expect, test } from "vitest";
import { stackSvg } from "./exportStack.ts";
import { SOLID } from "./tests/testSeries.ts";
import { plainTheme } from "./theme.ts";

const chart = (height: number): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="${height}" viewBox="0 0 600 ${height}">` +
  `<clipPath id="plot"><rect/></clipPath><g clip-path="url(#plot)"/></svg>`;

test("charts are stacked below title and legend and above the result ID", () => {
  const flows = Array.from({ length: 30 }, (_, i) => ({ label: `flow ${i}`, style: SOLID }));
  const { svg, width, height } = stackSvg({
    title: "A <test>",
    subtitle: "0 s to 60 s",
    flows,
    charts: [chart(100), chart(50)],
    footer: "Result ID 0123456789abcdef",
    link: "https://example.org/?a&b",
    theme: plainTheme("light"),
  });
  expect(width).toBe(628);
  expect(svg).toContain("A &#60;test&#62;");
  expect(svg).toContain("https://example.org/?a&#38;b");
  expect(svg).toContain("flow 23");
  expect(svg).not.toContain("flow 24");
  expect(svg).toContain("and 6 more");
  expect([...svg.matchAll(/id="(plot\d+)"/g)].map((m) => m[1])).toEqual(["plot0", "plot1"]);
  expect([...svg.matchAll(/url\(#(plot\d+)\)/g)].map((m) => m[1])).toEqual(["plot0", "plot1"]);
  const tops = [...svg.matchAll(/<svg x="14" y="(\d+)"/g)].map((m) => Number(m[1]));
  expect((tops[1] ?? 0) - (tops[0] ?? 0)).toBeGreaterThanOrEqual(100);
  const footerY = Number(/y="([\d.]+)" fill="[^"]*">Result ID/.exec(svg)?.[1]);
  expect(footerY).toBeGreaterThan((tops[1] ?? 0) + 50);
  expect(footerY).toBeLessThan(height);
  // Opening and closing tags are balanced.
  const openTags = [...svg.matchAll(/<(\/?)([a-zA-Z]+)[^>]*?(\/?)>/g)].reduce(
    (depth, [, close, , self]) => depth + (close ? -1 : self ? 0 : 1),
    0,
  );
  expect(openTags).toBe(0);
});
