// The drawing of the editor of networks: connects the canvas with the scenario store and keeps the selection.
import { type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { createGraphCanvas, type GraphCanvas, type Places } from "../../../../charts/network/graphCanvas.ts";
import type { CanvasItem } from "../../../../charts/network/graphHandles.ts";
import type { ScenarioDocument } from "../../../../generated/types.ts";
import { namedLinks } from "../../../../scenario/descriptors.ts";
import { removeFlow } from "../../../../scenario/edit.ts";
import {
  addFlowBetween,
  addLink,
  addNode,
  graphOf,
  nodeIds,
  type Place,
  placeInDrawing,
  removeHop,
  removeLink,
  removeNode,
  setFlowEnds,
} from "../../../../scenario/graphEdits.ts";
import { useServices } from "../../state/context.tsx";
import { useLab, useScenario, useStyles } from "../../state/hooks.ts";
import { drawingOf } from "./drawing.ts";
import { graphTexts } from "./texts/index.ts";

/** Something that is selected in the editor. */
export type EditorItem = CanvasItem;

export interface Editor {
  /** The element that contains the drawing. */
  readonly host: RefObject<HTMLDivElement | null>;
  readonly selected: EditorItem | null;
  readonly select: (item: EditorItem | null) => void;
  readonly draws: "link" | "flow";
  readonly setDraws: (draws: "link" | "flow") => void;
  /** Adds a node that is linked to the selected node or else to the last node. */
  readonly addNode: () => void;
  readonly addFlow: () => void;
  readonly remove: (item: EditorItem) => void;
}

type Select = (item: EditorItem | null) => void;

export function useEditor(): Editor {
  const doc = useScenario((s) => s.doc);
  const derived = useLab((s) => s.derived);
  const run = useLab((s) => s.run);
  const styles = useStyles(run);
  const [selected, select] = useState<EditorItem | null>(null);
  const isGraph = graphOf(doc) !== null;
  const [chosenDraws, setDraws] = useState<"link" | "flow">("link");
  const draws = isGraph ? chosenDraws : "flow";
  const drawing = useMemo(() => drawingOf(doc, derived, styles), [doc, derived, styles]);
  const edits = useGraphEdits(draws, select);
  const [host, canvas] = useCanvas(edits, select);
  useEffect(() => {
    canvas.current?.update({ ...drawing, selected, draws });
  }, [canvas, drawing, selected, draws]);
  return {
    host,
    selected: isPresent(doc, selected) ? selected : null,
    select,
    draws,
    setDraws,
    addNode: () => edits.addLinkedNode(selected?.kind === "node" ? selected.id : undefined),
    addFlow: () => {
      const nodes = nodeIds(doc);
      edits.addFlow(nodes[0] ?? "", nodes.at(-1) ?? "");
    },
    remove: edits.remove,
  };
}

/** The edits of the drawing. What an edit adds or changes is selected afterwards. */
interface GraphEdits {
  readonly addLinkedNode: (from: string | undefined, at?: Place, places?: Places) => void;
  readonly addFlow: (from: string, to: string) => void;
  /** Adds a link or a flow, whichever is drawn. */
  readonly connect: (from: string, to: string) => void;
  readonly place: (places: Places) => void;
  readonly setEnd: (flow: string, end: "from" | "to", node: string) => void;
  readonly remove: (item: EditorItem) => void;
}

function useGraphEdits(draws: "link" | "flow", select: Select): GraphEdits {
  const { scenario } = useServices();
  const apply = (key: string, edit: (doc: ScenarioDocument) => ScenarioDocument, merge = false): void =>
    scenario.getState().apply(key, edit, merge);
  const selectNew = (kind: EditorItem["kind"], id: string | undefined): void => {
    if (id !== undefined) select({ kind, id });
  };
  const addFlow = (from: string, to: string): void => {
    apply("add flow", (d) => addFlowBetween(d, { from, to }, scenario.getState().usedIds));
    selectNew("flow", scenario.getState().doc.flows?.at(-1)?.id);
  };
  return {
    addFlow,
    addLinkedNode: (from, at, places) => {
      apply("add node", (d) => addNode(places ? placeInDrawing(d, places) : d, from, at));
      selectNew("node", nodeIds(scenario.getState().doc).at(-1));
    },
    connect: (from, to) => {
      if (draws === "flow") {
        addFlow(from, to);
        return;
      }
      apply("add link", (d) => addLink(d, from, to));
      selectNew("link", graphOf(scenario.getState().doc)?.links?.at(-1)?.id);
    },
    place: (places) => apply("place nodes", (d) => placeInDrawing(d, places), true),
    setEnd: (flow, end, node) => {
      apply("flow ends", (d) => setFlowEnds(d, flow, { [end]: node }));
      select({ kind: "flow", id: flow });
    },
    remove: (item) => {
      apply(`remove ${item.kind}`, (d) => {
        if (item.kind === "node") return removeNode(d, item.id);
        if (item.kind === "flow") return removeFlow(d, item.id);
        return graphOf(d) ? removeLink(d, item.id) : removeHop(d, item.id);
      });
      select(null);
    },
  };
}

/** Creates the canvas in an element, whose gestures become edits. */
function useCanvas(
  edits: GraphEdits,
  select: Select,
): readonly [RefObject<HTMLDivElement | null>, RefObject<GraphCanvas | null>] {
  const host = useRef<HTMLDivElement>(null);
  const canvas = useRef<GraphCanvas | null>(null);
  const latest = useEffectEvent((): GraphEdits => edits);
  useEffect(() => {
    if (!host.current) return;
    const created = createGraphCanvas(
      host.current,
      {
        onSelect: select,
        onPlace: (places) => latest().place(places),
        onConnect: (from, to) => latest().connect(from, to),
        onAddNode: (from, at, places) => latest().addLinkedNode(from, at, places),
        onFlowEnd: (flow, end, node) => latest().setEnd(flow, end, node),
        onRemove: (item) => latest().remove(item),
      },
      graphTexts,
    );
    canvas.current = created;
    return () => {
      canvas.current = null;
      created.destroy();
    };
  }, [select]);
  return [host, canvas];
}

/** Whether the document still contains an item: undo may have removed it. */
function isPresent(doc: ScenarioDocument, item: EditorItem | null): boolean {
  if (item === null) return false;
  if (item.kind === "flow") return (doc.flows ?? []).some((flow) => flow.id === item.id);
  if (item.kind === "node") return nodeIds(doc).includes(item.id);
  return namedLinks(doc).some((link) => link.id === item.id);
}
