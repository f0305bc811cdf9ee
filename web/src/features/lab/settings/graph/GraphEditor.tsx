// The editor of networks with several links: a drawing in which a network is built by pointing, the settings
// of the selected item, and a list of all items, which offers the same without a drawing.
import type { ReactNode } from "react";
import { Button } from "../../../../components/Button.tsx";
import { Dialog } from "../../../../components/Dialog.tsx";
import { SegmentedControl, Select } from "../../../../components/fields/choice.tsx";
import { IconButton } from "../../../../components/icons.tsx";
import type { Choice, ScenarioDocument } from "../../../../generated/types.ts";
import { describePath, kindAt, namedLinks } from "../../../../scenario/descriptors.ts";
import { labelOf } from "../../../../scenario/flowLabel.ts";
import {
  addCrossFlows,
  addHop,
  graphOf,
  nodeIds,
  placeAutomatically,
  setAllQueues,
} from "../../../../scenario/graphEdits.ts";
import { pageTexts } from "../../../../texts/index.ts";
import { useServices } from "../../state/context.tsx";
import { useLab, useScenario } from "../../state/hooks.ts";
import { Inspector } from "./Inspector.tsx";
import { graphTexts } from "./texts/index.ts";
import { type Editor, type EditorItem, useEditor } from "./useEditor.ts";
import "./graph.css";

export default function GraphEditor({ onClose }: { readonly onClose: () => void }): ReactNode {
  return (
    <Dialog title={graphTexts.title} open onClose={onClose} wide>
      <EditorBody />
    </Dialog>
  );
}

function EditorBody(): ReactNode {
  const doc = useScenario((s) => s.doc);
  const editor = useEditor();
  const isGraph = graphOf(doc) !== null;
  return (
    <div className="graph-editor grid gap-4">
      <Toolbar editor={editor} isGraph={isGraph} />
      <div className="stack gap-2">
        <div className="graph-host card" ref={editor.host} />
        <Status doc={doc} />
        <p className="field-note graph-hint">
          {!isGraph
            ? graphTexts.hintRow
            : editor.draws === "flow"
              ? graphTexts.hintFlows
              : graphTexts.hintGraph}{" "}
          <span>{graphTexts.hintKeys}</span>
        </p>
      </div>
      <div className="stack gap-4">
        <Inspector selected={editor.selected} onSelect={editor.select} />
        <ItemList doc={doc} editor={editor} />
      </div>
    </div>
  );
}

function Toolbar({ editor, isGraph }: { readonly editor: Editor; readonly isGraph: boolean }): ReactNode {
  const { scenario } = useServices();
  const { apply, undo, redo } = scenario.getState();
  const doc = useScenario((s) => s.doc);
  const canUndo = useScenario((s) => s.history.past.length > 0);
  const canRedo = useScenario((s) => s.history.future.length > 0);
  const isPlaced = (graphOf(doc)?.nodes ?? []).some((node) => node.x !== undefined || node.y !== undefined);
  return (
    <div className="graph-tools cluster" role="toolbar" aria-label={graphTexts.title}>
      <IconButton icon="undo" label={pageTexts.lab.undo} disabled={!canUndo} onClick={undo} />
      <IconButton icon="redo" label={pageTexts.app.redo} disabled={!canRedo} onClick={redo} />
      {isGraph && (
        <SegmentedControl
          label={graphTexts.draw}
          small
          value={editor.draws}
          options={[
            { value: "link", label: graphTexts.drawLinks, tip: graphTexts.draw },
            { value: "flow", label: graphTexts.drawFlows, tip: graphTexts.draw },
          ]}
          onChange={editor.setDraws}
        />
      )}
      {isGraph ? (
        <Button onClick={editor.addNode}>{graphTexts.addNode}</Button>
      ) : (
        <Button onClick={() => apply("add hop", addHop)}>{graphTexts.addHop}</Button>
      )}
      <Button onClick={editor.addFlow}>{graphTexts.addFlow}</Button>
      <Button
        title={graphTexts.crossFlowsTip}
        onClick={() => apply("add flows", (d) => addCrossFlows(d, scenario.getState().usedIds))}
      >
        {graphTexts.crossFlows}
      </Button>
      <AllQueues doc={doc} />
      {/* Always there, so that the first node that is moved does not move the drawing. */}
      <Button
        title={graphTexts.arrangeTip}
        disabled={!isPlaced}
        onClick={() => apply("arrange", placeAutomatically)}
      >
        {graphTexts.arrange}
      </Button>
    </div>
  );
}

/** The queue discipline of all links, in one step. */
function AllQueues({ doc }: { readonly doc: ScenarioDocument }): ReactNode {
  const { scenario, catalogue } = useServices();
  const links = namedLinks(doc);
  const first = links[0];
  const field = first && describePath(catalogue, `network.links.${first.id}.forward.queue`, doc);
  const variants = field?.variants ?? [];
  if (variants.length === 0) return null;
  const kinds = new Set(
    links.map((link) => kindAt(catalogue, `network.links.${link.id}.forward.queue`, doc)),
  );
  const [kind = ""] = kinds;
  const mixed: Choice = { value: "", label: graphTexts.mixedQueues, doc: "" };
  const choices = variants.map(({ value, label }) => ({ value, label, doc: "" }));
  return (
    <span className="graph-queues row inline soft">
      <span aria-hidden="true">{graphTexts.allQueues}</span>
      <Select
        accessibleName={graphTexts.allQueues}
        value={kinds.size === 1 ? kind : ""}
        choices={kinds.size === 1 ? choices : [mixed, ...choices]}
        onCommit={(next) =>
          next !== "" && scenario.getState().apply("all queues", (d) => setAllQueues(d, next))
        }
      />
    </span>
  );
}

/** Whether the network can be run, and otherwise the simulator's first problem. */
function Status({ doc }: { readonly doc: ScenarioDocument }): ReactNode {
  const issue = useLab((s) => s.issues[0]);
  return (
    <p className={issue ? "field-error graph-status text-s" : "graph-status text-s"} role="status">
      {issue?.message ??
        graphTexts.runs({
          nodes: nodeIds(doc).length,
          links: namedLinks(doc).length,
          flows: (doc.flows ?? []).length,
        })}
    </p>
  );
}

function ItemList({ doc, editor }: { readonly doc: ScenarioDocument; readonly editor: Editor }): ReactNode {
  const labels = new Map((graphOf(doc)?.nodes ?? []).map((node) => [node.id, node.label ?? node.id]));
  const groups: readonly {
    readonly kind: EditorItem["kind"];
    readonly title: string;
    readonly items: readonly (readonly [id: string, label: string])[];
  }[] = [
    {
      kind: "node",
      title: graphOf(doc) ? graphTexts.nodes : graphTexts.routers,
      items: nodeIds(doc).map((id) => [id, labels.get(id) ?? id]),
    },
    { kind: "link", title: graphTexts.links, items: namedLinks(doc).map(({ id }) => [id, id]) },
    {
      kind: "flow",
      title: graphTexts.flows,
      items: (doc.flows ?? []).map((flow) => [flow.id, labelOf(flow, doc)]),
    },
  ];
  const { selected } = editor;
  return (
    <section className="graph-items stack" aria-label={graphTexts.items}>
      {groups.map(({ kind, title, items }) => (
        <fieldset className="cluster gap-1" key={kind}>
          <legend className="soft text-s">{title}</legend>
          {items.map(([id, label]) => (
            <button
              key={id}
              type="button"
              className="chip"
              aria-pressed={selected?.kind === kind && selected.id === id}
              onClick={() => editor.select({ kind, id })}
            >
              {label}
            </button>
          ))}
        </fieldset>
      ))}
    </section>
  );
}
