// Saves all charts of the lab as one PNG, with the title, a legend and the result ID. This module is loaded
// when the user saves a picture.

import { pngOf } from "../../../charts/exportPng.ts";
import { stackSvg } from "../../../charts/exportStack.ts";
import { type LineStyle, plainTheme, readTheme } from "../../../charts/index.ts";
import { formatQuantity } from "../../../scenario/units.ts";
import { download } from "../../../storage/file.ts";
import { pageTexts } from "../../../texts/index.ts";
import { type FlowGroup, sizeLabel } from "../flows/groups.ts";
import type { Run } from "../state/labStore.ts";
import type { Savable } from "./chartMenu.ts";

export interface PictureRequest {
  readonly run: Run;
  readonly groups: readonly FlowGroup[];
  readonly styles: ReadonlyMap<string, LineStyle>;
  /** The names of the algorithms by id. */
  readonly algorithmNames: ReadonlyMap<string, string>;
  /** The charts from top to bottom. */
  readonly charts: readonly Savable[];
  /** The interval of simulated time that the charts show, in seconds. */
  readonly domain: readonly [number, number];
  /** The version of the simulator. */
  readonly version: string;
}

export async function saveChartPicture(request: PictureRequest): Promise<void> {
  const { run, charts, groups, styles, algorithmNames, domain, version } = request;
  const [first] = charts;
  if (first === undefined) return;
  const link = location.href;
  const shownTheme = readTheme(first.element);
  const theme = shownTheme.forced ? plainTheme(shownTheme.name) : shownTheme;
  const title = run.doc.title || pageTexts.lab.untitled;
  const flows = groups.flatMap((group) => {
    const style = styles.get(group.id);
    const algorithms = [...new Set(group.members.map((m) => algorithmNames.get(m.algorithm) ?? m.algorithm))];
    return style ? [{ label: `${sizeLabel(group)}: ${algorithms.join(", ")}`, style }] : [];
  });
  const picture = stackSvg({
    title,
    subtitle: pageTexts.picture.span({
      from: formatQuantity(domain[0], "s"),
      to: formatQuantity(domain[1], "s"),
    }),
    flows,
    charts: await Promise.all(charts.map((chart) => chart.toSVG({ link, background: "page" }))),
    footer: pageTexts.picture.foot({ result: run.outcome?.resultId ?? null, version }),
    link,
    theme,
  });
  download("fairshare-charts.png", "image/png", await pngOf(picture, { link, title }));
}
