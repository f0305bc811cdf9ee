// The views of single packets, which a worker records for the visible window.
import { type ReactNode, useMemo } from "react";
import { type QueueInputs, queueView, replayOf } from "../../../charts/views/queueView.ts";
import { type SequenceInputs, sequenceView } from "../../../charts/views/sequenceView.ts";
import { viewTexts } from "../../../charts/views/texts/index.ts";
import { Button } from "../../../components/Button.tsx";
import { Select } from "../../../components/fields/choice.tsx";
import { packetTexts } from "../../../engine/packets/texts/index.ts";
import { pageTexts } from "../../../texts/index.ts";

import { useChartInputs } from "../charts/chartInputs.ts";
import { LinkChoice, useVariant } from "../charts/chartTools.tsx";
import { bottleneckOf } from "../flows/members.ts";
import { useStretch } from "../packets/useStretch.ts";
import { ALL_QUEUES, linkLabel } from "../state/chartData.ts";
import { useServices } from "../state/context.tsx";
import { QueueSteps, STEP_KINDS } from "./QueueSteps.tsx";
import { groupKey, memberKey } from "./viewInputs.ts";
import { joinVariant, splitVariant, type ViewProps } from "./viewProps.ts";
import "./packets.css";

/** A stretch has at most this many rows. */
const MAX_ROWS = 250_000;
/**
 * In the sequence view, the window of the button "Single packets" is this many round-trip times long, within limits in seconds.
 */
const ROUND_TRIPS = 12;
const [SHORTEST, LONGEST] = [0.1, 5] as const;

/** A button that shows a short window at the cursor, or at the playhead if there is no cursor. */
function ZoomButton({ span }: { readonly span: number }): ReactNode {
  const { timeView } = useServices().session;
  const zoom = (): void => {
    const { playhead, cursor, duration } = timeView.state;
    const end = Math.min(duration, Math.max(span, (cursor ?? playhead) + span / 4));
    timeView.setDomain(end - span, end);
  };
  return (
    <Button small title={packetTexts.zoomHint} onClick={zoom}>
      {packetTexts.zoom}
    </Button>
  );
}

export function SequenceView({ run, frame }: ViewProps): ReactNode {
  const { session } = useServices();
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
      onPick: (packet) => session.follow({ flow: member.id, isFeedback: false, ordinal: null, ...packet }),
      emptyText: failure === "" ? "" : packetTexts.failed({ message: failure }),
    };
    return sequenceView(shown);
  }, [inputs, member, answer, failure, session]);
  const tools = member && (
    <>
      {members.length > 1 && (
        <Select
          accessibleName={viewTexts.sequence.flow}
          value={member.id}
          choices={members.map(({ id, label }) => ({ value: id, label, doc: "" }))}
          onCommit={(id) => setVariant(joinVariant([id]))}
        />
      )}
      <ZoomButton span={Math.min(LONGEST, Math.max(SHORTEST, ROUND_TRIPS * member.baseRtt))} />
    </>
  );
  return frame({ title: pageTexts.views.sequence, hint: viewTexts.sequence.hint, view, tools });
}

/**
 * In the view of packets, the window of the button "Single packets" is as long as the link needs for this number of packets.
 */
const PACKETS = 60;
/** The bits of a packet of 1500 bytes. */
const BITS = 12_000;

export function PacketsView({ run, frame }: ViewProps): ReactNode {
  const inputs = useChartInputs(run);
  const [variant, setVariant] = useVariant("packets");
  const kind = STEP_KINDS.find((known) => known === variant) ?? "dropped";
  const record = inputs?.run.record;
  const link = record && inputs.link === ALL_QUEUES ? bottleneckOf(record) : (inputs?.link ?? "");
  const { answer, ids, failure } = useStretch("packets", run, link === "" ? null : { link }, MAX_ROWS);
  const replay = useMemo(() => (answer ? replayOf(answer) : null), [answer]);
  const title = record ? viewTexts.packets.title({ link: linkLabel(link) }) : pageTexts.views.packets;
  const shown = useMemo((): QueueInputs | null => {
    if (!inputs) return null;
    const groupKeys = inputs.groups.map((group) => ({ group, key: groupKey(inputs, group) }));
    const byMember = new Map(
      groupKeys.flatMap(({ group, key }) => group.members.map(({ id }) => [id, key] as const)),
    );
    return {
      title,
      keys: groupKeys.map(({ key }) => key),
      keyOf: (flow) => byMember.get(ids?.flows[flow] ?? ""),
      stretch: answer,
      replay,
      computedTo: () => inputs.run.record.computedTo,
      emptyText: failure === "" ? "" : packetTexts.failed({ message: failure }),
    };
  }, [inputs, ids, answer, replay, failure, title]);
  const view = useMemo(() => shown && queueView(shown), [shown]);
  const rate = record?.derived.links.find(({ id }) => id === link)?.rate ?? 1e7;
  const tools = shown && (
    <>
      <LinkChoice run={run} link={link} />
      <QueueSteps shown={shown} kind={kind} onKind={(next) => setVariant(next === "dropped" ? "" : next)} />
      <ZoomButton span={Math.min(LONGEST, (PACKETS * BITS) / rate)} />
    </>
  );
  return frame({ title, hint: viewTexts.packets.hint, view, tools });
}
