// The base RTT of a flow as one setting. The document has no such field: the base RTT follows from the delays.
import type { ReactNode } from "react";
import { NumberField } from "../../components/NumberField.tsx";
import type { SliderRange } from "../../components/slider.ts";
import type { FlowDocument, ScenarioDocument, Span } from "../../generated/types.ts";
import { dumbbellOf, fieldAt } from "../../scenario/descriptors.ts";
import { readPath, writePath } from "../../scenario/path.ts";
import { S } from "../../strings/index.ts";
import { useServices } from "./context.tsx";
import { useScenario } from "./hooks.ts";

const RTT: SliderRange = { min: 0.002, max: 1, scale: "log", integer: false };

const numeric = (span: Span | undefined, fallback: number): number | null =>
  span === undefined ? fallback : typeof span === "number" ? span : null;

/**
 * The control for the base RTT: the sum of the delays of the link in both directions and twice the delays of the access links.
 * An edit gives both access links the same delay.
 */
export function RttField({ flow }: { readonly flow: FlowDocument }): ReactNode {
  const { scenario, catalogue } = useServices();
  const doc = useScenario((s) => s.doc);
  const fromPlayhead = useScenario((s) => s.editMode === "from");
  const delayAt = (path: string, fallback: number): number => {
    const value = readPath(doc, path) ?? fieldAt(catalogue.document, path)?.default;
    return typeof value === "number" ? value : fallback;
  };
  const forwardDelay = delayAt("network.forward.delay", 0.01);
  const reverseDelay = dumbbellOf(doc)?.reverse
    ? delayAt("network.reverse.delay", forwardDelay)
    : forwardDelay;
  const defaultAccess = (side: "sender" | "receiver"): number => {
    const value = fieldAt(catalogue.document, `flows.*.access.${side}`)?.default;
    return typeof value === "number" ? value : 0.005;
  };
  const sender = numeric(flow.access?.sender, defaultAccess("sender"));
  const receiver = numeric(flow.access?.receiver, defaultAccess("receiver"));
  const minimum = forwardDelay + reverseDelay;
  const varies = sender === null || receiver === null;
  const value = varies ? null : Number((minimum + 2 * (sender + receiver)).toPrecision(12));
  const edit = (rtt: number): ((d: ScenarioDocument) => ScenarioDocument) => {
    const side = Math.max(0, Number(((rtt - minimum) / 4).toPrecision(12)));
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
      fallback={minimum + 2 * (defaultAccess("sender") + defaultAccess("receiver"))}
      range={{ ...RTT, min: Math.max(RTT.min, minimum) }}
      min={minimum}
      disabled={fromPlayhead}
      nullMeans={varies ? S.lab.rttVaries : undefined}
      note={fromPlayhead ? S.lab.onlyToWholeRun : undefined}
      onCommit={(next, fold) => {
        const rtt = next ?? minimum + 2 * (defaultAccess("sender") + defaultAccess("receiver"));
        scenario.getState().apply(`rtt ${flow.id}`, edit(rtt), fold);
      }}
      onPreview={(next) => scenario.setState({ preview: edit(next)(scenario.getState().doc) })}
    />
  );
}
