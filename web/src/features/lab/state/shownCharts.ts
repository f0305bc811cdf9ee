// The charts that the lab shows, and the names by which links and examples state them. A name is the id of a
// chart, possibly with a variant and a height: "rate.total", "queue.ms", "window.in_flight",
// "discipline.average", "inside.srtt", "rate*150", "queue.ms*80". Without a variant, a chart shows its first
// variant. ":ID" after the variant draws the layer of a feature over the chart: "queue.ms:models". The height is in per
// cent of the chart's normal height. Views (charts/views) have names of the same form: "phase.near|far",
// "spread.rate|hist". They are shown below the time charts, except a view over time.
import type { FeatureView } from "../../../extension/feature.ts";
import { views } from "../../../extension/installed.ts";
import { browserStorage, readPreference, savePreference } from "../../../storage/storage.ts";

/** The views that are one file each (simpleViews.ts). */
const SIMPLE_VIEWS = import.meta.glob("../views/simple/*.ts");

export type SimpleViewId = string & { readonly isSimpleView: true };

const pathOf = (id: string): string => `../views/simple/${id}.ts`;

export const isSimpleView = (id: string): id is SimpleViewId => Object.hasOwn(SIMPLE_VIEWS, pathOf(id));

export const SIMPLE_VIEW_IDS: readonly SimpleViewId[] = Object.keys(SIMPLE_VIEWS)
  .map((path) => path.slice(pathOf("").lastIndexOf("/") + 1, -3))
  .filter(isSimpleView);

export async function loadSimpleViewFile(id: SimpleViewId): Promise<unknown> {
  return SIMPLE_VIEWS[pathOf(id)]?.();
}

/**
 * The charts from top to bottom, and the kind of each. A "chart" is drawn over time. The code of views is
 * loaded when the first of them is shown; a "viewOverTime" shares the time axis of the charts. Views that are
 * one file each follow (simpleViews.ts). The views of features are after those over time.
 */
const CHARTS = {
  rate: "chart",
  use: "chart",
  shares: "viewOverTime",
  sequence: "viewOverTime",
  queue: "chart",
  packets: "viewOverTime",
  window: "chart",
  rtt: "chart",
  jain: "chart",
  discipline: "chart",
  inside: "chart",
  phase: "view",
  delay: "view",
  spread: "view",
  scales: "view",
} as const;

type ListedId = keyof typeof CHARTS;

export type FeatureViewId = string & { readonly isFeatureView: true };

export type ChartId = ListedId | SimpleViewId | FeatureViewId;

/** The views that the list of charts contains. */
export type ListedViewId = {
  [Id in ListedId]: (typeof CHARTS)[Id] extends "chart" ? never : Id;
}[ListedId];

export type ViewId = ListedViewId | SimpleViewId | FeatureViewId;

const isListed = (id: string): id is ListedId => Object.hasOwn(CHARTS, id);

export const featureView = (id: string): FeatureView | undefined => views().find((view) => view.id === id);

function kindOf(id: string): "chart" | "viewOverTime" | "view" | null {
  if (isListed(id)) return CHARTS[id];
  return featureView(id) ? "viewOverTime" : isSimpleView(id) ? "view" : null;
}

const isChartId = (id: string | undefined): id is ChartId => id !== undefined && kindOf(id) !== null;

export const isViewId = (id: string): id is ViewId => isChartId(id) && kindOf(id) !== "chart";

/** Whether a chart has the time axis that all charts over time share. */
export const isOverTime = (id: ChartId): boolean => kindOf(id) !== "view";

/** The ids of all charts, from top to bottom. */
export function chartIds(): readonly ChartId[] {
  const listed = Object.keys(CHARTS).filter(isListed);
  const added = views().map(({ id }) => id as FeatureViewId);
  return [
    ...listed.filter(isOverTime),
    ...added,
    ...listed.filter((id) => !isOverTime(id)),
    ...SIMPLE_VIEW_IDS,
  ];
}

/** A chart, possibly with a variant, such as "queue.ms". */
export type ChartName = string;

export const DEFAULT_CHARTS: readonly ChartName[] = ["rate", "queue", "window"];

/** The smallest and the largest height, in per cent of the normal height. */
export const [LOWEST, HIGHEST] = [20, 600] as const;

/** The id of the chart that a name states. */
export const chartOf = (name: ChartName): string => name.split(/[.*]/)[0] ?? "";

/** The height that a name states, in per cent of the chart's normal height. */
export function heightOf(name: ChartName): number {
  const height = Number(name.split("*")[1] ?? 100);
  return Number.isFinite(height) ? Math.min(HIGHEST, Math.max(LOWEST, Math.round(height))) : 100;
}

const nameOf = (id: string, variant: string, height: number): ChartName =>
  `${id}${variant === "" ? "" : `.${variant}`}${height === 100 ? "" : `*${height}`}`;

/** The variant that a list of names states for a chart, or "" if it states none. */
export const variantOf = (names: readonly ChartName[], id: ChartId): string =>
  names
    .find((name) => chartOf(name) === id)
    ?.split("*")[0]
    ?.slice(id.length + 1) ?? "";

/** The names of known charts in a list, each chart once. Null if there are none. */
export function knownCharts(names: readonly string[]): readonly ChartName[] | null {
  const known = names.filter(
    (name, i) =>
      isChartId(chartOf(name)) && names.findIndex((other) => chartOf(other) === chartOf(name)) === i,
  );
  return known.length > 0 ? known : null;
}

/**
 * The list after a chart was shown, or hidden if it was shown. A chart that is shown again gets its position
 * in `chartIds`.
 */
export function toggledChart(names: readonly ChartName[], id: ChartId): readonly ChartName[] {
  if (names.some((name) => chartOf(name) === id)) return names.filter((name) => chartOf(name) !== id);
  const ids: readonly string[] = chartIds();
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
  names.map((name) => (chartOf(name) === id ? nameOf(id, variant, heightOf(name)) : name));

/** The list in which the heights of some charts are multiplied by factors. */
export const withHeights = (
  names: readonly ChartName[],
  factors: Readonly<Partial<Record<ChartId, number>>>,
): readonly ChartName[] =>
  names.map((name) => {
    const id = chartOf(name) as ChartId;
    const height = heightOf(`*${heightOf(name) * (factors[id] ?? 1)}`);
    return nameOf(id, variantOf([name], id), height);
  });

/** The list in which some charts have their normal heights. */
export const withNormalHeights = (
  names: readonly ChartName[],
  ids: readonly ChartId[],
): readonly ChartName[] =>
  names.map((name) => (ids.some((id) => id === chartOf(name)) ? (name.split("*")[0] ?? name) : name));

/** The list, with a chart moved to the position of another chart. */
export function movedChart(names: readonly ChartName[], id: ChartId, target: ChartId): readonly ChartName[] {
  const moved = names.find((name) => chartOf(name) === id);
  const to = names.findIndex((name) => chartOf(name) === target);
  if (moved === undefined || to < 0 || id === target) return names;
  const others = names.filter((name) => name !== moved);
  return [...others.slice(0, to), moved, ...others.slice(to)];
}

/** A variant without its end about layers of features, and the ids of these layers. */
export function splitLayers(variant: string): readonly [string, readonly string[]] {
  const [own = "", ...ids] = variant.split(":");
  return [own, ids];
}

export const joinLayers = (variant: string, ids: readonly string[]): string => [variant, ...ids].join(":");

/** Whether this layer is drawn over a chart with this name. */
export const hasLayer = (name: ChartName, layer: string): boolean =>
  splitLayers(variantOf([name], chartOf(name) as ChartId))[1].includes(layer);

/** The charts that the user chose last in this browser, or the default. */
export function preferredCharts(): readonly ChartName[] {
  return knownCharts(readPreference(browserStorage(), "charts")?.split(",") ?? []) ?? DEFAULT_CHARTS;
}

export function savePreferredCharts(names: readonly ChartName[]): void {
  savePreference(browserStorage(), "charts", names.join(","));
}
