// Sections of a page: a panel with a title, and a disclosure that opens and closes.
import { type ReactNode, useEffect, useId, useState } from "react";
import { Icon } from "./icons.tsx";

export interface PanelProps {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function Panel({ title, actions, children }: PanelProps): ReactNode {
  const id = useId();
  return (
    <section className="panel" aria-labelledby={id}>
      <header className="panel-head row between">
        <h2 id={id}>{title}</h2>
        {actions}
      </header>
      {children}
    </section>
  );
}

export interface DisclosureProps {
  readonly summary: ReactNode;
  readonly children: ReactNode;
  readonly open?: boolean;
  readonly onToggle?: (open: boolean) => void;
  readonly className?: string;
  /** The paths of the settings inside it, by which a link to one of them opens it. */
  readonly settings?: readonly string[];
}

/** A section that opens and closes. Its content is rendered only while it is open. */
export function Disclosure(props: DisclosureProps): ReactNode {
  const { summary, children, open, onToggle, className, settings } = props;
  const [shown, setShown] = useState(Boolean(open));
  useEffect(() => {
    if (open !== undefined) setShown(open);
  }, [open]);
  return (
    <details
      className={`disclosure ${className ?? ""}`}
      open={shown}
      data-settings={settings?.join(" ")}
      onToggle={(event) => {
        const isOpen = event.currentTarget.open;
        if (isOpen === shown) return;
        setShown(isOpen);
        onToggle?.(isOpen);
      }}
    >
      <summary>
        <Icon name="chevron" size={16} />
        <span>{summary}</span>
      </summary>
      {shown && <div className="disclosure-body">{children}</div>}
    </details>
  );
}
