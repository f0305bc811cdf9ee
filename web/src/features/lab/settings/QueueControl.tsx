// The queue discipline of a link direction and its settings.
import type { ReactNode } from "react";
import { ChoiceField } from "../../../components/fields/choice.tsx";
import { ParamForm } from "../../../components/fields/ParamForm.tsx";
import { Disclosure } from "../../../components/surfaces.tsx";
import type { JsonObject } from "../../../generated/types.ts";
import { describePath, effectiveValue, kindOf } from "../../../scenario/descriptors.ts";
import { writePath } from "../../../scenario/path.ts";
import { S } from "../../../strings/index.ts";
import { useServices } from "../state/context.tsx";
import { useLab, useScenario } from "../state/hooks.ts";
import { FieldLinks } from "./FieldLinks.tsx";
import { wholeRunNote } from "./WholeRunNote.tsx";

/**
 * The choice of the queue discipline, and its settings other than the limit. When the user chooses another
 * discipline, the limit stays and the other settings get their defaults.
 */
export function QueueControl({ path }: { readonly path: string }): ReactNode {
  const { catalogue, scenario } = useServices();
  const doc = useScenario((s) => s.doc);
  const editsFromPlayhead = useScenario((s) => s.editMode === "from");
  const issues = useLab((s) => s.issues);
  const field = describePath(catalogue, path, doc);
  const value = (effectiveValue(catalogue, path, doc) ?? {}) as JsonObject;
  const fallback = kindOf(undefined, field);
  const kind = String(kindOf(value, field) ?? "");
  const variant = field?.variants?.find((v) => v.value === kind);
  const fields = variant?.fields.filter((f) => f.name !== "limit") ?? [];
  const choose = (next: string | undefined): void => {
    const { limit } = value;
    const queue: JsonObject = { kind: next ?? String(fallback), ...(limit === undefined ? {} : { limit }) };
    scenario.getState().apply(path, (d) => writePath(d, path, queue));
  };
  return (
    <>
      <FieldLinks path={`${path}.kind`}>
        <ChoiceField
          label={S.lab.queueKind}
          help={variant?.doc}
          value={kind}
          fallback={typeof fallback === "string" ? fallback : undefined}
          changed={kind !== fallback}
          choices={(field?.variants ?? []).map((v) => ({ value: v.value, label: v.label, doc: "" }))}
          disabled={editsFromPlayhead}
          note={wholeRunNote(editsFromPlayhead)}
          onCommit={choose}
        />
      </FieldLinks>
      {fields.length > 0 && (
        <Disclosure key={kind} summary={S.lab.settingsOf(variant?.label ?? kind)}>
          <ParamForm
            visibleCount={7}
            fields={fields}
            values={value}
            hints={(f) => ({
              disabled: editsFromPlayhead,
              issue: issues.find((i) => i.path === `${path}.${f.name}`)?.message,
            })}
            onPreview={(name, next) => scenario.getState().setPreview(`${path}.${name}`, next, 0)}
            onCommit={(name, next, mergeWithLastEdit) =>
              scenario
                .getState()
                .apply(`${path}.${name}`, (d) => writePath(d, `${path}.${name}`, next), mergeWithLastEdit)
            }
          />
        </Disclosure>
      )}
    </>
  );
}
