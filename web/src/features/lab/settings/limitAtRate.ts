// A buffer in all units after a change of the link's rate.
import type { LimitInAllUnits } from "../../../components/fields/fieldProps.ts";
import { inAllUnits, type LimitValue, limitUnit } from "../../../components/fields/LimitField.tsx";
import type { Json } from "../../../generated/types.ts";

/**
 * A limit in all units after a change of the rate, where `slowdown` is the old rate divided by the new rate.
 * A limit in packets or bytes lasts longer on a slower link. A limit in the other units is converted with the
 * initial rate.
 */
export function limitAtRate(
  limit: LimitInAllUnits,
  value: Json | undefined,
  slowdown: number,
): LimitInAllUnits {
  const unit = limitUnit((value ?? {}) as LimitValue);
  if (unit === "seconds" || unit === "bdp" || !Number.isFinite(slowdown)) return limit;
  const scaled = (amount: number | null): number | null => (amount === null ? null : amount * slowdown);
  return { ...limit, seconds: scaled(limit.seconds), bdp: scaled(limit.bdp) };
}

/**
 * Whether a full queue waits for less than the target of its discipline, which then never acts. `limit` is a
 * known limit in all units, `value` the limit in the document; undefined if the default applies.
 */
export function isBelowTarget(limit: LimitInAllUnits, value: Json | undefined, target: number): boolean {
  const present = value === undefined ? limit : (inAllUnits(value as LimitValue, limit) ?? limit);
  return present.seconds !== null && present.seconds < target;
}
