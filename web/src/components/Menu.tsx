// A button that opens a short list of actions.
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { Button } from "./Button.tsx";
import { Icon, IconButton, type IconName } from "./icons.tsx";

export interface MenuItem {
  readonly label: string;
  readonly icon?: IconName;
  readonly onSelect: () => void;
  readonly disabled?: boolean;
  readonly danger?: boolean;
  /** Whether the item is the selected option. */
  readonly chosen?: boolean;
  /** The language of the label, if it differs from the page. */
  readonly lang?: string;
}

export interface MenuProps {
  readonly label: string;
  readonly items: readonly MenuItem[];
  readonly icon?: IconName;
  /** Whether the button shows its label as text. */
  readonly showsLabel?: boolean;
}

/** The distance of a list from its button and from the edges of the window, in pixels. */
const GAP = 4;

/**
 * Shows a list above everything else, below its button or, if there is more space, above it. The list stays
 * within the window and scrolls if it is higher than the window.
 */
export function placeList(list: HTMLElement, button: HTMLElement, isAtSide = false): void {
  // Browsers before 2024 have no popovers. The style sheet places the list below the button there.
  if (!list.showPopover) return;
  if (!list.matches(":popover-open")) list.showPopover();
  list.style.maxHeight = "";
  const { top, bottom, left: start, right } = button.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const [above, below] = [top - 2 * GAP, clientHeight - bottom - 2 * GAP];
  const isBelow = list.offsetHeight <= below || below >= above;
  // If the list would cover the elements above its button, it is placed next to the button, provided that
  // there is space.
  if (!isBelow && isAtSide && start >= list.offsetWidth + 2 * GAP) {
    list.style.maxHeight = `${clientHeight - 2 * GAP}px`;
    list.style.left = `${start - GAP - list.offsetWidth}px`;
    list.style.top = `${Math.max(GAP, bottom - list.offsetHeight)}px`;
    return;
  }
  const left = Math.min(right - list.offsetWidth, clientWidth - list.offsetWidth - GAP);
  list.style.maxHeight = `${isBelow ? below : above}px`;
  list.style.left = `${Math.max(GAP, left)}px`;
  list.style.top = `${isBelow ? bottom + GAP : Math.max(GAP, top - GAP - list.offsetHeight)}px`;
}

/** Whether the button of the menu gets the focus when the menu closes. */
type Close = (refocus: boolean) => void;

/**
 * Places the list of an open menu, focuses its first entry, follows the button, and closes the list when the
 * user presses elsewhere.
 */
function useOpenList(
  box: RefObject<HTMLDivElement | null>,
  open: boolean,
  close: Close,
  isAtSide: boolean,
): void {
  useEffect(() => {
    if (!open) return;
    const closeIfOutside = (event: PointerEvent): void => {
      if (!box.current?.contains(event.target as Node)) close(false);
    };
    // A part of the page that opens or grows can scroll the page, so the list follows its button as long as
    // the button is visible.
    const follow = (event: Event): void => {
      const list = box.current?.querySelector<HTMLElement>(".menu-list");
      if (!box.current || !list || event.target === list) return;
      const { top, bottom } = box.current.getBoundingClientRect();
      if (bottom < 0 || top > document.documentElement.clientHeight) close(false);
      else placeList(list, box.current, isAtSide);
    };
    document.addEventListener("pointerdown", closeIfOutside);
    document.addEventListener("scroll", follow, true);
    box.current?.querySelector<HTMLElement>("[role=menuitem]:not(:disabled)")?.focus({ preventScroll: true });
    return () => {
      document.removeEventListener("pointerdown", closeIfOutside);
      document.removeEventListener("scroll", follow, true);
    };
  }, [box, open, close, isAtSide]);
  useLayoutEffect(() => {
    const list = box.current?.querySelector<HTMLElement>(".menu-list");
    if (open && box.current && list) placeList(list, box.current, isAtSide);
  }, [box, open, isAtSide]);
}

/** Moves the focus between the entries of an open menu, or closes it. */
function handleKey(event: KeyboardEvent, box: HTMLElement | null, close: Close): void {
  const entries = [...(box?.querySelectorAll<HTMLElement>("[role=menuitem]:not(:disabled)") ?? [])];
  const at = entries.indexOf(document.activeElement as HTMLElement);
  const focusEntry = (index: number): void => {
    event.preventDefault();
    entries[(index + entries.length) % entries.length]?.focus();
  };
  if (event.key === "ArrowDown") focusEntry(at + 1);
  else if (event.key === "ArrowUp") focusEntry(at - 1);
  else if (event.key === "Home") focusEntry(0);
  else if (event.key === "End") focusEntry(entries.length - 1);
  else if (event.key === "Escape") {
    event.stopPropagation();
    close(true);
  } else if (event.key === "Tab") close(false);
}

/** A button with a menu. Arrow keys, Home and End move between the items. Escape and Tab close the menu. */
export function Menu({ label, items, icon = "dots", showsLabel = false }: MenuProps): ReactNode {
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  const close = useCallback((refocus: boolean) => {
    setOpen(false);
    if (refocus) box.current?.querySelector<HTMLElement>("button")?.focus();
  }, []);
  // A button with a label is used below the control of a question. The list must not cover this control, so
  // it may be placed next to the button.
  useOpenList(box, open, close, showsLabel);
  const opener = {
    "aria-haspopup": "menu",
    "aria-expanded": open,
    "aria-controls": id,
    onClick: () => setOpen(!open),
  } as const;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: this element handles the keys of all its menu items
    <div className="menu" ref={box} onKeyDown={(event) => open && handleKey(event, box.current, close)}>
      {showsLabel ? (
        <Button {...opener}>
          <Icon name={icon} size={18} />
          {label}
        </Button>
      ) : (
        <IconButton icon={icon} label={label} {...opener} />
      )}
      {open && (
        <div className="menu-list stack gap-0" role="menu" popover="manual" id={id} aria-label={label}>
          {items.map((item) => (
            <button
              key={item.label}
              type="button"
              role="menuitem"
              className={item.danger ? "row is-danger" : "row"}
              disabled={item.disabled}
              lang={item.lang}
              aria-current={item.chosen ? "true" : undefined}
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
