// The links of features next to the field of a setting. Only the Lab of the page has them.
import { createContext, type ReactNode, useContext } from "react";
import { FieldTool } from "../../../components/fields/FieldRow.tsx";
import { Icon } from "../../../components/icons.tsx";
import { linksAt } from "../../../extension/installed.ts";

/** Whether fields have the links of features. */
export const HasFieldLinks = createContext(false);

interface FieldLinksProps {
  readonly path: string;
  readonly children: ReactNode;
}

export function FieldLinks({ path, children }: FieldLinksProps): ReactNode {
  if (!useContext(HasFieldLinks)) return children;
  const links = linksAt("setting", path).map(({ label, icon = "sliders", address }) => (
    <a
      key={address}
      className="icon-button field-help tip tip-below"
      href={address}
      aria-label={label}
      data-tip={label}
    >
      <Icon name={icon} size={16} />
    </a>
  ));
  return <FieldTool value={links}>{children}</FieldTool>;
}
