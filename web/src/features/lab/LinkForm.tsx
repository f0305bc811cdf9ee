// LINK: rate, delay, queue and losses of the bottleneck; its own way back when it has one.
import type { ReactNode } from "react";
import { S } from "../../app/strings.ts";
import { Select } from "../../components/choice.tsx";
import { IconButton } from "../../components/icons.tsx";
import { FieldControl, type FieldHints, ParamForm } from "../../components/ParamForm.tsx";
import type { SliderRange } from "../../components/slider.ts";
import { Disclosure, Panel } from "../../components/surfaces.tsx";
import type { Json, JsonObject } from "../../scenario/document.ts";
import { readPath, writePath } from "../../scenario/path.ts";
import { useLab, useScenario, useServices } from "./context.tsx";
import { useSetting } from "./useSetting.tsx";

const RATE: SliderRange = { min: 1e5, max: 1e9, scale: "log", integer: false };
const DELAY: SliderRange = { min: 0.0005, max: 0.5, scale: "log", integer: false };

export function LinkForm(): ReactNode {
  const { catalogue } = useServices();
  const doc = useScenario((s) => s.doc);
  const queueKind = String(readPath(doc, "network.forward.queue.kind") ?? "drop_tail");
  const queue = catalogue.queues.find((q) => q.id === queueKind);
  return (
    <Panel title={S.lab.link}>
      <div className="form">
        <SettingControl path="network.forward.rate" label={S.lab.rate} range={RATE} />
        <LimitControl direction="forward" />
        <Disclosure summary={S.lab.moreOfLink}>
          <div className="form">
            <SettingControl path="network.forward.delay" label={S.lab.delay} range={DELAY} />
            <QueueKind direction="forward" />
            {queue?.fields
              .filter((f) => f.type !== "limit")
              .map((f) => (
                <SettingControl key={f.name} path={`network.forward.queue.${f.name}`} />
              ))}
            <LossRules path="network.forward.loss" />
            <SettingControl path="network.access_rate" />
            <ReverseLink />
          </div>
        </Disclosure>
      </div>
    </Panel>
  );
}

export interface SettingControlProps {
  readonly path: string;
  readonly label?: string;
  readonly range?: SliderRange;
}

/** The control of one place of the document. */
export function SettingControl({ path, label, range }: SettingControlProps): ReactNode {
  const { field, value, hints, onPreview, onCommit } = useSetting(path);
  if (!field) return null;
  const all: FieldHints = { ...hints, ...(label ? { label } : {}), ...(range ? { range } : {}) };
  return <FieldControl field={field} value={value} hints={all} onPreview={onPreview} onCommit={onCommit} />;
}

function LimitControl({ direction }: { readonly direction: "forward" | "reverse" }): ReactNode {
  const { catalogue } = useServices();
  const doc = useScenario((s) => s.doc);
  const kind = String(readPath(doc, `network.${direction}.queue.kind`) ?? "drop_tail");
  const queue = catalogue.queues.find((q) => q.id === kind);
  const limit = queue?.fields.find((f) => f.type === "limit");
  const path = `network.${direction}.queue.${limit?.name ?? "limit"}`;
  const { value, hints, onPreview, onCommit } = useSetting(path);
  const all = useLab((s) => s.derived?.links.find((l) => l.id === direction)?.limit ?? null);
  if (!limit) return null;
  return (
    <FieldControl
      field={limit}
      value={value}
      hints={{ ...hints, label: S.lab.buffer, all }}
      onPreview={onPreview}
      onCommit={onCommit}
    />
  );
}

function QueueKind({ direction }: { readonly direction: "forward" | "reverse" }): ReactNode {
  const { catalogue, scenario } = useServices();
  const doc = useScenario((s) => s.doc);
  const path = `network.${direction}.queue`;
  const kind = String(readPath(doc, `${path}.kind`) ?? "drop_tail");
  if (catalogue.queues.length < 2) return null;
  return (
    <div className="field">
      <div className="field-head">
        <span className="field-name">{S.lab.queueKind}</span>
        <Select
          name={S.lab.queueKind}
          value={kind}
          choices={catalogue.queues.map((q) => ({ value: q.id, label: q.name, doc: q.doc }))}
          onCommit={(next) => {
            const limit = readPath(doc, `${path}.limit`);
            const fresh = { kind: next, ...(limit === undefined ? {} : { limit }) };
            scenario.getState().apply(path, (d) => writePath(d, path, fresh));
          }}
        />
      </div>
    </div>
  );
}

/** Losses besides those of the queue, as a list of rules. */
function LossRules({ path }: { readonly path: string }): ReactNode {
  const { catalogue, scenario } = useServices();
  const { value, hints, onCommit } = useSetting(path);
  const flows = useScenario((s) => s.doc.flows ?? []);
  const rules = (Array.isArray(value) ? value : []) as readonly JsonObject[];
  const write = (next: readonly JsonObject[], fold = false): void =>
    onCommit(
      next.length === 0 && scenario.getState().editMode === "whole" ? undefined : (next as Json),
      fold,
    );
  const choices = catalogue.losses.map((l) => ({ value: l.id, label: l.name, doc: l.doc }));
  return (
    <fieldset className="rules" disabled={hints.disabled}>
      <legend>{S.lab.losses}</legend>
      {rules.map((rule, index) => {
        const part = catalogue.losses.find((l) => l.id === rule["kind"]);
        const change = (next: JsonObject, fold = false): void =>
          write(
            rules.map((r, i) => (i === index ? next : r)),
            fold,
          );
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: rules have no identity of their own
          <div key={index} className="rule">
            <div className="rule-head">
              <Select
                name={S.lab.losses}
                value={String(rule["kind"])}
                choices={choices}
                onCommit={(kind) => change({ kind })}
              />
              <IconButton
                icon="close"
                label={S.lab.removeLoss}
                tipSide="left"
                onClick={() => write(rules.filter((_, i) => i !== index))}
              />
            </div>
            {part && (
              <ParamForm
                fields={part.fields.filter((f) => f.type !== "id" && f.type !== "list")}
                values={rule}
                onCommit={(name, next, fold) => change(withField(rule, name, next), fold)}
              />
            )}
            <div className="field-head">
              <span className="field-name">{S.lab.lossFlow}</span>
              <Select
                name={S.lab.lossFlow}
                value={String(rule["flow"] ?? "")}
                choices={[
                  { value: "", label: S.lab.anyFlow, doc: "" },
                  ...flows.map((f) => ({ value: f.id, label: f.label || f.id, doc: "" })),
                ]}
                onCommit={(next) => change(withField(rule, "flow", next === "" ? undefined : next))}
              />
            </div>
          </div>
        );
      })}
      <button
        type="button"
        className="button is-small"
        onClick={() => write([...rules, { kind: catalogue.losses[0]?.id ?? "random" }])}
      >
        {S.lab.addLoss}
      </button>
      {hints.issue && <p className="field-error">{hints.issue}</p>}
      {hints.note && <p className="field-note">{hints.note}</p>}
    </fieldset>
  );
}

function withField(object: JsonObject, name: string, value: Json | undefined): JsonObject {
  const rest = Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));
  return value === undefined ? rest : { ...rest, [name]: value };
}

/** The way back: like forward, or a link of its own. */
function ReverseLink(): ReactNode {
  const { scenario } = useServices();
  const doc = useScenario((s) => s.doc);
  const from = useScenario((s) => s.editMode === "from");
  const own = doc.network?.reverse;
  return (
    <fieldset className="rules">
      <label className="span-toggle">
        <input
          type="checkbox"
          checked={Boolean(own)}
          disabled={from}
          onChange={(event) => {
            const { loss: _loss, ...forward } = doc.network?.forward ?? {};
            const next = event.target.checked ? (forward as JsonObject) : undefined;
            scenario.getState().apply("network.reverse", (d) => writePath(d, "network.reverse", next));
          }}
        />
        {S.lab.reverseLink}
      </label>
      {own && (
        <div className="form">
          <SettingControl path="network.reverse.rate" range={RATE} />
          <SettingControl path="network.reverse.delay" range={DELAY} />
          <LimitControl direction="reverse" />
          <LossRules path="network.reverse.loss" />
        </div>
      )}
    </fieldset>
  );
}
