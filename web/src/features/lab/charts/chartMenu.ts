// The entries of the menu of a chart or view that show its table and save it.
import type { Plot, PlotOptions } from "../../../charts/index.ts";
import type { MenuItem } from "../../../components/Menu.tsx";
import { download } from "../../../storage/file.ts";
import { pageTexts } from "../../../texts/index.ts";

/** What a chart and a view can be saved as. */
export type Savable = Pick<Plot<never, PlotOptions>, "element" | "toSVG" | "toPNG" | "toCSV">;

/** The charts and views of the page, in the order of their creation. */
export const shownPlots = new Set<Savable>();

export function savingItems(id: string, chart: Savable, showTable: () => void): readonly MenuItem[] {
  const fileName = `fairshare-${id}`;
  const link = (): { link: string } => ({ link: location.href });
  const save = (label: string, extension: string, type: string, content: () => Promise<string | Blob>) => ({
    label,
    onSelect: () => void content().then((data) => download(`${fileName}.${extension}`, type, data)),
  });
  return [
    { label: pageTexts.lab.showTable, onSelect: showTable },
    save(pageTexts.lab.savePng, "png", "image/png", () => chart.toPNG({ ...link(), background: "page" })),
    save(pageTexts.lab.saveSvg, "svg", "image/svg+xml", () => chart.toSVG(link())),
    save(pageTexts.lab.saveCsv, "csv", "text/csv", () => chart.toCSV(link())),
  ];
}
