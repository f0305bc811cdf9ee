// The drawing of the editor of networks: connects the canvas with the scenario store and keeps the selection.
import { type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import {
  type CanvasItem,
  createGraphCanvas,
  type GraphCanvas,
  type Places,
} from "../../../../charts/network/graphCanvas.ts";
import type { ScenarioDocument } from "../../../../generated/types.ts";
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
import { GRAPH } from "../../../../strings/graphEditor.ts";
import { useServices } from "../../state/context.tsx";
import { useLab, useScenario, useStyles } from "../../state/hooks.ts";
import { drawingOf } from "./drawing.ts";

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

export function useEditor(): Editor {
  const { scenario } = useServices();
  const doc = useScenario((s) => s.doc);
  const derived = useLab((s) => s.derived);
  const run = useLab((s) => s.run);
  const styles = useStyles(run);
  const host = useRef<HTMLDivElement>(null);
  const canvas = useRef<GraphCanvas | null>(null);
  const [selected, select] = useState<EditorItem | null>(null);
  const isGraph = graphOf(doc) !== null;
  const [chosenDraws, setDraws] = useState<"link" | "flow">("link");
  const draws = isGraph ? chosenDraws : "flow";
  const drawing = useMemo(() => drawingOf(doc, derived, styles), [doc, derived, styles]);

  const apply = (key: string, edit: (doc: ScenarioDocument) => ScenarioDocument, merge = false): void =>
    scenario.getState().apply(key, edit, merge);

  const addLinkedNode = (from: string | undefined, at?: Place, places?: Places): void => {
    apply("add node", (d) => addNode(places ? placeInDrawing(d, places) : d, from, at));
    const added = nodeIds(scenario.getState().doc).at(-1);
    if (added !== undefined) select({ kind: "node", id: added });
  };

  const connect = useEffectEvent((from: string, to: string): void => {
    const before = scenario.getState();
    if (draws === "link") {
      apply("add link", (d) => addLink(d, from, to));
      const id = graphOf(scenario.getState().doc)?.links?.at(-1)?.id;
      if (id !== undefined) select({ kind: "link", id });
    } else {
      apply("add flow", (d) => addFlowBetween(d, { from, to }, before.usedIds));
      const id = scenario.getState().doc.flows?.at(-1)?.id;
      if (id !== undefined) select({ kind: "flow", id });
    }
  });
  const place = useEffectEvent((places: Places): void =>
    apply("place nodes", (d) => placeInDrawing(d, places), true),
  );
  const addNodeAt = useEffectEvent((from: string, at: Place, places: Places): void =>
    addLinkedNode(from, at, places),
  );
  const setEnd = useEffectEvent((flow: string, end: "from" | "to", node: string): void => {
    apply("flow ends", (d) => setFlowEnds(d, flow, { [end]: node }));
    select({ kind: "flow", id: flow });
  });
  const remove = (item: EditorItem): void => {
    apply(`remove ${item.kind}`, (d) => {
      if (item.kind === "node") return removeNode(d, item.id);
      if (item.kind === "flow") return removeFlow(d, item.id);
      return graphOf(d) ? removeLink(d, item.id) : removeHop(d, item.id);
    });
    select(null);
  };
  const removeByKey = useEffectEvent(remove);

  useEffect(() => {
    if (!host.current) return;
    const created = createGraphCanvas(
      host.current,
      {
        onSelect: select,
        onPlace: (places) => place(places),
        onConnect: (from, to) => connect(from, to),
        onAddNode: (from, at, places) => addNodeAt(from, at, places),
        onFlowEnd: (flow, end, node) => setEnd(flow, end, node),
        onRemove: (item) => removeByKey(item),
      },
      GRAPH,
    );
    canvas.current = created;
    return () => {
      canvas.current = null;
      created.destroy();
    };
  }, []);
  useEffect(() => {
    canvas.current?.update({ ...drawing, selected, draws });
  }, [drawing, selected, draws]);

  return {
    host,
    selected: isPresent(doc, selected) ? selected : null,
    select,
    draws,
    setDraws,
    addNode: () => addLinkedNode(selected?.kind === "node" ? selected.id : undefined),
    addFlow: () => {
      const nodes = nodeIds(doc);
      const [from = "", to = ""] = [nodes[0], nodes.at(-1)];
      apply("add flow", (d) => addFlowBetween(d, { from, to }, scenario.getState().usedIds));
      const id = scenario.getState().doc.flows?.at(-1)?.id;
      if (id !== undefined) select({ kind: "flow", id });
    },
    remove,
  };
}

/** Whether the document still contains an item: undo may have removed it. */
function isPresent(doc: ScenarioDocument, item: EditorItem | null): boolean {
  if (item === null) return false;
  if (item.kind === "flow") return (doc.flows ?? []).some((flow) => flow.id === item.id);
  if (item.kind === "node") return nodeIds(doc).includes(item.id);
  const { network } = doc;
  const links = network?.kind === "graph" || network?.kind === "parking_lot" ? (network.links ?? []) : [];
  return links.some((link) => link.id === item.id);
}
