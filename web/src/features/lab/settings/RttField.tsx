// The base RTT of a flow as one setting. A document has no field for the base RTT, which follows from the
// delays.
import type { ReactNode } from "react";
import { NumberField } from "../../../components/fields/NumberField.tsx";
import type { SliderRange } from "../../../components/fields/slider.ts";
import type { FlowDocument, ScenarioDocument, Span } from "../../../generated/types.ts";
import { describePath } from "../../../scenario/descriptors.ts";
import { writePath } from "../../../scenario/path.ts";
import { pageTexts } from "../../../texts/index.ts";
import { pathDelay } from "../flows/members.ts";
import { useServices } from "../state/context.tsx";
import { useLab, useScenario } from "../state/hooks.ts";
import { useShownValue, wholeRunNote } from "./SettingControl.tsx";

/** The range of the slider, in seconds. */
const RTT: SliderRange = { min: 0.002, max: 1, scale: "log", integer: false };

/** The delay that the document gives, or the default. Null if the document gives a range. */
const singleDelay = (span: Span | undefined, fallback: number): number | null =>
  span === undefined ? fallback : typeof span === "number" ? span : null;

export interface RttFieldProps {
  readonly flow: FlowDocument;
  readonly label?: string;
}

/**
 * The control for the base RTT, which is the sum of the delays of all links on the flow's routes plus twice
 * the delays of both access links. An edit gives both access links the same delay.
 */
export function RttField({ flow, label = pageTexts.lab.rtt }: RttFieldProps): ReactNode {
  const { scenario, catalogue } = useServices();
  const doc = useScenario((s) => s.doc);
  const derived = useLab((s) => s.derived);
  const editsFromPlayhead = useScenario((s) => s.editMode === "from");
  const minimum = pathDelay(derived, flow.id);
  const defaultAccess = (side: "sender" | "receiver"): number => {
    const field = describePath(catalogue, `flows.${flow.id}.access.${side}`, doc);
    if (typeof field?.default !== "number") throw new Error("The delay of an access link has no default.");
    return field.default;
  };
  const access = useShownValue(`flows.${flow.id}.access`) as FlowDocument["access"];
  const senderDelay = singleDelay(access?.sender, defaultAccess("sender"));
  const receiverDelay = singleDelay(access?.receiver, defaultAccess("receiver"));
  const baseRtt = (sender: number, receiver: number): number =>
    Number(((minimum ?? 0) + 2 * (sender + receiver)).toPrecision(12));
  const fallback = baseRtt(defaultAccess("sender"), defaultAccess("receiver"));
  const isRandom = senderDelay === null || receiverDelay === null;
  const value = isRandom || minimum === null ? null : baseRtt(senderDelay, receiverDelay);
  const withRtt = (rtt: number): ((d: ScenarioDocument) => ScenarioDocument) => {
    // A round trip crosses each of the two access links twice.
    const accessDelay = Math.max(0, Number(((rtt - (minimum ?? 0)) / 4).toPrecision(12)));
    return (d) =>
      writePath(
        writePath(d, `flows.${flow.id}.access.sender`, accessDelay),
        `flows.${flow.id}.access.receiver`,
        accessDelay,
      );
  };
  return (
    <NumberField
      label={label}
      help={pageTexts.lab.rttHelp}
      unit="s"
      value={value}
      fallback={fallback}
      range={{ ...RTT, min: Math.max(RTT.min, minimum ?? 0) }}
      min={minimum ?? 0}
      disabled={editsFromPlayhead || minimum === null}
      nullMeans={
        isRandom ? pageTexts.lab.rttVaries : minimum === null ? pageTexts.lab.noResultsYet : undefined
      }
      note={wholeRunNote(editsFromPlayhead)}
      onCommit={(next, mergeWithLastEdit) => {
        const rtt = next ?? fallback;
        scenario.getState().apply(`rtt ${flow.id}`, withRtt(rtt), mergeWithLastEdit);
      }}
      onPreview={(next) => scenario.setState({ preview: withRtt(next)(scenario.getState().doc) })}
    />
  );
}
