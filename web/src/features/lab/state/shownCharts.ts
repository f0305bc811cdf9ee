// The charts that the lab shows, and the names by which links and examples state them. A name is the id of a chart, or an id with a
// variant: "rate.total", "queue.ms", "window.in_flight", "discipline.average", "inside.srtt". Without a variant, a chart shows its
// first variant.
import { browserStorage, readPreference, savePreference } from "../../../scenario/storage.ts";

/** The ids of all charts, from top to bottom. */
export const CHART_IDS = ["rate", "use", "queue", "window", "rtt", "jain", "discipline", "inside"] as const;
export type ChartId = (typeof CHART_IDS)[number];

/** A chart, possibly with a variant, such as "queue.ms". */
export type ChartName = string;

export const DEFAULT_CHARTS: readonly ChartName[] = ["rate", "queue", "window"];

const isChartId = (id: string | undefined): id is ChartId => CHART_IDS.some((known) => known === id);

/** The id of the chart that a name states. */
export const chartOf = (name: ChartName): string => name.split(".")[0] ?? "";

/** The variant that a list of names states for a chart, or "" if it states none. */
export const variantOf = (names: readonly ChartName[], id: ChartId): string =>
  names.find((name) => chartOf(name) === id)?.slice(id.length + 1) ?? "";

/** The names of known charts in a list, each chart once. Null if there are none. */
export function knownCharts(names: readonly string[]): readonly ChartName[] | null {
  const known = names.filter(
    (name, i) =>
      isChartId(chartOf(name)) && names.findIndex((other) => chartOf(other) === chartOf(name)) === i,
  );
  return known.length > 0 ? known : null;
}

/** The list after a chart was shown, or hidden if it was shown. A chart that is shown again gets its place of `CHART_IDS`. */
export function toggledChart(names: readonly ChartName[], id: ChartId): readonly ChartName[] {
  if (names.some((name) => chartOf(name) === id)) return names.filter((name) => chartOf(name) !== id);
  const ids: readonly string[] = CHART_IDS;
  const rank = (name: ChartName): number => ids.indexOf(chartOf(name));
  const at = names.findIndex((name) => rank(name) > rank(id));
  return at < 0 ? [...names, id] : [...names.slice(0, at), id, ...names.slice(at)];
}

/** The list with another variant of a chart. "" is the first variant. */
export const withVariant = (
  names: readonly ChartName[],
  id: ChartId,
  variant: string,
): readonly ChartName[] =>
  names.map((name) => (chartOf(name) === id ? (variant === "" ? id : `${id}.${variant}`) : name));

/** The charts that the user chose last in this browser, or the default. */
export function preferredCharts(): readonly ChartName[] {
  return knownCharts(readPreference(browserStorage(), "charts")?.split(",") ?? []) ?? DEFAULT_CHARTS;
}

export function savePreferredCharts(names: readonly ChartName[]): void {
  savePreference(browserStorage(), "charts", names.join(","));
}
