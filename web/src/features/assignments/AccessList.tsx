// Which settings students may change, see, or not see.
import type { ReactNode } from "react";
import { SegmentedControl } from "../../components/fields/choice.tsx";
import { Disclosure } from "../../components/surfaces.tsx";
import type { Catalogue } from "../../generated/types.ts";
import { settingName, settingValue } from "../../scenario/diff.ts";
import { accessOf, accessOfControl, type Draft, withAccess, withControlAccess } from "./draft.ts";
import type { Access } from "./model.ts";
import { assignmentTexts } from "./texts/index.ts";

interface AccessListProps {
  readonly draft: Draft;
  readonly catalogue: Catalogue;
  readonly onChange: (draft: Draft) => void;
}

const CHOICES: readonly Access[] = ["free", "locked", "hidden"];

/** Settings beyond this number are in a disclosure. */
const SHOWN = 5;

export function AccessList({ draft, catalogue, onChange }: AccessListProps): ReactNode {
  const ofControls = new Set(
    draft.controls.flatMap(({ options }) => options.flatMap(({ set }) => set.map(([path]) => path))),
  );
  const paths = draft.settings.map(({ path }) => path).filter((path) => !ofControls.has(path));
  const row = (path: string): ReactNode => {
    const name = settingName(path, draft.scenario, catalogue);
    return (
      <li className="access-row cluster gap-4 flat between" key={path}>
        <span>
          {name} <span className="soft">{settingValue(path, draft.scenario, catalogue)}</span>
        </span>
        <SegmentedControl
          small
          label={assignmentTexts.accessOf({ name })}
          value={accessOf(draft, path)}
          options={CHOICES.map((value) => ({ value, label: assignmentTexts.access[value] }))}
          onChange={(access) => onChange(withAccess(draft, path, access))}
        />
      </li>
    );
  };
  return (
    <>
      {draft.controls.length > 0 && (
        <>
          <p>{assignmentTexts.lessonControls}</p>
          <ul className="stack gap-2">
            {draft.controls.map((control) => (
              <li className="access-row cluster gap-4 flat between" key={control.id}>
                <span>{control.label}</span>
                <SegmentedControl
                  small
                  label={assignmentTexts.accessOf({ name: control.label })}
                  value={accessOfControl(draft, control)}
                  options={(["free", "locked"] as const).map((value) => ({
                    value,
                    label: assignmentTexts.access[value],
                  }))}
                  onChange={(access) => onChange(withControlAccess(draft, control, access))}
                />
              </li>
            ))}
          </ul>
        </>
      )}
      <ul className="stack gap-2">{paths.slice(0, SHOWN).map(row)}</ul>
      {paths.length > SHOWN && (
        <Disclosure summary={assignmentTexts.moreSettings({ n: paths.length - SHOWN })}>
          <ul className="stack gap-2">{paths.slice(SHOWN).map(row)}</ul>
        </Disclosure>
      )}
    </>
  );
}
