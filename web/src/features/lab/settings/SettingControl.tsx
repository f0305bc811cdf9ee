// The control for the setting of the document that a path names.
import type { ReactNode } from "react";
import { FieldControl } from "../../../components/fields/FieldControl.tsx";
import type { FieldHints } from "../../../components/fields/fieldProps.ts";
import type { SliderRange } from "../../../components/fields/slider.ts";
import { FieldLinks } from "./FieldLinks.tsx";
import { useSetting } from "./useSetting.tsx";

/** The types of fields with several values or with fields of their own, which a sweep cannot vary. */
const NOT_VARIED = /object|list|variant|params|text|id|value/;

export interface SettingControlProps {
  readonly path: string;
  readonly label?: string;
  readonly range?: SliderRange;
  readonly addLabel?: string;
  /** A remark on the setting. */
  readonly note?: string | null;
}

export function SettingControl({ path, label, range, addLabel, note }: SettingControlProps): ReactNode {
  const { field, value, hints, onPreview, onCommit } = useSetting(path);
  if (!field) return null;
  const allHints: FieldHints = {
    ...hints,
    ...(label ? { label } : {}),
    ...(range ? { range } : {}),
    ...(addLabel ? { addLabel } : {}),
    ...(note ? { note } : {}),
  };
  const control = (
    <FieldControl field={field} value={value} hints={allHints} onPreview={onPreview} onCommit={onCommit} />
  );
  const isVaried = path !== "seed" && !NOT_VARIED.test(field.type);
  return (
    <div className="setting" data-setting={path}>
      {isVaried ? <FieldLinks path={path}>{control}</FieldLinks> : control}
    </div>
  );
}
