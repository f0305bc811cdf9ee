// The control for the buffer of a link direction, which is shown in all units.
import type { ReactNode } from "react";
import { FieldControl } from "../../../components/fields/FieldControl.tsx";
import type { LimitInAllUnits } from "../../../components/fields/fieldProps.ts";
import { inAllUnits, type LimitValue, limitUnit } from "../../../components/fields/LimitField.tsx";
import type { Json } from "../../../generated/types.ts";
import { formatQuantity } from "../../../scenario/units.ts";
import { pageTexts } from "../../../texts/index.ts";
import { useLab } from "../state/hooks.ts";
import { useSetting } from "./SettingControl.tsx";

export function LimitControl({
  path,
  id,
  label = pageTexts.lab.buffer,
}: {
  readonly path: string;
  readonly id: string;
  readonly label?: string;
}): ReactNode {
  const { field, value, hints, onPreview, onCommit } = useSetting(`${path}.queue.limit`);
  const link = useLab((s) => s.derived?.links.find((l) => l.id === id));
  const rate = useSetting(`${path}.rate`).value;
  const settings = [useSetting(`${path}.queue.target`), useSetting(`${path}.queue.reference`)];
  if (!field) return null;
  const target = settings.map((setting) => setting.value ?? setting.field?.default).find(Number.isFinite);
  const atRate = link && limitAtRate(link.limit, value, typeof rate === "number" ? link.rate / rate : 1);
  // How long a medium takes for its queue depends on the stations of the packets.
  const limitInAllUnits = atRate ? (link.is_medium ? { ...atRate, seconds: null, bdp: null } : atRate) : null;
  const tooSmall =
    typeof target === "number" && limitInAllUnits && isBelowTarget(limitInAllUnits, value, target);
  const note = tooSmall
    ? pageTexts.lab.limitBelowTarget({ target: formatQuantity(target, "s") })
    : hints.note;
  return (
    <div className="setting" data-setting={`${path}.queue.limit`}>
      <FieldControl
        field={field}
        value={value}
        hints={{ ...hints, path: `${path}.queue.limit`, label, limitInAllUnits, note }}
        onPreview={onPreview}
        onCommit={onCommit}
      />
    </div>
  );
}

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
