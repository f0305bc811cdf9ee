// The base RTT of a flow as one setting. A document has no field for the base RTT, which follows from the delays.
import type { ReactNode } from "react";
import { NumberField } from "../../components/NumberField.tsx";
import type { SliderRange } from "../../components/slider.ts";
import type { FlowDocument, ScenarioDocument, Span } from "../../generated/types.ts";
import { dumbbellOf, fieldAt } from "../../scenario/descriptors.ts";
import { readPath, writePath } from "../../scenario/path.ts";
import { S } from "../../strings/index.ts";
import { useServices } from "./context.tsx";
import { useScenario } from "./hooks.ts";

/** The range of the slider, in seconds. */
const RTT: SliderRange = { min: 0.002, max: 1, scale: "log", integer: false };

/** The delay that the document gives, or the default. Null if the document gives a range. */
const singleDelay = (span: Span | undefined, fallback: number): number | null =>
  span === undefined ? fallback : typeof span === "number" ? span : null;

/**
 * The control for the base RTT, which is the sum of the link's delays in both directions plus twice the delays of both access links.
 * An edit gives both access links the same delay.
 */
export function RttField({ flow }: { readonly flow: FlowDocument }): ReactNode {
  const { scenario, catalogue } = useServices();
  const doc = useScenario((s) => s.doc);
  const editsFromPlayhead = useScenario((s) => s.editMode === "from");
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
  const senderDelay = singleDelay(flow.access?.sender, defaultAccess("sender"));
  const receiverDelay = singleDelay(flow.access?.receiver, defaultAccess("receiver"));
  const minimum = forwardDelay + reverseDelay;
  const isRandom = senderDelay === null || receiverDelay === null;
  const value = isRandom ? null : Number((minimum + 2 * (senderDelay + receiverDelay)).toPrecision(12));
  const withRtt = (rtt: number): ((d: ScenarioDocument) => ScenarioDocument) => {
    // A round trip crosses each of the two access links twice.
    const accessDelay = Math.max(0, Number(((rtt - minimum) / 4).toPrecision(12)));
    return (d) =>
      writePath(
        writePath(d, `flows.${flow.id}.access.sender`, accessDelay),
        `flows.${flow.id}.access.receiver`,
        accessDelay,
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
      disabled={editsFromPlayhead}
      nullMeans={isRandom ? S.lab.rttVaries : undefined}
      note={editsFromPlayhead ? S.lab.onlyToWholeRun : undefined}
      onCommit={(next, mergeWithLastEdit) => {
        const rtt = next ?? minimum + 2 * (defaultAccess("sender") + defaultAccess("receiver"));
        scenario.getState().apply(`rtt ${flow.id}`, withRtt(rtt), mergeWithLastEdit);
      }}
      onPreview={(next) => scenario.setState({ preview: withRtt(next)(scenario.getState().doc) })}
    />
  );
}
