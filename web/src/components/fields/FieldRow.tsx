// The frame around every control: the label, a mark and a revert button if the value was changed, a help text
// with its citation, and an error message.
import { createContext, type ReactNode, useContext, useId, useState } from "react";
import { IconButton } from "../icons.tsx";
import { componentTexts } from "../texts/index.ts";
import type { CommonFieldProps } from "./fieldProps.ts";

/** The state of the help texts, which are loaded when the user opens the first help. */
export interface HelpTexts {
  /** Loads the texts. Undefined once they are loaded. */
  readonly load?: (() => void) | undefined;
  /** Whether the last attempt to load the texts failed. */
  readonly failed: boolean;
}

export const HelpContext = createContext<HelpTexts>({ failed: false });

/** Links next to the field of a setting with this path. Null where fields have none. */
export const FieldLinks = createContext<((path: string) => ReactNode) | null>(null);

export interface FieldRowProps extends CommonFieldProps {
  /** The default as text, for the revert button. */
  readonly defaultText?: string | undefined;
  readonly onRevert?: (() => void) | undefined;
  /** The problem of a typed text. */
  readonly error?: string | null | undefined;
  /** A control to the right of the label; `children` are below the label. */
  readonly side?: ReactNode;
  readonly children?: ReactNode;
  readonly htmlFor?: string;
  readonly errorId?: string;
  /** Whether the row contains several inputs, which a fieldset groups. */
  readonly group?: boolean;
}

export function FieldRow(props: FieldRowProps): ReactNode {
  const [helpOpen, setHelpOpen] = useState(false);
  const helpId = useId();
  const texts = useContext(HelpContext);
  const links = useContext(FieldLinks);
  const { help, cite, changed } = props;
  const error = props.error ?? props.issue;
  const Wrapper = props.group ? "fieldset" : "div";
  return (
    <Wrapper className={`field stack${changed ? " is-changed" : ""}${error ? " has-error" : ""}`}>
      <div className="field-head cluster between">
        <span className="field-name gap-1 row inline soft">
          <FieldName {...props} />
          {changed && <ChangedMark {...props} />}
          {help && (
            <IconButton
              icon="help"
              size={16}
              className="field-help"
              label={componentTexts.help({ label: props.label })}
              aria-expanded={helpOpen}
              aria-controls={helpId}
              onClick={() => {
                texts.load?.();
                setHelpOpen(!helpOpen);
              }}
            />
          )}
          {props.path !== undefined && links?.(props.path)}
        </span>
        {props.side}
      </div>
      {props.children}
      {error && (
        <p className="field-error" id={props.errorId} role="alert">
          {error}
        </p>
      )}
      {props.note && <div className="field-note">{props.note}</div>}
      {help && (
        <p className="field-doc faint text-s soft" id={helpId} hidden={!helpOpen}>
          {texts.failed ? componentTexts.helpFailed : help}
          {cite && <span className="block faint">{cite}</span>}
        </p>
      )}
    </Wrapper>
  );
}

function FieldName({ group, label, htmlFor }: FieldRowProps): ReactNode {
  return group ? <legend>{label}</legend> : <label htmlFor={htmlFor}>{label}</label>;
}

/** A button that reverts to the default, or only a mark if the value cannot be reverted. */
function ChangedMark({ label, defaultText, disabled, onRevert }: FieldRowProps): ReactNode {
  if (disabled || !onRevert) return <span className="changed-dot" title={componentTexts.changed} />;
  return (
    <IconButton
      icon="revert"
      size={16}
      className="field-revert"
      tipSide="right"
      label={componentTexts.revert({ label, value: defaultText ?? "" })}
      onClick={onRevert}
    />
  );
}
