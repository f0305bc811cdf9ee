// Buttons that move the playhead to the next or previous drop, mark or arrival at a queue.
import { type ReactNode, useState } from "react";
import { seconds } from "../../../charts/views/packetRows.ts";
import { type QueueInputs, sayQueue } from "../../../charts/views/queueView.ts";
import { viewTexts } from "../../../charts/views/texts/index.ts";
import { Button } from "../../../components/Button.tsx";
import { Select } from "../../../components/fields/choice.tsx";
import { useServices } from "../state/context.tsx";

export const STEP_KINDS = ["dropped", "marked", "arrived"] as const;
export type StepKind = (typeof STEP_KINDS)[number];

export function QueueSteps({
  shown,
  kind,
  onKind,
}: {
  readonly shown: QueueInputs;
  readonly kind: StepKind;
  readonly onKind: (kind: StepKind) => void;
}): ReactNode {
  const { session } = useServices();
  const [status, setStatus] = useState("");
  const go = (direction: 1 | -1): void => {
    const { timeView, playback } = session;
    const { domain, playhead } = timeView.state;
    const span = domain[1] - domain[0];
    const row = shown.replay?.neighbour(kind, Math.round(playhead * 1e9), direction);
    if (row === undefined) {
      timeView.panBy(direction * span);
      setStatus(viewTexts.packets.noMore);
      return;
    }
    const t = seconds(row.at);
    timeView.setCursor(null);
    playback.seek(t);
    if (t < domain[0] || t > domain[1]) timeView.setDomain(t - span / 2, t + span / 2);
    setStatus(`${viewTexts.packets.events[kind]}: ${sayQueue(shown, row.at)}`);
  };
  const button = (direction: 1 | -1, label: string, sign: string): ReactNode => (
    <Button small aria-label={label} title={label} onClick={() => go(direction)}>
      {sign}
    </Button>
  );
  return (
    <>
      <Select
        accessibleName={viewTexts.packets.goTo}
        value={kind}
        choices={STEP_KINDS.map((value) => ({ value, label: viewTexts.packets.stepKinds[value], doc: "" }))}
        onCommit={(value) => onKind(STEP_KINDS.find((known) => known === value) ?? "dropped")}
      />
      {button(-1, viewTexts.packets.previous[kind], "\u2039")}
      {button(1, viewTexts.packets.next[kind], "\u203a")}
      <span role="status" className="visually-hidden">
        {status}
      </span>
    </>
  );
}
