// A buffer limit in packets, bytes, seconds or bandwidth-delay products. The limit is also shown in the other
// three units, and a typed limit may have any of these units, such as "45kB" or "0.5bdp".
import type { ReactNode } from "react";
import { formatQuantity, splitQuantity, unitName } from "../../scenario/units.ts";
import { componentTexts } from "../texts/index.ts";
import { FieldRow } from "./FieldRow.tsx";
import type { LimitInAllUnits, LimitUnit } from "./fieldProps.ts";
import { type EditedFieldProps, QuantityEntry, useFieldEdit } from "./QuantityEntry.tsx";
import { Slider } from "./Slider.tsx";
import { type SliderRange, stepValue } from "./slider.ts";

export type LimitValue = Readonly<Partial<Record<LimitUnit, number>>>;

/**
 * `label` is the unit's name in the list of units; for bytes and seconds, the list shows the unit with its
 * prefix (`prefixedUnit`) instead. `quantity` is the unit that `formatQuantity` expects.
 */
const UNITS: readonly { readonly unit: LimitUnit; readonly label: string; readonly quantity: string }[] = [
  { unit: "packets", label: "packets", quantity: "packets" },
  { unit: "bytes", label: "bytes", quantity: "bytes" },
  { unit: "seconds", label: "ms", quantity: "s" },
  { unit: "bdp", label: "BDP", quantity: "BDP" },
];

/** The range of the slider in each unit. */
const RANGES: Readonly<Record<LimitUnit, SliderRange>> = {
  packets: { min: 1, max: 5000, scale: "log", integer: true },
  bytes: { min: 1000, max: 1e7, scale: "log", integer: true },
  seconds: { min: 0.0005, max: 5, scale: "log", integer: false },
  bdp: { min: 0.01, max: 20, scale: "log", integer: false },
};

/** The unit in which a document gives a limit. */
export function limitUnit(limit: LimitValue): LimitUnit {
  return UNITS.find((u) => limit[u.unit] !== undefined)?.unit ?? "packets";
}

/**
 * A limit in all units. `known` is the limit from which the simulator computed all units. It may differ from
 * `value`, for example if `value` applies only after a later time. All units are proportional to each other.
 */
export function inAllUnits(value: LimitValue, known: LimitInAllUnits): LimitInAllUnits | null {
  const unit = limitUnit(value);
  const from = known[unit];
  const to = value[unit];
  if (!from || to === undefined) return null;
  const scaled = (amount: number | null): number | null => (amount === null ? null : amount * (to / from));
  return {
    packets: scaled(known.packets),
    bytes: scaled(known.bytes),
    seconds: scaled(known.seconds),
    bdp: scaled(known.bdp),
  };
}

/**
 * Parses a typed limit with a unit, such as "45kB", "36 ms", "0.5bdp" or "30 p". Null if it cannot be parsed.
 */
export function parseLimit(text: string): LimitValue | null {
  const split = splitQuantity(text);
  if (!split || split.number <= 0) return null;
  const suffix = split.suffix.replace(/\s+/g, "").toLowerCase();
  const { number } = split;
  if (suffix === "bdp" || suffix === "bdps") return { bdp: number };
  if (/^(p|pkts?|packets?|pakete?|paquets?)$/i.test(suffix))
    return Number.isInteger(number) ? { packets: number } : null;
  const unitsPerSecond: Readonly<Record<string, number>> = { s: 1, ms: 1e3, us: 1e6, µs: 1e6 };
  if (unitsPerSecond[suffix] !== undefined) return { seconds: number / unitsPerSecond[suffix] };
  const bytesPerUnit: Readonly<Record<string, number>> = {
    b: 1,
    byte: 1,
    bytes: 1,
    kb: 1e3,
    mb: 1e6,
    kib: 1024,
    mib: 1048576,
  };
  const factor = bytesPerUnit[suffix];
  return factor === undefined ? null : { bytes: Math.round(number * factor) };
}

export interface LimitFieldProps extends EditedFieldProps<LimitValue> {
  readonly value: LimitValue;
  readonly fallback: LimitValue;
  /** The limit at the start in all units, as computed by the simulator; null while it is unknown. */
  readonly allUnits: LimitInAllUnits | null;
  readonly onPreview: (value: LimitValue) => void;
}

export function LimitField(props: LimitFieldProps): ReactNode {
  const { value, fallback, label } = props;
  const allUnits = props.allUnits && inAllUnits(value, props.allUnits);
  const { row, entry } = useFieldEdit(props);
  const unit = limitUnit(value);
  const amount = value[unit] ?? 1;
  const range = RANGES[unit];
  return (
    <FieldRow
      {...row}
      defaultText={limitText(limitUnit(fallback), fallback[limitUnit(fallback)] ?? 0)}
      note={
        <>
          <span>{allUnits ? `= ${inOtherUnits(unit, allUnits)}` : "\u00a0"}</span>
          {unit === "bdp" && <p className="bdp-note">{componentTexts.bdp}</p>}
          {props.note}
        </>
      }
      side={
        <QuantityEntry
          {...entry}
          unit={quantityOf(unit)}
          value={amount}
          min={0}
          above
          integer={unit === "packets" || unit === "bytes"}
          step={(from, steps) => stepValue(from, steps, range)}
          onOther={(text) => {
            const other = parseLimit(text);
            if (other) props.onCommit(other, false);
            return other !== null;
          }}
          onCommit={(next, mergeWithLastEdit) => {
            if (next !== null) props.onCommit({ [unit]: next }, mergeWithLastEdit);
          }}
          unitControl={
            <UnitChoice
              label={label}
              unit={unit}
              amount={amount}
              allUnits={allUnits}
              disabled={props.disabled}
              onCommit={(next) => props.onCommit(next, false)}
            />
          }
        />
      }
    >
      <Slider
        range={range}
        value={amount}
        fallback={fallback[unit]}
        label={label}
        valueText={limitText(unit, amount)}
        disabled={props.disabled}
        onPreview={(next) => props.onPreview({ [unit]: next })}
        onCommit={(next, mergeWithLastEdit) => props.onCommit({ [unit]: next }, mergeWithLastEdit)}
      />
    </FieldRow>
  );
}

interface UnitChoiceProps {
  readonly label: string;
  readonly unit: LimitUnit;
  readonly amount: number;
  readonly allUnits: LimitInAllUnits | null;
  readonly disabled: boolean | undefined;
  readonly onCommit: (limit: LimitValue) => void;
}

/** Converts the limit to the chosen unit. */
function UnitChoice({ label, unit, amount, allUnits, disabled, onCommit }: UnitChoiceProps): ReactNode {
  return (
    <select
      className="entry-unit-select faint"
      aria-label={componentTexts.unit({ label })}
      value={unit}
      disabled={disabled || !allUnits}
      onChange={(event) => {
        const next = event.target.value as LimitUnit;
        if (allUnits) onCommit({ [next]: roundFor(next, allUnits[next] ?? 0) });
      }}
    >
      {UNITS.map((u) => (
        <option key={u.unit} value={u.unit} disabled={allUnits?.[u.unit] === null}>
          {u.unit === "seconds" || u.unit === "bytes"
            ? prefixedUnit(u.unit, u.unit === unit ? amount : (allUnits?.[u.unit] ?? 0))
            : unitName(u.label)}
        </option>
      ))}
    </select>
  );
}

/** The unit that `formatQuantity` expects. */
const quantityOf = (unit: LimitUnit): string => UNITS.find((u) => u.unit === unit)?.quantity ?? "packets";

/** A limit in the units other than `unit` in which it has an amount, as text. */
const inOtherUnits = (unit: LimitUnit, amounts: LimitInAllUnits): string =>
  UNITS.filter((u) => u.unit !== unit)
    .flatMap((u) => {
      const amount = amounts[u.unit];
      if (amount === null) return [];
      const text = limitText(u.unit, amount);
      // More small packets fit into bytes.
      return [u.unit === "packets" && unit !== "bdp" ? componentTexts.fullSize({ packets: text }) : text];
    })
    .join(", ");

function limitText(unit: LimitUnit, amount: number): string {
  return formatQuantity(unit === "packets" ? Math.round(amount) : amount, quantityOf(unit), 2);
}

/** The unit with the prefix in which an amount is displayed, for example "ms". */
function prefixedUnit(unit: LimitUnit, amount: number): string {
  return formatQuantity(amount, quantityOf(unit)).split("\u202f").at(-1) ?? "";
}

/**
 * Rounds a limit that was converted to `unit`: to a whole number of packets or bytes, otherwise to four
 * significant digits.
 */
function roundFor(unit: LimitUnit, amount: number): number {
  if (unit === "packets") return Math.max(1, Math.round(amount));
  if (unit === "bytes") return Math.max(1, Math.round(amount));
  return Number(amount.toPrecision(4));
}
