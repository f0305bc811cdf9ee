// The control for the setting of the document that a path names.
import type { ReactNode } from "react";
import { FieldControl } from "../../../components/fields/FieldControl.tsx";
import type { FieldHints } from "../../../components/fields/fieldProps.ts";
import { useSetting } from "./useSetting.tsx";

/** The types of fields with several values or with fields of their own, which a sweep cannot vary. */
const NOT_VARIED = /object|list|variant|params|text|id|value/;

export interface SettingControlProps extends Pick<FieldHints, "label" | "range" | "addLabel"> {
  readonly path: string;
  /** A remark on the setting. */
  readonly note?: string | null;
}

export function SettingControl({ path, note, ...own }: SettingControlProps): ReactNode {
  const { field, value, hints, onPreview, onCommit } = useSetting(path);
  if (!field) return null;
  const isVaried = path !== "seed" && !NOT_VARIED.test(field.type);
  return (
    <div className="setting" data-setting={path}>
      <FieldControl
        field={field}
        value={value}
        hints={{ ...hints, ...own, note: note || hints.note, path: isVaried ? path : undefined }}
        onPreview={onPreview}
        onCommit={onCommit}
      />
    </div>
  );
}
