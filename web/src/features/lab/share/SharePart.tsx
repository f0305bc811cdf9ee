import type { ReactNode } from "react";
import { Icon } from "../../../components/icons.tsx";

/** A part of Share, folded at first. */
export function SharePart({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <details className="disclosure">
      <summary>
        <Icon name="chevron" size={16} />
        {title}
      </summary>
      {children}
    </details>
  );
}
