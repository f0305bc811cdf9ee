// The icons of the page, on a grid of 20 units with strokes of 1.5 units in the current colour, and a button
// that shows an icon.
import type { ButtonHTMLAttributes, ReactNode } from "react";

const PATHS = {
  play: (
    <path
      d="M6.5 4.2v11.6a.6.6 0 0 0 .9.5l9.3-5.8a.6.6 0 0 0 0-1L7.4 3.7a.6.6 0 0 0-.9.5Z"
      fill="currentColor"
    />
  ),
  pause: <path d="M6.5 4.5h2v11h-2zM11.5 4.5h2v11h-2z" fill="currentColor" />,
  stepBack: <path d="M5 4.5v11M15 5l-7 5 7 5V5Z" />,
  stepForward: <path d="M15 4.5v11M5 5l7 5-7 5V5Z" />,
  toStart: <path d="M4.5 4.5v11M16 5l-5.5 5 5.5 5M10.5 5 5 10l5.5 5" />,
  undo: <path d="M7.5 4.5 4 8l3.5 3.5M4.5 8h7a4 4 0 0 1 0 8H8" />,
  edit: <path d="m4 16 .8-3.600 8.800-8.800 2.800 2.800-8.800 8.800ZM11.500 5.700l2.800 2.800" />,
  redo: <path d="M12.5 4.5 16 8l-3.5 3.5M15.5 8h-7a4 4 0 0 0 0 8H12" />,
  share: <path d="M10 12.5V3.5M6.5 6.5 10 3l3.5 3.5M5.5 9.5h-1v7h11v-7h-1" />,
  plus: <path d="M10 4.5v11M4.5 10h11" />,
  close: <path d="m5 5 10 10M15 5 5 15" />,
  trash: <path d="M4 6h12M8 6V4h4v2M5.5 6l.7 10h7.6l.7-10M8.5 9v4.5M11.5 9v4.5" />,
  copy: <path d="M7.5 7.5h8v8h-8zM12.5 7.5v-3h-8v8h3" />,
  up: <path d="M10 15.5v-11M5.5 9 10 4.5 14.5 9" />,
  down: <path d="M10 4.5v11M5.5 11l4.5 4.5 4.5-4.5" />,
  chevron: <path d="m7.5 5 5 5-5 5" />,
  revert: <path d="M5 4v4h4M5.3 8A5.5 5.5 0 1 1 4.6 11.5" />,
  help: <path d="M7.8 7.6a2.3 2.3 0 1 1 3.4 2c-.8.4-1.2.9-1.2 1.8M10 14.2v.1" />,
  dots: <path d="M5 10h.01M10 10h.01M15 10h.01" strokeWidth="2.6" />,
  sun: (
    <path d="M10 6.8a3.2 3.2 0 1 1 0 6.4 3.2 3.2 0 0 1 0-6.4ZM10 2.8v1.4M10 15.8v1.4M2.8 10h1.4M15.8 10h1.4M4.9 4.9l1 1M14.1 14.1l1 1M15.1 4.9l-1 1M5.9 14.1l-1 1" />
  ),
  moon: <path d="M16 11.8A6.5 6.5 0 0 1 8.2 4 6.5 6.5 0 1 0 16 11.8Z" />,
  system: <path d="M3.5 4.5h13v8.5h-13zM7.5 16h5M10 13v3" />,
  present: <path d="M3 4.5h14M4.5 4.5v8h11v-8M10 12.5v3M7 16.5l3-1.5 3 1.5" />,
  compare: <path d="M3.5 14.5c3-8 5-8 7 0M9.5 5.5c2 8 4 8 7 0" />,
  keyboard: <path d="M2.5 5.5h15v9h-15zM5.5 8.5h.01M8.5 8.5h.01M11.5 8.5h.01M14.5 8.5h.01M6.5 11.5h7" />,
  file: <path d="M5.5 3.5h6l3 3v10h-9zM11.5 3.5v3h3" />,
  picture: <path d="M3.5 4.5h13v11h-13zM3.5 13l4-4 3.500 3.500 2-2 3.500 3.500M13 7.700v.1" />,
  check: <path d="m4.5 10.5 3.5 3.5 7.5-8" />,
  warning: <path d="M10 3.5 17.5 16h-15L10 3.5ZM10 8.5v3.5M10 14.2v.1" />,
  pin: <path d="M7 3.5h6M8 3.5v5l-2.5 3h9L12 8.5v-5M10 11.5v5" />,
  book: (
    <path d="M4 4.5c2.5-.8 4.5-.5 6 .8 1.5-1.3 3.500-1.600 6-.8v11c-2.500-.8-4.500-.5-6 .8-1.500-1.300-3.500-1.600-6-.8zM10 5.300v11" />
  ),
  grip: (
    <path
      d="M7.500 5h.01M12.500 5h.01M7.500 10h.01M12.500 10h.01M7.500 15h.01M12.500 15h.01"
      strokeWidth="2.200"
    />
  ),
  globe: (
    <path d="M3 10a7 7 0 1 0 14 0a7 7 0 1 0-14 0ZM3.400 7.800h13.200M3.400 12.200h13.200M10 3c-4 4-4 10 0 14c4-4 4-10 0-14Z" />
  ),
  sidebar: <path d="M3.500 4.500h13v11h-13zM8 4.500v11" />,
  sliders: <path d="M3.5 6h7M14.500 6h2M3.500 14h2M9.500 14h7M12.500 4v4M7.500 12v4" />,
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, size = 20 }: { readonly name: IconName; readonly size?: number }): ReactNode {
  return (
    <svg
      className="icon"
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {PATHS[name]}
    </svg>
  );
}

export interface IconButtonProps
  extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, "aria-label" | "title"> {
  readonly icon: IconName;
  /** The accessible name, also shown as a tip on hover and focus. */
  readonly label: string;
  /** The keyboard key that has the same effect as the button, shown in the tip. */
  readonly keyHint?: string;
  readonly size?: number;
  readonly tipSide?: "below" | "above" | "left" | "right";
}

export function IconButton({
  icon,
  label,
  keyHint,
  size = 20,
  tipSide = "below",
  className,
  ...rest
}: IconButtonProps): ReactNode {
  return (
    <button
      type="button"
      {...rest}
      className={`icon-button tip tip-${tipSide} ${className ?? ""}`}
      aria-label={label}
      data-tip={keyHint ? `${label}  ${keyHint}` : label}
    >
      <Icon name={icon} size={size} />
    </button>
  );
}
