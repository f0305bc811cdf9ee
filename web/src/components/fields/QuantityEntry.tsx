// A text box for an exact value with its unit, the check of the value's bounds, and the state of a control with such a box.
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from "react";
import {
  exactIn,
  formatQuantity,
  PROBABILITY,
  parseQuantity,
  scaleFor,
  unitName,
} from "../../scenario/units.ts";
import { componentTexts } from "../texts/index.ts";
import type { FieldRowProps } from "./FieldRow.tsx";
import type { CommonFieldProps } from "./fieldProps.ts";

export interface Bounds {
  readonly min?: number | null | undefined;
  readonly max?: number | null | undefined;
  /** Whether `min` itself is out of bounds. */
  readonly above?: boolean | undefined;
  readonly integer?: boolean | undefined;
}

/** Examples of texts that can be typed for a unit. */
const EXAMPLES: Readonly<Record<string, readonly [string] | readonly [string, string]>> = {
  "bit/s": ["10M", "1.5 Gbit/s"],
  s: ["40ms", "2 s"],
  bytes: ["64KiB", "1500"],
  packets: ["30"],
  [PROBABILITY]: ["1 %"],
};

/** A number that is typed into an empty box has the unit of this value: a rate is in Mb/s. */
const EMPTY_LIKE: Readonly<Record<string, number>> = { "bit/s": 1e6 };

/** The examples for a unit, joined to one text. Null for a number without a unit. */
export function exampleOf(unit: string): string | null {
  if (unit === "") return null;
  const [one, other] = EXAMPLES[unit] ?? ["1"];
  return other === undefined ? one : componentTexts.or({ one, other });
}

/** A sentence that explains why a number is out of bounds, or null if the number is within the bounds. */
export function boundsProblem(value: number, bounds: Bounds, unit: string): string | null {
  const { min, max, above, integer } = bounds;
  if (integer && !Number.isInteger(value)) return componentTexts.notWhole;
  const tooLow = min !== null && min !== undefined && (above ? value <= min : value < min);
  const tooHigh = max !== null && max !== undefined && value > max;
  if (!tooLow && !tooHigh) return null;
  if (min !== null && min !== undefined && max !== null && max !== undefined && !above)
    return componentTexts.between({ min: formatQuantity(min, unit, 6), max: formatQuantity(max, unit, 6) });
  if (!tooLow) return componentTexts.atMost({ max: formatQuantity(max ?? 0, unit, 6) });
  return (above ? componentTexts.above : componentTexts.atLeast)({ min: formatQuantity(min ?? 0, unit, 6) });
}

export interface QuantityEntryProps extends Bounds {
  readonly id?: string;
  readonly accessibleName: string;
  readonly unit: string;
  readonly value: number | null;
  /** While there is no value, the box displays the unit and prefix in which `like` would be displayed. */
  readonly like?: number | undefined;
  readonly placeholder?: string | undefined;
  /** Whether the box may be empty, which means null. */
  readonly nullable?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  readonly errorId?: string;
  readonly unitControl?: ReactNode;
  readonly step?: ((value: number, steps: number) => number) | undefined;
  /**
   * Handles a text that cannot be parsed with `unit`, such as "0.5bdp". Returns whether the text was handled.
   */
  readonly onOther?: ((text: string) => boolean) | undefined;
  readonly onCommit: (value: number | null, mergeWithLastEdit: boolean) => void;
  readonly onError: (message: string | null) => void;
}

/**
 * Reads a typed text. "unchanged" means that no value must be committed, because `onOther` handled the text.
 */
function readText(
  text: string,
  factor: number,
  props: QuantityEntryProps,
): number | null | "unchanged" | { readonly problem: string } {
  if (text === "" && props.nullable) return null;
  const parsed = parseQuantity(text, props.unit, factor);
  if (parsed === null)
    return props.onOther?.(text)
      ? "unchanged"
      : { problem: componentTexts.notANumber({ example: exampleOf(props.unit) }) };
  const problem = boundsProblem(parsed, props, props.unit);
  return problem === null ? parsed : { problem };
}

/** The text that the user types: null before the first change and after `discard`. */
function useDraft(displayedText: string, onError: QuantityEntryProps["onError"]) {
  const [draft, setDraft] = useState<string | null>(null);
  const lastDisplayedText = useRef(displayedText);
  const discard = (): void => {
    setDraft(null);
    onError(null);
  };
  const discardAfterChange = useEffectEvent(discard);
  // If the value changes by undo or by a slider, an unfinished entry is discarded.
  useEffect(() => {
    if (lastDisplayedText.current === displayedText) return;
    lastDisplayedText.current = displayedText;
    discardAfterChange();
  }, [displayedText]);
  return { draft, setDraft, discard };
}

export function QuantityEntry(props: QuantityEntryProps): ReactNode {
  const { value, unit } = props;
  // While the box has the focus, its unit stays: after 2000 ms, a typed 80 is 80 ms, and not 80 s.
  const [atFocus, setAtFocus] = useState<{ unit: string; scale: ReturnType<typeof scaleFor> } | null>(null);
  const scale =
    atFocus?.unit === unit
      ? atFocus.scale
      : scaleFor(value ?? EMPTY_LIKE[unit] ?? props.like ?? 0, unit, props.like);
  const displayedText = value === null ? "" : exactIn(value, scale);
  const { draft, setDraft, discard } = useDraft(displayedText, props.onError);
  const commit = (): void => {
    if (draft === null) return;
    const text = draft.trim();
    const result = text === displayedText ? "unchanged" : readText(text, scale.factor, props);
    if (typeof result === "object" && result !== null) {
      props.onError(result.problem);
      return;
    }
    discard();
    // A typed unit stays.
    if (/[^\d.,+\-\s]/.test(text)) setAtFocus(null);
    if (result !== "unchanged") props.onCommit(result, false);
  };

  const keyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === "Enter") commit();
    else if (event.key === "Escape" && draft !== null) {
      event.stopPropagation();
      discard();
    } else if ((event.key === "ArrowUp" || event.key === "ArrowDown") && value !== null && props.step) {
      event.preventDefault();
      const steps = (event.key === "ArrowUp" ? 1 : -1) * (event.shiftKey ? 10 : 1);
      discard();
      props.onCommit(props.step(value, steps), true);
    }
  };

  const text = draft ?? displayedText;
  return (
    <span className="entry row gap-0 inline">
      <input
        id={props.id}
        className="entry-box"
        type="text"
        inputMode="decimal"
        autoComplete="off"
        spellCheck={false}
        size={Math.max(3, Math.min(9, text.length + 1))}
        value={text}
        data-settled={draft === null || undefined}
        placeholder={props.placeholder}
        disabled={props.disabled}
        aria-label={props.accessibleName}
        aria-describedby={props.errorId}
        onChange={(e) => setDraft(e.target.value)}
        onBlur={() => {
          commit();
          setAtFocus(null);
        }}
        onKeyDown={keyDown}
        onFocus={(e) => {
          setAtFocus({ unit, scale });
          e.target.select();
        }}
      />
      {props.unitControl ??
        (scale.label !== "" && (value !== null || draft !== null) && (
          <span className="entry-unit faint">{unitName(scale.label)}</span>
        ))}
    </span>
  );
}

export interface EditedFieldProps<T> extends CommonFieldProps {
  /** Called with undefined to return to the default. */
  readonly onCommit: (value: T | undefined, mergeWithLastEdit: boolean) => void;
}

/** The problem of a typed text, and the properties of the row and of the box that follow from it. */
export function useFieldEdit<T>(props: EditedFieldProps<T>) {
  const [error, setError] = useState<string | null>(null);
  const id = useId();
  const errorId = `${id}-error`;
  const row: FieldRowProps = {
    ...props,
    ...{ htmlFor: id, error, errorId },
    onRevert: () => {
      setError(null);
      props.onCommit(undefined, false);
    },
  };
  const entry = {
    ...{
      id,
      errorId,
      disabled: props.disabled,
      accessibleName: componentTexts.exact({ label: props.label }),
    },
    onError: setError,
  };
  return { row, entry };
}
