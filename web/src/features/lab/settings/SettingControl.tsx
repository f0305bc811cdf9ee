// The control for the setting of the document that a path names.
import { type ReactNode, useCallback } from "react";
import { FieldControl } from "../../../components/fields/FieldControl.tsx";
import type { FieldHints } from "../../../components/fields/fieldProps.ts";
import type { Field, Json, ScenarioDocument } from "../../../generated/types.ts";
import { canChangeDuringRun, describePath, namedLinks } from "../../../scenario/descriptors.ts";
import { valueAt } from "../../../scenario/edit.ts";
import { readPath, sameJson } from "../../../scenario/path.ts";
import { pageTexts } from "../../../texts/index.ts";
import { useServices } from "../state/context.tsx";
import { useLab, usePlayhead, useScenario } from "../state/hooks.ts";

/** The types of fields with several values or with fields of their own, which a sweep cannot vary. */
const NOT_VARIED = /object|list|variant|params|text|id|value/;

export interface SettingControlProps extends Pick<FieldHints, "label" | "help" | "range" | "addLabel"> {
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

export interface Setting {
  readonly field: Field | undefined;
  /** If undefined, the default applies. */
  readonly value: Json | undefined;
  readonly hints: FieldHints;
  readonly onPreview: (value: Json) => void;
  readonly onCommit: (value: Json | undefined, mergeWithLastEdit: boolean) => void;
}

/**
 * The path of an issue with ids instead of indices: `flows.far.access.sender` for `flows[1].access.sender`.
 */
export function editPathOf(path: string, doc: ScenarioDocument): string {
  return path
    .replace(/^flows\[(\d+)\]/, (_, index) => `flows.${doc.flows?.[Number(index)]?.id ?? index}`)
    .replace(
      /^network\.links\[(\d+)\]/,
      (_, index) => `network.links.${namedLinks(doc)[Number(index)]?.id ?? index}`,
    )
    .replace(/\[(\d+)\]/g, ".$1");
}

/**
 * The note at a control that cannot change during the run, shown while edits apply only after the playhead; nothing if the
 * control can be used. While the pointer or the focus is on the control, the note covers the neighbouring control, so that
 * no control moves when the user chooses whether edits apply to the whole run.
 */
export const wholeRunNote = (isDisabled: boolean): ReactNode =>
  isDisabled ? <span className="whole-run-note">{pageTexts.lab.onlyToWholeRun}</span> : undefined;

/** A value of the document as forms show it: while a slider moves, that of the preview. */
export const useShownValue = (path: string): Json | undefined =>
  useScenario(({ doc, preview }) => readPath(preview ?? doc, path));

export function useSetting(path: string): Setting {
  const { session, scenario, catalogue } = useServices();
  const doc = useScenario((s) => s.doc);
  const editsFromPlayhead = useScenario((s) => s.editMode === "from");
  const issues = useLab((s) => s.issues);
  // While edits apply only after the playhead, a control shows the value that applies at the playhead.
  const playhead = usePlayhead(editsFromPlayhead);
  const field = describePath(catalogue, path, doc);
  const changeable = canChangeDuringRun(catalogue, path, doc);
  // A slider shows its value in the preview.
  const value = useScenario(({ preview }) => {
    const shown = preview ?? doc;
    return editsFromPlayhead && changeable ? valueAt(shown, path, playhead) : readPath(shown, path);
  });
  const issue = issues.find((i) => editPathOf(i.path, doc) === path)?.message;
  const onCommit = useCallback(
    (next: Json | undefined, mergeWithLastEdit: boolean) => {
      const stored =
        next !== undefined && field && sameJson(next, field.default ?? null) && !editsFromPlayhead
          ? undefined
          : next;
      scenario.getState().set(path, stored, session.playback.time, mergeWithLastEdit);
    },
    [scenario, session, path, field, editsFromPlayhead],
  );
  const onPreview = useCallback(
    (next: Json) => scenario.getState().setPreview(path, next, session.playback.time),
    [scenario, session, path],
  );
  const disabled = editsFromPlayhead && !changeable;
  return {
    field,
    value,
    hints: { disabled, issue, note: wholeRunNote(disabled) },
    onPreview,
    onCommit,
  };
}
