// Result files of flent (https://flent.org), as it writes them since version 0.6. `x_values` are the times of
// all series, `results` the values of each series or null, and `metadata.SERIES_META` their units. Series
// such as `TCP upload::1::tcp_rtt` were read from the sockets.
import { SeriesBuilder } from "../../../engine/imports/columns.ts";
import {
  ImportError,
  type ImportedFile,
  type ImportedSeries,
  LIMITS,
  type Quantity,
} from "../../../engine/imports/types.ts";
import type { Field } from "./json.ts";

export const isFlent = (root: Field): boolean => root.get("x_values").exists && root.get("results").exists;

interface Meaning {
  readonly quantity: Quantity;
  /** What a value is multiplied with. */
  readonly factor: number;
}

const UNITS: Readonly<Record<string, Meaning>> = {
  "Mbits/s": { quantity: "rate", factor: 1e6 },
  "Mbit/s": { quantity: "rate", factor: 1e6 },
  "Kbits/s": { quantity: "rate", factor: 1e3 },
  "bits/s": { quantity: "rate", factor: 1 },
  ms: { quantity: "rtt", factor: 1e-3 },
};

/** What the values of a series are; null if no chart shows them, for example a window or a share. */
function meaningOf(name: string, units: string): Meaning | null {
  const [, signal] = /::(tcp_\w+)$/.exec(name) ?? [];
  if (signal !== undefined) {
    if (signal === "tcp_rtt") return { quantity: "rtt", factor: 1e-3 };
    if (signal === "tcp_delivery_rate") return { quantity: "rate", factor: 1e6 };
    return null;
  }
  if (/fairness|jitter|packet loss/i.test(name)) return null;
  if (Object.hasOwn(UNITS, units)) return UNITS[units] ?? null;
  if (units !== "") return null;
  if (/^ping|\(ms\)/i.test(name)) return { quantity: "rtt", factor: 1e-3 };
  return /^(tcp|udp)\b.*(up|down)load/i.test(name) ? { quantity: "rate", factor: 1e6 } : null;
}

export function readFlent(root: Field): ImportedFile {
  const times = root
    .get("x_values")
    .items()
    .map((item) => item.number());
  const units = root.get("metadata").get("SERIES_META");
  const series: ImportedSeries[] = [];
  for (const [name, values] of root.get("results").members()) {
    const meaning = meaningOf(name, units.get(name).get("UNITS").textIfAny());
    if (meaning === null) continue;
    const items = values.items();
    if (items.length !== times.length)
      throw new ImportError("wrongField", { field: values.path }, `${items.length} \u2260 ${times.length}`);
    const builder = new SeriesBuilder();
    for (const [i, item] of items.entries()) {
      const [before, t = 0, after] = [times[i - 1], times[i], times[i + 1]];
      const step = before === undefined ? (after ?? t + 1) - t : t - before;
      if (step < 0) throw new ImportError("timesDecrease", { field: `x_values[${i}]` }, String(t));
      // A value is the mean over the time since the previous value.
      builder.add(t - step, t, item.numberIfAny() * meaning.factor);
    }
    if (builder.length > 0)
      series.push(builder.build({ kind: "own", text: name.replace(/::tcp_/, " tcp_") }, meaning.quantity));
  }
  const all = series.length;
  return {
    format: "flent",
    series: series.slice(0, LIMITS.listed),
    notes: all > LIMITS.listed ? [{ code: "moreSeries", shown: LIMITS.listed, all }] : [],
  };
}
