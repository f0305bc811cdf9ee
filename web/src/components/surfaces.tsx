// Surfaces: panels, disclosures, dialogs, drawers, menus, tables and the phone's bottom sheet.
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useId, useRef, useState } from "react";
import { Icon, IconButton, type IconName } from "./icons.tsx";
import { WORDS } from "./words.ts";

export interface PanelProps {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  readonly className?: string;
}

export function Panel({ title, actions, children, className }: PanelProps): ReactNode {
  const id = useId();
  return (
    <section className={`panel ${className ?? ""}`} aria-labelledby={id}>
      <header className="panel-head">
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
}

/** Content is only made while it is open. */
export function Disclosure({ summary, children, open, onToggle, className }: DisclosureProps): ReactNode {
  const [shown, setShown] = useState(Boolean(open));
  useEffect(() => {
    if (open !== undefined) setShown(open);
  }, [open]);
  return (
    <details
      className={`disclosure ${className ?? ""}`}
      open={shown}
      onToggle={(event) => {
        const now = event.currentTarget.open;
        if (now === shown) return;
        setShown(now);
        onToggle?.(now);
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

export interface DialogProps {
  readonly title: string;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** "drawer" comes from the right and uses the full height. */
  readonly kind?: "dialog" | "drawer";
  readonly wide?: boolean;
}

/** The browser's own dialog: it traps focus, closes on Escape and gives focus back. */
export function Dialog({ title, open, onClose, children, kind = "dialog", wide }: DialogProps): ReactNode {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    if (open && !dialog.open) {
      dialog.showModal();
      // The title, not the close button, so that a screen reader says where it is.
      dialog.querySelector<HTMLElement>("h2")?.focus();
    }
    if (!open && dialog.open) dialog.close();
  }, [open]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click on the backdrop is a shortcut; Escape and the close button do the same
    <dialog
      ref={ref}
      className={`${kind}${wide ? " is-wide" : ""}`}
      aria-labelledby={id}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === ref.current) onClose();
      }}
    >
      {open && (
        <div className="dialog-body">
          <header className="dialog-head">
            <h2 id={id} tabIndex={-1}>
              {title}
            </h2>
            <IconButton icon="close" label={WORDS.close} tipSide="left" onClick={onClose} />
          </header>
          <div className="dialog-content">{children}</div>
        </div>
      )}
    </dialog>
  );
}

export interface MenuItem {
  readonly label: string;
  readonly icon?: IconName;
  readonly onSelect: () => void;
  readonly disabled?: boolean;
  readonly danger?: boolean;
}

export interface MenuProps {
  readonly label: string;
  readonly items: readonly MenuItem[];
  readonly icon?: IconName;
}

/** A button with a few actions: arrow keys move, Escape and Tab close. */
export function Menu({ label, items, icon = "dots" }: MenuProps): ReactNode {
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  const close = useCallback((refocus: boolean) => {
    setOpen(false);
    if (refocus) box.current?.querySelector<HTMLElement>("button")?.focus();
  }, []);
  useEffect(() => {
    if (!open) return;
    const outside = (event: PointerEvent): void => {
      if (!box.current?.contains(event.target as Node)) close(false);
    };
    document.addEventListener("pointerdown", outside);
    box.current?.querySelector<HTMLElement>("[role=menuitem]:not(:disabled)")?.focus();
    return () => document.removeEventListener("pointerdown", outside);
  }, [open, close]);
  const keyDown = (event: KeyboardEvent): void => {
    if (!open) return;
    const entries = [...(box.current?.querySelectorAll<HTMLElement>("[role=menuitem]:not(:disabled)") ?? [])];
    const at = entries.indexOf(document.activeElement as HTMLElement);
    const go = (index: number): void => {
      event.preventDefault();
      entries[(index + entries.length) % entries.length]?.focus();
    };
    if (event.key === "ArrowDown") go(at + 1);
    else if (event.key === "ArrowUp") go(at - 1);
    else if (event.key === "Home") go(0);
    else if (event.key === "End") go(entries.length - 1);
    else if (event.key === "Escape") {
      event.stopPropagation();
      close(true);
    } else if (event.key === "Tab") close(false);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the menu inside are handled here once
    <div className="menu" ref={box} onKeyDown={keyDown}>
      <IconButton
        icon={icon}
        label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      />
      {open && (
        <div className="menu-list" role="menu" id={id} aria-label={label}>
          {items.map((item) => (
            <button
              key={item.label}
              type="button"
              role="menuitem"
              className={item.danger ? "is-danger" : ""}
              disabled={item.disabled}
              onClick={() => {
                close(true);
                item.onSelect();
              }}
            >
              {item.icon && <Icon name={item.icon} size={18} />}
              {item.label}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

export interface Column<Row> {
  readonly key: string;
  readonly head: ReactNode;
  readonly cell: (row: Row) => ReactNode;
  readonly numeric?: boolean;
  readonly tip?: string;
}

export interface TableProps<Row> {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly hideCaption?: boolean;
}

/** A table whose first column names the row. */
export function Table<Row>({ caption, columns, rows, rowKey, hideCaption }: TableProps<Row>): ReactNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="table-scroll" aria-label={caption} tabIndex={0}>
      <table className="table">
        <caption className={hideCaption ? "visually-hidden" : ""}>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                className={column.numeric ? "is-number" : ""}
                title={column.tip}
              >
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map((column, index) =>
                index === 0 ? (
                  <th key={column.key} scope="row">
                    {column.cell(row)}
                  </th>
                ) : (
                  <td key={column.key} className={column.numeric ? "is-number" : ""}>
                    {column.cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

export interface SheetTab {
  readonly id: string;
  readonly label: string;
  readonly content: ReactNode;
}

/** The phone's controls: tabs along the lower edge; one opens half a screen high, the charts stay above. */
export function BottomSheet({
  label,
  tabs,
  wanted = null,
}: {
  readonly label: string;
  readonly tabs: readonly SheetTab[];
  /** A tab that something elsewhere leads to. */
  readonly wanted?: string | null;
}): ReactNode {
  const [openTab, setOpenTab] = useState<string | null>(null);
  useEffect(() => {
    if (wanted !== null) setOpenTab(wanted);
  }, [wanted]);
  const id = useId();
  const shown = tabs.find((tab) => tab.id === openTab);
  return (
    <section className={`sheet${shown ? " is-open" : ""}`} aria-label={label}>
      <div className="sheet-tabs">
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            aria-expanded={tab.id === openTab}
            aria-controls={id}
            onClick={() => setOpenTab(tab.id === openTab ? null : tab.id)}
          >
            {tab.label}
          </button>
        ))}
        {shown && (
          <IconButton icon="down" label={WORDS.close} tipSide="above" onClick={() => setOpenTab(null)} />
        )}
      </div>
      <div className="sheet-body" id={id} hidden={!shown}>
        {shown?.content}
      </div>
    </section>
  );
}
