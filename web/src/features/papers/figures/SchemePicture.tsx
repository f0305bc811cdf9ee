// The picture of a scheme's mechanism: a schematic curve with notes. The curve is drawn from left to right, as if time
// passed: once when the picture appears, and again when the pointer enters it. A reader who asks for less motion sees the whole curve (papers.css).
import { type ReactNode, useEffect, useRef } from "react";
import { liveSvg } from "../../../charts/core/liveSvg.ts";
import { draw, type Mark, type PlotArea } from "../../../charts/core/mark.ts";
import { linear } from "../../../charts/core/scales.ts";
import { type SvgNode, svg } from "../../../charts/core/svg.ts";
import { lineMark } from "../../../charts/marks/line.ts";
import { textMark } from "../../../charts/marks/text.ts";
import { textWidth } from "../../../charts/textSize.ts";
import { type ChartTheme, halo, styleColour } from "../../../charts/theme.ts";
import type { Paper } from "../results/model.ts";
import { paperTexts } from "../texts/index.ts";
import { type Scheme, schemeOf } from "./schemes.ts";

interface SchemePictureProps {
  readonly paper: Paper;
  readonly height?: number;
}

const FONT_SIZE = 12;

/** The margins of the axes, in pixels. */
const [LEFT, BELOW] = [22, 22];

const axes =
  (scheme: Scheme): Mark =>
  ({ width, height, theme }) => [
    svg("path", {
      d: `M${LEFT} 4V${height - BELOW}H${width - 4}`,
      fill: "none",
      stroke: theme.axis,
      "stroke-width": 1.3,
    }),
    svg(
      "text",
      { transform: `translate(13,${height - BELOW}) rotate(-90)`, fill: theme.muted },
      paperTexts.schemes[scheme.quantity],
    ),
    svg(
      "text",
      { x: width - 4, y: height - 6, "text-anchor": "end", fill: theme.muted },
      scheme.along ?? paperTexts.schemes.time,
    ),
  ];

/** A period with its name. Every second period has a background. */
const periodMark =
  ({ label, from, to }: NonNullable<Scheme["periods"]>[number], i: number): Mark =>
  ({ x, y, theme }) => {
    const [x1 = 0, x2 = 0] = [x(from), x(to)];
    const [top = 0, bottom = 0] = [y(1), y(0)];
    const name = { x: (x1 + x2) / 2, y: top + FONT_SIZE, "text-anchor": "middle", fill: theme.muted };
    const area = { x: x1, y: top, width: x2 - x1, height: bottom - top, fill: theme.muted };
    return [
      ...(i % 2 === 0 ? [svg("rect", { ...area, "fill-opacity": 0.1 })] : []),
      svg("text", name, label),
    ];
  };

function drawScheme(scheme: Scheme, width: number, height: number, theme: ChartTheme): SvgNode[] {
  const plot: PlotArea = {
    x: linear([0, 1], [LEFT, width - 4]),
    y: linear([0, 1], [height - BELOW, 10]),
    width,
    height,
    fontSize: FONT_SIZE,
    lineWidth: 2,
    theme,
  };
  // TCP has the first colour and UDP the second one. Of other curves, the first one has the first colour.
  const curves = scheme.curves.map(({ points, label }, i) =>
    lineMark(
      { x: points.map(([x]) => x), y: points.map(([, y]) => y) },
      {
        stroke: styleColour(
          { colour: label === "UDP" || (label !== "TCP" && i > 0) ? 1 : 0, dash: 0, marker: 0 },
          theme,
        ),
        "stroke-width": 2,
        "stroke-linejoin": "round",
      },
    ),
  );
  const marks: Mark[] = [
    axes(scheme),
    ...(scheme.periods ?? []).map(periodMark),
    ...scheme.levels.flatMap(({ label, at, below = false }): Mark[] => [
      lineMark({ x: [0, 1], y: [at, at] }, { stroke: theme.muted, "stroke-dasharray": "5 4" }),
      textMark(
        { x: [1], y: [at] },
        [label],
        { "text-anchor": "end", fill: theme.muted, ...halo(theme) },
        -2,
        below ? 17 : -5,
      ),
    ]),
    () => [svg("g", { opacity: 0.25 }, draw(curves, plot))],
    // The clip of papers.css begins at the edges of the group, which therefore has the width of the plot.
    () => [
      svg("g", { class: "scheme-moving" }, [
        svg("path", { d: `M${LEFT} 0V${height}M${width - 4} 0V${height}`, stroke: "none" }),
        ...draw(curves, plot),
      ]),
    ],
    // A note ends within the picture, however long it is in a language.
    ...scheme.notes.map(({ text, x, y }) => {
      const last = 1 - textWidth(text, FONT_SIZE) / (width - 4 - LEFT);
      return textMark({ x: [Math.max(0, Math.min(x, last))], y: [y] }, [text], {
        fill: theme.text,
        ...halo(theme),
      });
    }),
  ];
  return draw(marks, plot);
}

/** Lets time pass again in the pictures of an element. */
export function replay({ currentTarget }: { readonly currentTarget: Element }): void {
  for (const animation of currentTarget.getAnimations({ subtree: true })) {
    animation.cancel();
    animation.play();
  }
}

export function SchemePicture({ paper, height = 130 }: SchemePictureProps): ReactNode {
  const host = useRef<HTMLDivElement>(null);
  const scheme = schemeOf(paper.id);
  useEffect(() => {
    const element = host.current;
    if (!element || !scheme) return undefined;
    const live = liveSvg(element, { class: "scheme-picture", role: "img" }, 40, (width, theme) => ({
      nodes: drawScheme(scheme, width, height, theme),
      height,
      fontSize: FONT_SIZE,
      label: paperTexts.schemePicture({ name: paper.name }),
    }));
    return live.destroy;
  }, [paper, scheme, height]);
  return scheme ? (
    <div className="scheme-frame card" onPointerEnter={replay}>
      <div className="paper-figure-host" ref={host} />
    </div>
  ) : null;
}
