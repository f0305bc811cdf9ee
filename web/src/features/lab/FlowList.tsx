// FLOWS: one card per flow with the two settings that matter most, algorithm and round trip; everything else one click away.
import { type ReactNode, useEffect, useState } from "react";
import { DASHES, type LineStyle } from "../../charts/index.ts";
import { Select } from "../../components/choice.tsx";
import { ParamForm, VariantField } from "../../components/forms.tsx";
import { NumberField } from "../../components/NumberField.tsx";
import type { SliderRange } from "../../components/slider.ts";
import { Disclosure, Menu, Panel } from "../../components/surfaces.tsx";
import { type Choice, fieldAt } from "../../scenario/descriptors.ts";
import { labelOf } from "../../scenario/diff.ts";
import type { FlowDocument, Json, JsonObject, ScenarioDocument, Span } from "../../scenario/document.ts";
import {
  addFlow,
  canChangeLater,
  duplicateFlow,
  moveFlow,
  removeFlow,
  renameFlow,
  setAlgorithm,
  setFrom,
  valueAt,
} from "../../scenario/edit.ts";
import { readPath, writePath } from "../../scenario/path.ts";
import { roundTime } from "../../scenario/store.ts";
import { formatQuantity } from "../../scenario/units.ts";
import { S } from "../../strings/index.ts";
import { useServices } from "./context.tsx";
import { useLab, useMembers, usePlayhead, useScenario, useSelected, useStyles } from "./hooks.ts";
import { SettingControl } from "./LinkForm.tsx";
import { algorithmOf } from "./useSetting.tsx";

const RTT: SliderRange = { min: 0.002, max: 1, scale: "log", integer: false };
const START: SliderRange = { min: 0, max: 60, scale: "linear", integer: false };

/** What a new flow begins as. */
const NEW_FLOW: FlowDocument = { id: "flow", algorithm: "newreno" };

export function FlowList(): ReactNode {
  const { session, scenario } = useServices();
  const doc = useScenario((s) => s.doc);
  const from = useScenario((s) => s.editMode === "from");
  const run = useLab((s) => s.run);
  const members = useMembers(run);
  const flows = doc.flows ?? [];
  const styles = useStyles(members);
  const styleOf = (id: string): LineStyle | undefined => styles.get(id) ?? styles.get(`${id}.0`);
  const add = (): void => {
    const { usedIds, apply } = scenario.getState();
    const start = from ? { start: roundTime(session.playback.time) } : {};
    apply("add flow", (d) => addFlow(d, { ...NEW_FLOW, ...start }, usedIds));
  };
  return (
    <Panel
      title={S.lab.flows}
      actions={
        <button type="button" className="button is-small" onClick={add}>
          {S.lab.add}
        </button>
      }
    >
      {flows.length === 0 && (
        <p className="empty">
          {S.lab.noFlows} <span>{S.lab.noFlowsNext}</span>
        </p>
      )}
      <ol className="flows">
        {flows.map((flow, index) => (
          <FlowCard
            key={flow.id}
            flow={flow}
            first={index === 0}
            last={index === flows.length - 1}
            style={styleOf(flow.id)}
          />
        ))}
      </ol>
    </Panel>
  );
}

interface FlowCardProps {
  readonly flow: FlowDocument;
  readonly first: boolean;
  readonly last: boolean;
  readonly style: LineStyle | undefined;
}

function FlowCard({ flow, first, last, style }: FlowCardProps): ReactNode {
  const { session, scenario, catalogue } = useServices();
  const doc = useScenario((s) => s.doc);
  const from = useScenario((s) => s.editMode === "from");
  const issues = useLab((s) => s.issues);
  const [naming, setNaming] = useState(false);
  // Members of a flow are called id.0, id.1 and so on.
  const box = useSelected<HTMLLIElement>(
    "flow",
    (id) => id === flow.id || id.replace(/\.\d+$/, "") === flow.id,
  );
  const label = labelOf(flow);
  const { apply } = scenario.getState();
  const algorithms: readonly Choice[] = catalogue.algorithms.map((a) => ({
    value: a.id,
    label: a.name,
    doc: a.summary,
  }));
  const family = (choice: Choice): string =>
    S.algorithms.families[catalogue.algorithms.find((a) => a.id === choice.value)?.family ?? "none"];
  const issue = issues.find((i) => i.path.startsWith(`flows[${(doc.flows ?? []).indexOf(flow)}]`));
  const remove = (): void => {
    const at = roundTime(session.playback.time);
    if (from) apply("stop flow", (d) => setFrom(d, `flows.${flow.id}.active`, false, at));
    else {
      // The focus goes to a neighbour, or to what adds a flow: it must not be lost with the card.
      const card = box.current;
      const next =
        (card?.nextElementSibling ?? card?.previousElementSibling)?.querySelector(".menu") ??
        card?.closest(".panel");
      next?.querySelector<HTMLElement>("button")?.focus();
      apply("remove flow", (d) => removeFlow(d, flow.id));
    }
  };
  // A card that goes while the pointer is on it is never left by it.
  useEffect(() => () => session.timeView.setHighlight(null), [session]);
  return (
    <li
      ref={box}
      tabIndex={-1}
      className="flow"
      onPointerEnter={() => session.timeView.setHighlight((flow.count ?? 1) > 1 ? null : flow.id)}
      onPointerLeave={() => session.timeView.setHighlight(null)}
    >
      <div className="flow-head">
        <FlowSample style={style} />
        {naming ? (
          <input
            className="text-box flow-name-box"
            aria-label={S.lab.nameOfFlow}
            defaultValue={label}
            maxLength={80}
            // biome-ignore lint/a11y/noAutofocus: the reader has just asked to type here
            autoFocus
            onFocus={(event) => event.target.select()}
            onBlur={(event) => {
              setNaming(false);
              apply("rename", (d) => renameFlow(d, flow.id, event.target.value));
            }}
            onKeyDown={(event) => {
              if (event.key === "Enter") event.currentTarget.blur();
              if (event.key === "Escape") {
                event.stopPropagation();
                event.currentTarget.value = label;
                event.currentTarget.blur();
              }
            }}
          />
        ) : (
          <button type="button" className="flow-name" title={S.lab.rename2} onClick={() => setNaming(true)}>
            {label}
          </button>
        )}
        {(flow.count ?? 1) > 1 && <span className="flow-count">&times;&#8239;{flow.count}</span>}
        <Select
          name={`${S.lab.algorithm}: ${label}`}
          value={flow.algorithm ?? "newreno"}
          choices={algorithms}
          groupOf={family}
          disabled={from}
          onCommit={(id) => apply("algorithm", (d) => setAlgorithm(d, flow.id, id))}
        />
        <Menu
          label={S.lab.actionsFor(label)}
          items={[
            { label: S.lab.rename2, onSelect: () => setNaming(true) },
            {
              label: S.lab.duplicate,
              icon: "copy",
              onSelect: () =>
                apply("duplicate", (d) => duplicateFlow(d, flow.id, scenario.getState().usedIds)),
            },
            {
              label: S.lab.moveUp,
              icon: "up",
              disabled: first,
              onSelect: () => apply("move", (d) => moveFlow(d, flow.id, -1)),
            },
            {
              label: S.lab.moveDown,
              icon: "down",
              disabled: last,
              onSelect: () => apply("move", (d) => moveFlow(d, flow.id, 1)),
            },
            { label: from ? S.lab.stopHere : S.lab.remove, icon: "trash", danger: true, onSelect: remove },
          ]}
        />
      </div>
      <RttField flow={flow} />
      {issue && <p className="field-error">{issue.message}</p>}
      <Disclosure summary={S.lab.more} className="flow-more">
        <FlowSettings flow={flow} />
      </Disclosure>
    </li>
  );
}

/** The flow's line as the charts draw it. */
function FlowSample({ style }: { readonly style: LineStyle | undefined }): ReactNode {
  return (
    <svg className="flow-sample" width="18" height="10" aria-hidden="true">
      {style && (
        <line
          x1="1"
          x2="17"
          y1="5"
          y2="5"
          strokeWidth="3"
          stroke={
            style.shade
              ? `color-mix(in srgb, var(--ink) ${style.shade * 100}%, var(--line-${style.colour + 1}))`
              : `var(--line-${style.colour + 1})`
          }
          strokeDasharray={(DASHES[style.dash] ?? []).join(" ") || undefined}
        />
      )}
    </svg>
  );
}

const numeric = (span: Span | undefined, fallback: number): number | null =>
  span === undefined ? fallback : typeof span === "number" ? span : null;

/** Round trip on an empty network: twice the sum of all delays. Setting it splits the rest between both access links. */
function RttField({ flow }: { readonly flow: FlowDocument }): ReactNode {
  const { scenario, catalogue } = useServices();
  const doc = useScenario((s) => s.doc);
  const from = useScenario((s) => s.editMode === "from");
  const plain = (path: string, fallback: number): number => {
    const value = readPath(doc, path) ?? fieldAt(catalogue.document, path)?.default;
    return typeof value === "number" ? value : fallback;
  };
  const there = plain("network.forward.delay", 0.01);
  const back = doc.network?.reverse ? plain("network.reverse.delay", there) : there;
  const access = (side: "sender" | "receiver"): number => {
    const value = fieldAt(catalogue.document, `flows.*.access.${side}`)?.default;
    return typeof value === "number" ? value : 0.005;
  };
  const sender = numeric(flow.access?.sender, access("sender"));
  const receiver = numeric(flow.access?.receiver, access("receiver"));
  const least = there + back;
  const varies = sender === null || receiver === null;
  const value = varies ? null : Number((least + 2 * (sender + receiver)).toPrecision(12));
  const edit = (rtt: number): ((d: ScenarioDocument) => ScenarioDocument) => {
    const side = Math.max(0, Number(((rtt - least) / 4).toPrecision(12)));
    return (d) =>
      writePath(
        writePath(d, `flows.${flow.id}.access.sender`, side),
        `flows.${flow.id}.access.receiver`,
        side,
      );
  };
  return (
    <NumberField
      label={S.lab.rtt}
      help={S.lab.rttHelp}
      unit="s"
      value={value}
      fallback={least + 2 * (access("sender") + access("receiver"))}
      range={{ ...RTT, min: Math.max(RTT.min, least) }}
      min={least}
      disabled={from}
      nullMeans={varies ? S.lab.rttVaries : undefined}
      note={from ? S.lab.onlyWhole : undefined}
      onCommit={(next, fold) => {
        const rtt = next ?? least + 2 * (access("sender") + access("receiver"));
        scenario.getState().apply(`rtt ${flow.id}`, edit(rtt), fold);
      }}
      onPreview={(next) => scenario.setState({ preview: edit(next)(scenario.getState().doc) })}
    />
  );
}

/** Everything else a flow has: source, times, sizes, delays, and the parameters of its algorithm. */
function FlowSettings({ flow }: { readonly flow: FlowDocument }): ReactNode {
  const { session, scenario, catalogue } = useServices();
  const doc = useScenario((s) => s.doc);
  const from = useScenario((s) => s.editMode === "from");
  const playhead = usePlayhead(from);
  const algorithm = catalogue.algorithms.find((a) => a.id === algorithmOf(doc, flow.id));
  const base = `flows.${flow.id}`;
  const values: JsonObject = Object.fromEntries(
    (algorithm?.fields ?? []).flatMap((field) => {
      const path = `${base}.params.${field.name}`;
      const value = from ? valueAt(doc, path, playhead) : readPath(doc, path);
      return value === undefined ? [] : [[field.name, value]];
    }),
  );
  const set = (path: string, value: Json | undefined, fold: boolean): void => {
    scenario.getState().set(path, value, session.playback.time, fold);
  };
  return (
    <div className="form">
      <VariantField
        label={S.lab.source}
        parts={catalogue.sources}
        value={(flow.source ?? { kind: "greedy" }) as JsonObject}
        fallback={{ kind: "greedy" }}
        changed={flow.source !== undefined && flow.source.kind !== "greedy"}
        disabled={from}
        onCommit={(next, fold) => set(`${base}.source`, next, fold)}
      />
      <SettingControl path={`${base}.start`} range={{ ...START, max: doc.duration ?? START.max }} />
      <SettingControl path={`${base}.stop`} range={{ ...START, max: doc.duration ?? START.max }} />
      <SettingControl path={`${base}.count`} range={{ min: 1, max: 100, scale: "log", integer: true }} />
      {(doc.network?.kind ?? "dumbbell") !== "dumbbell" && <SettingControl path={`${base}.path`} />}
      <SettingControl path={`${base}.role`} />
      <SettingControl path={`${base}.packet`} range={{ min: 64, max: 9000, scale: "log", integer: true }} />
      <SettingControl
        path={`${base}.access.sender`}
        range={{ min: 0, max: 0.5, scale: "log", integer: false }}
      />
      <SettingControl
        path={`${base}.access.receiver`}
        range={{ min: 0, max: 0.5, scale: "log", integer: false }}
      />
      {algorithm && algorithm.fields.length > 0 && (
        <>
          <h3 className="form-head">{S.lab.parametersOf(algorithm.name)}</h3>
          <ParamForm
            fields={algorithm.fields}
            values={values}
            hints={(field) => ({
              disabled: from && !canChangeLater(doc, `${base}.params.${field.name}`),
            })}
            onPreview={(name, value) =>
              scenario.getState().show(`${base}.params.${name}`, value, session.playback.time)
            }
            onCommit={(name, value, fold) => {
              const path = `${base}.params.${name}`;
              const fallback = algorithm.fields.find((f) => f.name === name)?.default ?? null;
              set(path, value === undefined && from ? fallback : value, fold);
            }}
          />
        </>
      )}
      <p className="flow-id">
        {S.lab.idOf} <code>{flow.id}</code>
        {flow.start !== undefined && typeof flow.start === "number" && flow.start > 0 && (
          <>, {S.lab.startsAt(formatQuantity(flow.start, "s"))}</>
        )}
      </p>
    </div>
  );
}
