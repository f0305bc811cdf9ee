// LINK: rate, delay, queue, rate over time and losses of the bottleneck; its own way back when it has one. Everything but the
// order and the ranges of sliders comes from the catalogue.
import type { ReactNode } from "react";
import { ChoiceField } from "../../components/choice.tsx";
import { FieldControl, type FieldHints, ParamForm } from "../../components/forms.tsx";
import type { SliderRange } from "../../components/slider.ts";
import { Disclosure, Panel } from "../../components/surfaces.tsx";
import { describePath } from "../../scenario/descriptors.ts";
import type { Json, JsonObject } from "../../scenario/document.ts";
import { setNetworkKind } from "../../scenario/edit.ts";
import { readPath, writePath } from "../../scenario/path.ts";
import { S } from "../../strings/index.ts";
import { useServices } from "./context.tsx";
import { useLab, useScenario, useSelected } from "./hooks.ts";
import { useSetting } from "./useSetting.tsx";

const RATE: SliderRange = { min: 1e5, max: 1e9, scale: "log", integer: false };
const DELAY: SliderRange = { min: 0.0005, max: 0.5, scale: "log", integer: false };

export function LinkForm(): ReactNode {
  const kind = useScenario((s) => s.doc.network?.kind ?? "dumbbell");
  const box = useSelected<HTMLDivElement>("link", () => true);
  return (
    <Panel title={kind === "dumbbell" ? S.lab.link : S.lab.network}>
      <div className="form" ref={box} tabIndex={-1}>
        {kind === "dumbbell" ? (
          <Direction path="network.forward" id="forward">
            <NetworkKind kind={kind} />
            <SettingControl path="network.access_rate" />
            <ReverseLink path="network" />
          </Direction>
        ) : (
          <>
            <NetworkKind kind={kind} />
            <Links kind={kind} />
          </>
        )}
      </div>
    </Panel>
  );
}

/** Dumbbell, parking lot or graph. Another kind begins with its own links; flows then take the ways it has. */
function NetworkKind({ kind }: { readonly kind: string }): ReactNode {
  const { scenario } = useServices();
  const from = useScenario((s) => s.editMode === "from");
  const { field } = useSetting("network.kind");
  const variants = field?.variants ?? [];
  if (variants.length < 2) return null;
  return (
    <ChoiceField
      label={S.lab.networkKind}
      help={variants.find((v) => v.value === kind)?.doc}
      value={kind}
      choices={variants.map((v) => ({ value: v.value, label: v.label, doc: "" }))}
      disabled={from}
      note={from ? S.lab.onlyWhole : undefined}
      onCommit={(next) =>
        next !== undefined && scenario.getState().apply("network.kind", (d) => setNetworkKind(d, next))
      }
    />
  );
}

/** Every link with its own settings, and the lists from which links and nodes come. */
function Links({ kind }: { readonly kind: string }): ReactNode {
  const { session } = useServices();
  const { field, value } = useSetting("network.links");
  const shown = useLab((s) => s.chosenQueue);
  const links = (Array.isArray(value) ? value : (field?.default ?? [])) as readonly JsonObject[];
  const nodes = kind === "graph" ? <SettingControl path="network.nodes" /> : null;
  return (
    <>
      {links.map((link, index) => {
        const id = String(link["id"] ?? index);
        const path = `network.links.${id}`;
        return (
          <Disclosure
            key={id}
            summary={S.lab.linkNamed(id)}
            {...(shown.startsWith(`${id}.`) ? { open: true } : {})}
            onToggle={(open) => open && session.chooseQueue(`${id}.forward`)}
          >
            <div className="form">
              <Direction path={`${path}.forward`} id={`${id}.forward`}>
                <ReverseLink path={path} />
              </Direction>
            </div>
          </Disclosure>
        );
      })}
      <Disclosure summary={S.lab.listsOfNetwork}>
        <div className="form">
          {nodes}
          <SettingControl path="network.links" />
          <SettingControl path="network.access_rate" />
        </div>
      </Disclosure>
    </>
  );
}

/** One direction of a link: the settings that matter most, and two groups of the others. */
function Direction({
  path,
  id,
  children,
}: {
  readonly path: string;
  /** The name of the direction in what the simulator derives. */
  readonly id: string;
  readonly children?: ReactNode;
}): ReactNode {
  return (
    <>
      <SettingControl path={`${path}.rate`} label={S.lab.rate} range={RATE} />
      <LimitControl path={path} id={id} />
      <QueueControl path={`${path}.queue`} />
      <Disclosure summary={id.endsWith("reverse") ? S.lab.moreOfWayBack : S.lab.moreOfLink}>
        <div className="form">
          <SettingControl path={`${path}.delay`} label={S.lab.delay} range={DELAY} />
          <SettingControl path={`${path}.schedule`} label={S.lab.schedule} />
          <SettingControl path={`${path}.loss`} label={S.lab.losses} addLabel={S.lab.addLoss} />
          {children}
        </div>
      </Disclosure>
    </>
  );
}

export interface SettingControlProps {
  readonly path: string;
  readonly label?: string;
  readonly range?: SliderRange;
  readonly addLabel?: string;
}

/** The control of one place of the document. */
export function SettingControl({ path, label, range, addLabel }: SettingControlProps): ReactNode {
  const { field, value, hints, onPreview, onCommit } = useSetting(path);
  if (!field) return null;
  const all: FieldHints = {
    ...hints,
    ...(label ? { label } : {}),
    ...(range ? { range } : {}),
    ...(addLabel ? { addLabel } : {}),
  };
  return <FieldControl field={field} value={value} hints={all} onPreview={onPreview} onCommit={onCommit} />;
}

function LimitControl({ path, id }: { readonly path: string; readonly id: string }): ReactNode {
  const { field, value, hints, onPreview, onCommit } = useSetting(`${path}.queue.limit`);
  const all = useLab((s) => s.derived?.links.find((l) => l.id === id)?.limit ?? null);
  if (!field) return null;
  return (
    <FieldControl
      field={field}
      value={value}
      hints={{ ...hints, label: S.lab.buffer, all }}
      onPreview={onPreview}
      onCommit={onCommit}
    />
  );
}

/** The discipline, and what it has besides the limit. Another discipline keeps the limit and begins with its defaults. */
function QueueControl({ path }: { readonly path: string }): ReactNode {
  const { catalogue, scenario } = useServices();
  const doc = useScenario((s) => s.doc);
  const from = useScenario((s) => s.editMode === "from");
  const issues = useLab((s) => s.issues);
  const field = describePath(catalogue, path, doc);
  const value = (readPath(doc, path) ?? field?.default ?? {}) as JsonObject;
  const fallback = (field?.default as JsonObject | undefined)?.kind;
  const kind = String(value.kind ?? fallback ?? "");
  const variant = field?.variants?.find((v) => v.value === kind);
  const fields = variant?.fields.filter((f) => f.name !== "limit") ?? [];
  const choose = (next: string | undefined): void => {
    const { limit } = value;
    const fresh: JsonObject = { kind: next ?? String(fallback), ...(limit === undefined ? {} : { limit }) };
    scenario.getState().apply(path, (d) => writePath(d, path, fresh));
  };
  return (
    <>
      <ChoiceField
        label={S.lab.queueKind}
        help={variant?.doc}
        value={kind}
        fallback={typeof fallback === "string" ? fallback : undefined}
        changed={kind !== fallback}
        choices={(field?.variants ?? []).map((v) => ({ value: v.value, label: v.label, doc: "" }))}
        disabled={from}
        note={from ? S.lab.onlyWhole : undefined}
        onCommit={choose}
      />
      {fields.length > 0 && (
        <Disclosure key={kind} summary={S.lab.settingsOf(variant?.label ?? kind)}>
          <ParamForm
            first={7}
            fields={fields}
            values={value}
            hints={(f) => ({
              disabled: from,
              issue: issues.find((i) => i.path === `${path}.${f.name}`)?.message,
            })}
            onPreview={(name, next) => scenario.getState().show(`${path}.${name}`, next, 0)}
            onCommit={(name, next, fold) =>
              scenario.getState().apply(`${path}.${name}`, (d) => writePath(d, `${path}.${name}`, next), fold)
            }
          />
        </Disclosure>
      )}
    </>
  );
}

/** The way back: like forward, or a link of its own. */
function ReverseLink({ path }: { readonly path: string }): ReactNode {
  const { scenario } = useServices();
  const doc = useScenario((s) => s.doc);
  const from = useScenario((s) => s.editMode === "from");
  const own = readPath(doc, `${path}.reverse`);
  const id = path === "network" ? "reverse" : `${path.split(".").at(-1)}.reverse`;
  return (
    <fieldset className="rules">
      <label className="span-toggle">
        <input
          type="checkbox"
          checked={Boolean(own)}
          disabled={from}
          onChange={(event) => {
            const {
              loss: _loss,
              schedule: _schedule,
              ...forward
            } = (readPath(doc, `${path}.forward`) ?? {}) as JsonObject;
            const next: Json | undefined = event.target.checked ? forward : undefined;
            scenario.getState().apply(`${path}.reverse`, (d) => writePath(d, `${path}.reverse`, next));
          }}
        />
        {S.lab.reverseLink}
      </label>
      {own && (
        <div className="form">
          <Direction path={`${path}.reverse`} id={id} />
        </div>
      )}
    </fieldset>
  );
}
