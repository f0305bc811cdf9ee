// The link next to a field that varies its setting (features/vary). Only the Lab of the page has it.
import { createContext, type ReactNode, useContext } from "react";
import { addressOf } from "../../../address/route.ts";
import { FieldTool } from "../../../components/fields/FieldRow.tsx";
import { Icon } from "../../../components/icons.tsx";
import { S } from "../../../strings/index.ts";

/** Whether settings can be varied where the fields are. */
export const CanVary = createContext(false);

interface VaryThisProps {
  readonly path: string;
  readonly children: ReactNode;
}

export function VaryThis({ path, children }: VaryThisProps): ReactNode {
  if (!useContext(CanVary)) return children;
  const link = (
    <a
      className="icon-button field-help faint tip tip-below"
      href={`${addressOf("vary")}?path=${encodeURIComponent(path)}`}
      aria-label={S.lab.varyThis}
      data-tip={S.lab.varyThis}
    >
      <Icon name="sliders" size={16} />
    </a>
  );
  return <FieldTool value={link}>{children}</FieldTool>;
}
