// Controls with a few values: a segmented control, a select and a switch. They are built on native inputs.
import { memo, type ReactNode, useCallback, useId, useLayoutEffect, useRef, useState } from "react";
import type { Choice } from "../../generated/types.ts";
import { FieldRow } from "./FieldRow.tsx";
import type { CommonFieldProps } from "./fieldProps.ts";

export interface SegmentedProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly {
    readonly value: T;
    readonly label: ReactNode;
    readonly tip?: string;
    readonly disabled?: boolean;
  }[];
  readonly onChange: (value: T) => void;
  readonly small?: boolean;
}

export function SegmentedControl<T extends string>({
  label,
  value,
  options,
  onChange,
  small,
}: SegmentedProps<T>): ReactNode {
  const name = useId();
  const change = useRef(onChange);
  useLayoutEffect(() => {
    change.current = onChange;
  });
  const choose = useCallback((chosen: string) => change.current(chosen as T), []);
  return (
    <fieldset className={`segmented${small ? " is-small" : ""}`} aria-label={label}>
      {options.map((option) => (
        // biome-ignore lint/a11y/noLabelWithoutControl: the label contains the input that `Radio` renders
        <label key={option.value} className="segment" title={option.tip}>
          <Radio
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={option.disabled}
            // An option that is displayed as an icon has no text, so its tip is its accessible name.
            label={typeof option.label === "string" ? undefined : option.tip}
            onChoose={choose}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}

/**
 * A radio button, which is rendered only when it changes: when React renders a radio button, it removes the
 * button from its group and adds it again, and the browser computes styles again. The label of a choice may
 * change often.
 */
const Radio = memo(function Radio({
  label,
  onChoose,
  ...input
}: {
  readonly name: string;
  readonly value: string;
  readonly checked: boolean;
  readonly disabled: boolean | undefined;
  readonly label: string | undefined;
  readonly onChoose: (value: string) => void;
}): ReactNode {
  return <input type="radio" {...input} aria-label={label} onChange={() => onChoose(input.value)} />;
});

export interface ChoiceFieldProps extends CommonFieldProps {
  readonly value: string;
  /** The default value; without it, there is no revert button. */
  readonly fallback?: string | undefined;
  readonly choices: readonly Choice[];
  /** The heading of the group that a choice belongs to. */
  readonly groupOf?: ((choice: Choice) => string) | undefined;
  /** Shown to the right of the select, for example a button. */
  readonly action?: ReactNode;
  readonly onCommit: (value: string | undefined) => void;
}

export function ChoiceField(props: ChoiceFieldProps): ReactNode {
  const id = useId();
  const current = props.choices.find((c) => c.value === props.value);
  const fallback = props.choices.find((c) => c.value === props.fallback);
  return (
    <FieldRow
      {...props}
      help={[props.help, current?.doc].filter(Boolean).join(" ") || undefined}
      htmlFor={id}
      defaultText={fallback?.label ?? ""}
      onRevert={props.fallback === undefined ? undefined : () => props.onCommit(undefined)}
      side={
        <span className="row gap-1 inline">
          <Select id={id} {...props} onCommit={(value) => props.onCommit(value)} />
          {props.action}
        </span>
      }
    />
  );
}

/** A menu with more choices than this gets them when the pointer or the focus is on it. */
const MANY_CHOICES = 100;

export interface SelectProps {
  readonly id?: string;
  readonly value: string;
  readonly choices: readonly Choice[];
  readonly disabled?: boolean | undefined;
  readonly accessibleName?: string | undefined;
  readonly groupOf?: ((choice: Choice) => string) | undefined;
  readonly onCommit: (value: string) => void;
}

export function Select({
  id,
  value,
  choices,
  disabled,
  accessibleName,
  groupOf,
  onCommit,
}: SelectProps): ReactNode {
  const [isUsed, setIsUsed] = useState(choices.length <= MANY_CHOICES);
  const use = isUsed ? undefined : () => setIsUsed(true);
  const groups = new Map<string, Choice[]>();
  for (const choice of isUsed ? choices : choices.filter((c) => c.value === value)) {
    const group = groupOf?.(choice) ?? "";
    groups.set(group, [...(groups.get(group) ?? []), choice]);
  }
  const option = (choice: Choice): ReactNode => (
    <option key={choice.value} value={choice.value}>
      {choice.label}
    </option>
  );
  const isListed = choices.some((c) => c.value === value);
  return (
    <select
      id={id}
      className="select"
      value={value}
      disabled={disabled}
      aria-label={accessibleName}
      onPointerEnter={use}
      onFocus={use}
      onChange={(event) => onCommit(event.target.value)}
    >
      {!isListed && <option value={value}>{value}</option>}
      {[...groups].map(([group, list]) =>
        group === "" ? (
          list.map(option)
        ) : (
          <optgroup key={group} label={group}>
            {list.map(option)}
          </optgroup>
        ),
      )}
    </select>
  );
}

export interface ToggleProps extends CommonFieldProps {
  readonly value: boolean;
  readonly fallback?: boolean | undefined;
  readonly onCommit: (value: boolean | undefined) => void;
}

export function Toggle(props: ToggleProps): ReactNode {
  const id = useId();
  return (
    <FieldRow
      {...props}
      htmlFor={id}
      defaultText={props.fallback ? "on" : "off"}
      onRevert={props.fallback === undefined ? undefined : () => props.onCommit(undefined)}
      side={
        <input
          id={id}
          className="switch"
          type="checkbox"
          checked={props.value}
          disabled={props.disabled}
          onChange={(event) => props.onCommit(event.target.checked)}
        />
      }
    />
  );
}
