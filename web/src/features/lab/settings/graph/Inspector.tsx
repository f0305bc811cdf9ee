// The settings of the node, link or flow that is selected in the editor of networks.

import { type ReactNode, useId, useState } from "react";
import { Button } from "../../../../components/Button.tsx";
import { Select } from "../../../../components/fields/choice.tsx";
import type { Choice, ScenarioDocument } from "../../../../generated/types.ts";
import { algorithmOf } from "../../../../scenario/descriptors.ts";
import { removeFlow, renameFlow, setAlgorithm } from "../../../../scenario/edit.ts";
import { labelOf } from "../../../../scenario/flowLabel.ts";
import {
  addLink,
  endsOf,
  type FlowEnds,
  graphOf,
  linkIdProblem,
  nodeIds,
  removeHop,
  removeLink,
  removeNode,
  renameLink,
  renameNode,
  setFlowEnds,
  setLinkEnds,
} from "../../../../scenario/graphEdits.ts";
import { writePath } from "../../../../scenario/path.ts";
import { pageTexts } from "../../../../texts/index.ts";
import { useServices } from "../../state/context.tsx";
import { useScenario } from "../../state/hooks.ts";
import { Direction } from "../Direction.tsx";
import { graphTexts } from "./texts/index.ts";
import type { EditorItem } from "./useEditor.ts";

type Edit = (doc: ScenarioDocument) => ScenarioDocument;

export interface InspectorProps {
  readonly selected: EditorItem | null;
  readonly onSelect: (item: EditorItem | null) => void;
}

export function Inspector({ selected, onSelect }: InspectorProps): ReactNode {
  const doc = useScenario((s) => s.doc);
  if (selected?.kind === "node")
    return <NodePane key={selected.id} doc={doc} id={selected.id} onSelect={onSelect} />;
  if (selected?.kind === "link")
    return <LinkPane key={selected.id} doc={doc} id={selected.id} onSelect={onSelect} />;
  if (selected?.kind === "flow")
    return <FlowPane key={selected.id} doc={doc} id={selected.id} onSelect={onSelect} />;
  return <p className="field-note">{graphTexts.nothing}</p>;
}

interface PaneProps {
  readonly doc: ScenarioDocument;
  readonly id: string;
  readonly onSelect: (item: EditorItem | null) => void;
}

function useApply(): (key: string, edit: Edit) => void {
  const { scenario } = useServices();
  return (key, edit) => scenario.getState().apply(key, edit);
}

/** The names of the nodes as choices. */
export function nodeChoices(doc: ScenarioDocument): readonly Choice[] {
  const labels = new Map((graphOf(doc)?.nodes ?? []).map((node) => [node.id, node.label]));
  return nodeIds(doc).map((id) => {
    const label = labels.get(id);
    return { value: id, label: label ? `${label} (${id})` : id, doc: "" };
  });
}

function NodePane({ doc, id, onSelect }: PaneProps): ReactNode {
  const apply = useApply();
  const graph = graphOf(doc);
  const node = graph?.nodes?.find((candidate) => candidate.id === id);
  if (!graph || !node)
    return (
      <Pane title={graphTexts.node({ label: id })}>
        <p className="field-note">{graphTexts.router}</p>
      </Pane>
    );
  const links = (graph.links ?? []).filter((link) => link.from === id || link.to === id);
  const linked = new Set(links.flatMap((link) => [link.from, link.to]));
  const others = nodeChoices(doc).filter(({ value }) => value !== id && !linked.has(value));
  return (
    <Pane title={graphTexts.node({ label: node.label ?? id })}>
      <NameRow
        value={node.label ?? id}
        onCommit={(text) => apply("rename", (d) => renameNode(d, id, text))}
      />
      {others.length > 0 && (
        <SelectRow
          label={graphTexts.linkTo}
          value=""
          choices={[{ value: "", label: graphTexts.chooseNode, doc: "" }, ...others]}
          onCommit={(to) => to !== "" && apply("add link", (d) => addLink(d, id, to))}
        />
      )}
      <p className="field-note">{graphTexts.linkCount({ n: links.length })}</p>
      <RemoveButton
        label={graphTexts.removeNode}
        disabled={(graph.nodes ?? []).length <= 2}
        onRemove={() => {
          apply("remove node", (d) => removeNode(d, id));
          onSelect(null);
        }}
      />
    </Pane>
  );
}

function LinkPane({ doc, id, onSelect }: PaneProps): ReactNode {
  const apply = useApply();
  const link = graphOf(doc)?.links?.find((candidate) => candidate.id === id);
  const hops = doc.network?.kind === "parking_lot" ? (doc.network.links ?? []) : [];
  const setEnds = (ends: Partial<FlowEnds>): void => apply("link ends", (d) => setLinkEnds(d, id, ends));
  return (
    <Pane title={pageTexts.lab.linkNamed({ id })}>
      {link && (
        <>
          <NameRow
            value={id}
            problemOf={(text) => {
              const problem = linkIdProblem(doc, id, text);
              return problem && (problem === "taken" ? graphTexts.idTaken : graphTexts.idCharacters);
            }}
            onCommit={(text) => {
              apply("rename", (d) => renameLink(d, id, text));
              onSelect({ kind: "link", id: text });
            }}
          />
          <EndRows doc={doc} ends={link} onChange={setEnds} />
          <label className="span-toggle row inline">
            <input
              type="checkbox"
              checked={link.one_way ?? false}
              onChange={(event) => {
                const oneWay = event.target.checked ? true : undefined;
                apply("one way", (d) => writePath(d, `network.links.${id}.one_way`, oneWay));
              }}
            />
            {graphTexts.oneWay}
          </label>
        </>
      )}
      <Direction path={`network.links.${id}.forward`} id={`${id}.forward`} />
      <RemoveButton
        label={graphTexts.removeLink}
        disabled={!link && hops.length < 2}
        onRemove={() => {
          apply("remove link", (d) => (link ? removeLink(d, id) : removeHop(d, id)));
          onSelect(null);
        }}
      />
    </Pane>
  );
}

function FlowPane({ doc, id, onSelect }: PaneProps): ReactNode {
  const { catalogue } = useServices();
  const apply = useApply();
  const flow = doc.flows?.find((candidate) => candidate.id === id);
  if (!flow) return null;
  return (
    <Pane title={labelOf(flow, doc)}>
      <NameRow
        value={labelOf(flow, doc)}
        onCommit={(text) => apply("rename", (d) => renameFlow(d, id, text))}
      />
      <EndRows
        doc={doc}
        ends={endsOf(flow, nodeIds(doc))}
        onChange={(ends) => apply("flow ends", (d) => setFlowEnds(d, id, ends))}
      />
      <SelectRow
        label={graphTexts.algorithm}
        value={algorithmOf(catalogue, id, doc)}
        choices={catalogue.algorithms.map((a) => ({ value: a.id, label: a.name, doc: "" }))}
        onCommit={(algorithm) => apply("algorithm", (d) => setAlgorithm(d, id, algorithm))}
      />
      <RemoveButton
        label={graphTexts.removeFlow}
        onRemove={() => {
          apply("remove flow", (d) => removeFlow(d, id));
          onSelect(null);
        }}
      />
    </Pane>
  );
}

function Pane({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactNode {
  return (
    <section className="graph-pane" aria-label={title}>
      <h3>{title}</h3>
      <div className="form stack">{children}</div>
    </section>
  );
}

/** The two nodes of a link or a flow. The node at the other end is no choice. */
function EndRows({
  doc,
  ends,
  onChange,
}: {
  readonly doc: ScenarioDocument;
  readonly ends: FlowEnds;
  readonly onChange: (ends: Partial<FlowEnds>) => void;
}): ReactNode {
  const choices = nodeChoices(doc);
  const except = (other: string): readonly Choice[] => choices.filter(({ value }) => value !== other);
  return (
    <>
      <SelectRow
        label={graphTexts.from}
        value={ends.from}
        choices={except(ends.to)}
        onCommit={(from) => onChange({ from })}
      />
      <SelectRow
        label={graphTexts.to}
        value={ends.to}
        choices={except(ends.from)}
        onCommit={(to) => onChange({ to })}
      />
    </>
  );
}

export function SelectRow({
  label,
  value,
  choices,
  onCommit,
}: {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly Choice[];
  readonly onCommit: (value: string) => void;
}): ReactNode {
  const id = useId();
  return (
    <div className="graph-row grid gap-2">
      <label htmlFor={id}>{label}</label>
      <Select id={id} value={value} choices={choices} onCommit={onCommit} />
    </div>
  );
}

function NameRow({
  value,
  problemOf = () => null,
  onCommit,
}: {
  readonly value: string;
  readonly problemOf?: (text: string) => string | null;
  readonly onCommit: (text: string) => void;
}): ReactNode {
  const id = useId();
  const [problem, setProblem] = useState<string | null>(null);
  const commit = (text: string): void => {
    const found = text === value ? null : problemOf(text);
    setProblem(found);
    if (found === null && text !== value) onCommit(text);
  };
  return (
    <div className="graph-row grid gap-2">
      <label htmlFor={id}>{graphTexts.name}</label>
      <input
        id={id}
        key={value}
        className="text-box"
        type="text"
        defaultValue={value}
        maxLength={80}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}-error` : undefined}
        onBlur={(event) => commit(event.target.value.trim())}
        onKeyDown={(event) => {
          if (event.key === "Enter") commit(event.currentTarget.value.trim());
        }}
      />
      {problem && (
        <p className="field-error" id={`${id}-error`}>
          {problem}
        </p>
      )}
    </div>
  );
}

function RemoveButton({
  label,
  disabled,
  onRemove,
}: {
  readonly label: string;
  readonly disabled?: boolean;
  readonly onRemove: () => void;
}): ReactNode {
  return (
    <Button danger disabled={disabled} onClick={onRemove}>
      {label}
    </Button>
  );
}
