// The life of the packet that is followed: each step is a button that moves the playhead, and with it the picture and the
// charts, to its time. The card covers neither the picture nor the charts.
import { type ReactNode, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { exactSeconds, seconds } from "../../../charts/views/packetRows.ts";
import { viewTexts } from "../../../charts/views/texts/index.ts";
import { Button } from "../../../components/Button.tsx";
import { useFocusBack } from "../../../components/focusBack.ts";
import { IconButton } from "../../../components/icons.tsx";
import { useEscape } from "../../../components/useEscape.ts";
import { openPacketRun } from "../../../engine/packets/packetRun.ts";
import type { Biography, LifeEntry } from "../../../engine/packets/types.ts";
import { useServices } from "../state/context.tsx";
import { useLab, useMembers, usePlayhead } from "../state/hooks.ts";
import type { FollowedPacket } from "../state/labStore.ts";
import type { LabSession } from "../state/session.ts";
import { chartOf } from "../state/shownCharts.ts";
import { endOf, textOf, titleOf } from "./packetWords.ts";
import "./packets.css";

export default function PacketCard(): ReactNode {
  const packet = useLab((s) => (s.packet?.run === s.run?.id ? s.packet : null));
  return packet && <Card key={JSON.stringify(packet)} packet={packet} />;
}

/** The life of a packet; a message if it could not be found, and null before. */
function useLife(packet: FollowedPacket): Biography | string | null {
  const record = useLab((s) => s.run?.record);
  const [life, setLife] = useState<Biography | string | null>(null);
  useEffect(() => {
    if (!record) return;
    const { run, release } = openPacketRun(JSON.stringify(record.document));
    const stop = new AbortController();
    run.tell(packet, stop.signal).then(setLife, (error: unknown) => {
      if (!stop.signal.aborted) setLife(error instanceof Error ? error.message : String(error));
    });
    return () => {
      stop.abort();
      release();
    };
  }, [record, packet]);
  return life;
}

function Card({ packet }: { readonly packet: FollowedPacket }): ReactNode {
  const { session } = useServices();
  const life = useLife(packet);
  const card = useFocusBack<HTMLElement>();
  const members = useMembers(useLab((s) => s.run));
  const label = members.find(({ id }) => id === packet.flow)?.label ?? packet.flow;
  const [panel] = useState(() => document.querySelector(".face-panel"));
  useEffect(() => card.current?.focus({ preventScroll: true }), [card]);
  useMarks(typeof life === "string" ? null : life);
  const close = (): void => session.follow(null);
  useEscape(close);
  const content = (
    <section ref={card} className="live-card card stack gap-1" aria-label={viewTexts.live.card} tabIndex={-1}>
      <header className="row">
        <h2 className="grow text-m">{titleOf(packet, label)}</h2>
        <IconButton icon="close" label={viewTexts.live.close} tipSide="left" onClick={close} />
      </header>
      <div aria-live="polite" aria-busy={life === null}>
        {typeof life === "string" && (
          <p className="field-error">{viewTexts.live.life.failed({ message: life })}</p>
        )}
        {life !== null && typeof life !== "string" && <Steps life={life} flow={packet.flow} />}
      </div>
      <p>
        <Button
          small
          onClick={() => showSequence(session, packet.flow, typeof life === "string" ? null : life)}
        >
          {viewTexts.live.sequence}
        </Button>
      </p>
    </section>
  );
  return panel ? createPortal(content, panel) : content;
}

function Steps({ life, flow }: { readonly life: Biography; readonly flow: string }): ReactNode {
  const { session } = useServices();
  const playhead = usePlayhead(true);
  const end = endOf(life);
  const seek = ({ at }: LifeEntry): void => {
    session.playback.pause();
    session.playback.seek(seconds(at));
  };
  return (
    <ol>
      {life.entries.map((entry, i) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: the entries of a life never change
          key={i}
          className={`row baseline${seconds(entry.at) > playhead ? " is-later" : ""}`}
          aria-current={seconds(entry.at) === playhead ? "step" : undefined}
        >
          <button type="button" data-kind={entry.kind} onClick={() => seek(entry)}>
            <time>{exactSeconds(entry.at)}&#8239;s</time> {textOf(entry)}
          </button>
          {entry.isExplained && (
            <Button
              small
              aria-label={viewTexts.live.life.whyAt({ time: `${exactSeconds(entry.at)}\u202fs` })}
              onClick={() => session.explain(flow, seconds(entry.at))}
            >
              {viewTexts.live.life.why}
            </Button>
          )}
        </li>
      ))}
      {end !== "" && <li className="soft">{end}</li>}
    </ol>
  );
}

/** The window of a life in the charts begins and ends this share of its length before and after it. */
const MARGIN = 0.5;

/** Shows the time sequence of a flow during the life of a packet, on a page with one question instead of its chart. */
function showSequence(session: LabSession, flow: string, life: Biography | null): void {
  const { charts, layout } = session.store.getState();
  session.showCharts([...charts.filter((name) => chartOf(name) !== "sequence"), `sequence.${flow}`]);
  if (layout !== null) session.store.setState({ instead: "sequence" });
  const [from, to] = [life?.entries[0]?.at ?? Number.NaN, life?.entries.at(-1)?.at ?? Number.NaN].map(
    seconds,
  );
  if (from === undefined || to === undefined || !(to > from)) return;
  session.timeView.setDomain(from - MARGIN * (to - from), to + MARGIN * (to - from));
}

/** Marks the times of a life in all charts while its card is open. */
function useMarks(life: Biography | null): void {
  const { timeView } = useServices().session;
  useEffect(() => {
    timeView.setMarks(life?.entries.map(({ at }) => seconds(at)) ?? []);
    return () => timeView.setMarks([]);
  }, [timeView, life]);
}
