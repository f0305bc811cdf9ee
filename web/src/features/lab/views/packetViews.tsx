// The views of single packets, which a worker records for the visible window.
import { type ReactNode, useMemo } from "react";
import { type SequenceInputs, sequenceView } from "../../../charts/views/sequenceView.ts";
import { Select } from "../../../components/choice.tsx";
import { S } from "../../../strings/index.ts";
import { V } from "../../../strings/views.ts";
import { useChartInputs } from "../chartList.tsx";
import { useVariant } from "../chartTools.tsx";
import { useServices } from "../context.tsx";
import { useStretch } from "./useStretch.ts";
import { joinVariant, splitVariant } from "./variant.ts";
import { memberKey } from "./viewInputs.ts";
import type { ViewProps } from "./views.tsx";
import "./packets.css";

/** A stretch has at most this many rows. */
const MAX_ROWS = 250_000;
/** The window of the button "Single packets" is this many round-trip times long, within limits in seconds. */
const ROUND_TRIPS = 12;
const [SHORTEST, LONGEST] = [0.1, 5] as const;

/** A button that shows a short window at the playhead. */
function ZoomButton({ span }: { readonly span: number }): ReactNode {
  const { timeView } = useServices().session;
  const zoom = (): void => {
    const { playhead, cursor, duration } = timeView.state;
    const end = Math.min(duration, Math.max(span, (cursor ?? playhead) + span / 4));
    timeView.setDomain(end - span, end);
  };
  return (
    <button type="button" className="button is-small" title={V.stretch.zoomHint} onClick={zoom}>
      {V.stretch.zoom}
    </button>
  );
}

export function SequenceView({ run, frame }: ViewProps): ReactNode {
  const inputs = useChartInputs(run);
  const [variant, setVariant] = useVariant("sequence");
  const members = inputs?.members ?? [];
  const [wanted] = splitVariant(variant);
  const member =
    members.find(({ id }) => id === wanted) ?? members.find(({ role }) => role === "measured") ?? members[0];
  const { answer, failure } = useStretch("sequence", run, member ? { flow: member.id } : null, MAX_ROWS);
  const view = useMemo(() => {
    if (!inputs || !member) return null;
    const shown: SequenceInputs = {
      flow: memberKey(inputs, member),
      stretch: answer,
      computedTo: () => inputs.run.record.computedTo,
      version: () => 0,
      emptyText: failure === "" ? "" : V.stretch.failed(failure),
    };
    return sequenceView(shown);
  }, [inputs, member, answer, failure]);
  const tools = member && (
    <>
      {members.length > 1 && (
        <Select
          accessibleName={V.sequence.flow}
          value={member.id}
          choices={members.map(({ id, label }) => ({ value: id, label, doc: "" }))}
          onCommit={(id) => setVariant(joinVariant([id]))}
        />
      )}
      <ZoomButton span={Math.min(LONGEST, Math.max(SHORTEST, ROUND_TRIPS * member.baseRtt))} />
    </>
  );
  return frame({ title: S.views.sequence, hint: V.sequence.hint, view, tools });
}
