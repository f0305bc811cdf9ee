// The picture of a scheme's mechanism: a schematic curve with notes.
import { type ReactNode, useEffect, useRef } from "react";
import { liveSvg } from "../../../charts/core/liveSvg.ts";
import { draw, type Mark, type PlotArea } from "../../../charts/core/mark.ts";
import { linear } from "../../../charts/core/scales.ts";
import { type SvgNode, svg } from "../../../charts/core/svg.ts";
import { lineMark } from "../../../charts/marks/line.ts";
import { textMark } from "../../../charts/marks/text.ts";
import { type ChartTheme, styleColour } from "../../../charts/theme.ts";
import { P } from "../../../strings/papers.ts";
import type { Paper } from "../results/model.ts";
import { type Scheme, schemeOf } from "./schemes.ts";

interface SchemePictureProps {
  readonly paper: Paper;
  readonly large?: boolean;
}

const FONT_SIZE = 12;

function drawScheme(scheme: Scheme, width: number, height: number, theme: ChartTheme): SvgNode[] {
  const left = 22;
  const bottom = height - 22;
  const plot: PlotArea = {
    x: linear([0, 1], [left, width - 4]),
    y: linear([0, 1], [bottom, 4]),
    width,
    height,
    fontSize: FONT_SIZE,
    lineWidth: 2,
    theme,
  };
  const halo = {
    stroke: theme.background,
    "stroke-width": 4,
    "paint-order": "stroke",
    "stroke-linejoin": "round",
  };
  const axes: Mark = () => [
    svg("path", {
      d: `M${left} 4V${bottom}H${width - 4}`,
      fill: "none",
      stroke: theme.axis,
      "stroke-width": 1.3,
    }),
    svg(
      "text",
      { transform: `translate(13,${bottom}) rotate(-90)`, fill: theme.muted },
      P.schemes[scheme.quantity],
    ),
    svg(
      "text",
      { x: width - 4, y: height - 6, "text-anchor": "end", fill: theme.muted },
      scheme.along ?? P.schemes.time,
    ),
  ];
  const marks: Mark[] = [
    axes,
    ...(scheme.periods ?? []).map(
      ({ label, from, to }, i): Mark =>
        ({ x, y }) => {
          const [x1 = 0, x2 = 0] = [x(from), x(to)];
          const top = y(1) ?? 0;
          return [
            ...(i % 2 === 0
              ? [
                  svg("rect", {
                    x: x1,
                    y: top,
                    width: x2 - x1,
                    height: bottom - top,
                    fill: theme.muted,
                    "fill-opacity": 0.1,
                  }),
                ]
              : []),
            svg(
              "text",
              { x: (x1 + x2) / 2, y: top + FONT_SIZE, "text-anchor": "middle", fill: theme.muted },
              label,
            ),
          ];
        },
    ),
    ...scheme.levels.flatMap(({ label, at, below = false }): Mark[] => [
      lineMark({ x: [0, 1], y: [at, at] }, { stroke: theme.muted, "stroke-dasharray": "5 4" }),
      textMark(
        { x: [1], y: [at] },
        [label],
        { "text-anchor": "end", fill: theme.muted, ...halo },
        -2,
        below ? 17 : -5,
      ),
    ]),
    ...scheme.curves.map(({ points, label }, i) =>
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
    ),
    ...scheme.notes.map(({ text, x, y }) =>
      textMark({ x: [x], y: [y] }, [text], { fill: theme.text, ...halo }),
    ),
  ];
  return draw(marks, plot);
}

export function SchemePicture({ paper, large = false }: SchemePictureProps): ReactNode {
  const host = useRef<HTMLDivElement>(null);
  const scheme = schemeOf(paper.id);
  useEffect(() => {
    const element = host.current;
    if (!element || !scheme) return undefined;
    const height = large ? 240 : 130;
    const live = liveSvg(element, { class: "scheme-picture", role: "img" }, 40, (width, theme) => ({
      nodes: drawScheme(scheme, width, height, theme),
      height,
      fontSize: FONT_SIZE,
      label: P.schemePicture(paper.name),
    }));
    return live.destroy;
  }, [paper, scheme, large]);
  return scheme ? (
    <div className="scheme-frame">
      <div className="scheme-host" ref={host} />
    </div>
  ) : null;
}
