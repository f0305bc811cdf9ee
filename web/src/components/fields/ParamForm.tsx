// A form for a list of fields.
import { group } from "d3-array";
import type { ReactNode } from "react";
import type { Field, Json, JsonObject } from "../../generated/types.ts";
import { sameJson } from "../../scenario/path.ts";
import { Disclosure } from "../surfaces.tsx";
import { componentTexts } from "../texts/index.ts";
import { FieldControl } from "./FieldControl.tsx";
import type { FieldHints } from "./fieldProps.ts";

export interface ParamFormProps {
  readonly fields: readonly Field[];
  /**
   * The number of fields that are always visible. Changed fields are also visible. All other fields are in a
   * disclosure below.
   */
  readonly visibleCount?: number | undefined;
  /** The values that differ from the defaults. */
  readonly values: JsonObject;
  readonly hints?: ((field: Field) => FieldHints | undefined) | undefined;
  /** The path of the setting with this name, by which links find it. */
  readonly pathOf?: ((name: string) => string) | undefined;
  readonly onPreview: (name: string, value: Json) => void;
  readonly onCommit: (name: string, value: Json | undefined, mergeWithLastEdit: boolean) => void;
}

/** Whether a field has an editor of its own: the text of a program, and the settings that it declares. */
export const hasOwnEditor = ({ type }: Field): boolean => type === "code" || type === "settings";

/** A setting of a form. */
export interface FormItem {
  readonly name: string;
  /** By which links find the setting. */
  readonly path?: string | undefined;
  readonly group: string | undefined;
  readonly changed: boolean;
  readonly control: ReactNode;
}

export function ParamForm(props: ParamFormProps): ReactNode {
  return <GroupedForm items={itemsOf(props)} visibleCount={props.visibleCount} />;
}

/** The settings of a form for fields that have no editors of their own. */
export function itemsOf(props: ParamFormProps): readonly FormItem[] {
  const { values, hints, pathOf, onPreview, onCommit } = props;
  return props.fields
    .filter((field) => !hasOwnEditor(field))
    .map((field) => ({
      name: field.name,
      path: pathOf?.(field.name),
      group: field.group,
      changed: Object.hasOwn(values, field.name),
      control: (
        <FieldControl
          field={field}
          value={Object.hasOwn(values, field.name) ? values[field.name] : undefined}
          hints={hints?.(field)}
          onPreview={(value) => onPreview(field.name, value)}
          onCommit={(value, mergeWithLastEdit) =>
            onCommit(
              field.name,
              value !== undefined && sameJson(value, field.default ?? null) ? undefined : value,
              mergeWithLastEdit,
            )
          }
        />
      ),
    }));
}

/** The settings that matter most, followed by the others in the groups that their declarations name. */
export function GroupedForm({
  items,
  visibleCount = Number.POSITIVE_INFINITY,
}: {
  readonly items: readonly FormItem[];
  readonly visibleCount?: number | undefined;
}): ReactNode {
  const first = items.filter((item) => !item.group);
  const isVisible = (item: FormItem, index: number): boolean =>
    index < visibleCount || item.changed || first.length <= visibleCount + 1;
  const hidden = first.filter((item, index) => !isVisible(item, index));
  return (
    <div className="form stack">
      <Controls items={first.filter(isVisible)} />
      {hidden.length > 0 && <Group name={componentTexts.moreFields({ n: hidden.length })} items={hidden} />}
      {[...group(items, (item) => item.group)].map(
        ([name, members]) => name && <Group key={name} name={name} items={members} />,
      )}
    </div>
  );
}

/** A group of settings, which are rendered when it is opened. */
function Group({
  name,
  items,
}: Pick<Parameters<typeof GroupedForm>[0], "items"> & { readonly name: ReactNode }): ReactNode {
  const changed = items.filter((item) => item.changed).length;
  return (
    <Disclosure
      settings={items.flatMap(({ path }) => path ?? [])}
      summary={
        <>
          {name}
          {changed > 0 && (
            <span className="faint text-s"> {componentTexts.changedFields({ n: changed })}</span>
          )}
        </>
      }
    >
      <div className="form stack">
        <Controls items={items} />
      </div>
    </Disclosure>
  );
}

const Controls = ({ items }: { readonly items: readonly FormItem[] }): ReactNode =>
  items.map(({ name, path, control }) => (
    <div key={name} className="setting" data-setting={path}>
      {control}
    </div>
  ));

/** A copy of an object in which one field has a new value, or is missing if the value is undefined. */
export function withField(object: JsonObject, name: string, value: Json | undefined): JsonObject {
  if (value !== undefined) return { ...object, [name]: value };
  return Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));
}
