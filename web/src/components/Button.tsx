// A button with the looks of the page.
import type { ComponentProps, ReactNode } from "react";

interface ButtonProps extends Omit<ComponentProps<"button">, "type"> {
  readonly small?: boolean;
  readonly primary?: boolean;
  readonly quiet?: boolean;
  readonly danger?: boolean;
}

export function Button({ small, primary, quiet, danger, className, ...props }: ButtonProps): ReactNode {
  const looks = [small && "is-small", primary && "is-primary", quiet && "is-quiet", danger && "is-danger"];
  return (
    <button type="button" className={["button", ...looks, className].filter(Boolean).join(" ")} {...props} />
  );
}
