// The control for the buffer of a link direction, which is shown in all units.
import type { ReactNode } from "react";
import { FieldControl } from "../../../components/fields/FieldControl.tsx";
import { formatQuantity } from "../../../scenario/units.ts";
import { S } from "../../../strings/index.ts";
import { useLab } from "../state/hooks.ts";
import { FieldLinks } from "./FieldLinks.tsx";
import { isBelowTarget, limitAtRate } from "./limitAtRate.ts";
import { useSetting } from "./useSetting.tsx";

export function LimitControl({
  path,
  id,
  label = S.lab.buffer,
}: {
  readonly path: string;
  readonly id: string;
  readonly label?: string;
}): ReactNode {
  const { field, value, hints, onPreview, onCommit } = useSetting(`${path}.queue.limit`);
  const link = useLab((s) => s.derived?.links.find((l) => l.id === id));
  const rate = useSetting(`${path}.rate`).value;
  const settings = [useSetting(`${path}.queue.target`), useSetting(`${path}.queue.reference`)];
  if (!field) return null;
  const target = settings.map((setting) => setting.value ?? setting.field?.default).find(Number.isFinite);
  const limitInAllUnits = link
    ? limitAtRate(link.limit, value, typeof rate === "number" ? link.rate / rate : 1)
    : null;
  const tooSmall =
    typeof target === "number" && limitInAllUnits && isBelowTarget(limitInAllUnits, value, target);
  const note = tooSmall ? S.lab.limitBelowTarget(formatQuantity(target, "s")) : hints.note;
  return (
    <div className="setting" data-setting={`${path}.queue.limit`}>
      <FieldLinks path={`${path}.queue.limit`}>
        <FieldControl
          field={field}
          value={value}
          hints={{ ...hints, label, limitInAllUnits, note }}
          onPreview={onPreview}
          onCommit={onCommit}
        />
      </FieldLinks>
    </div>
  );
}
