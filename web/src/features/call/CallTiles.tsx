// Tiles of a call: what the sender's camera sees, what the receiver shows, and what the receiver showed in the run before
// or in the run that is kept for comparison. They follow the playhead.
import "./call.css";
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { frameLoop, prefersReducedMotion } from "../../charts/frame.ts";
import { Select } from "../../components/fields/choice.tsx";
import { StageCard } from "../../components/StageCard.tsx";
import type { PartPlaces } from "../../extension/feature.ts";
import { textIn } from "../../scenario/numbers.ts";
import { formatQuantity } from "../../scenario/units.ts";
import { useServices } from "../lab/state/context.tsx";
import { useLab, useOverlay, usePlayhead, useSample } from "../lab/state/hooks.ts";
import type { Run } from "../lab/state/labStore.ts";
import { type CallMoment, callAt, callsOf, gapsOf, latestFrames, type MediaCall } from "./callAt.ts";
import { drawFrames, drawScene, HEIGHT, WIDTH } from "./scene.ts";
import { callTexts } from "./texts/index.ts";

/** A picture is never wider than this, in pixels. */
const WIDEST = 640;

export default function CallTiles({ at, presenting }: PartPlaces["stage"]): ReactNode {
  const help = { title: callTexts.helpTitle, text: callTexts.help };
  return (
    <StageCard id="call" title={callTexts.title} {...{ help, at, presenting }}>
      <Tiles />
    </StageCard>
  );
}

function useCalls(run: Run | null): readonly MediaCall[] {
  const { catalogue } = useServices();
  const version = useSample((sample) => sample.recordVersion);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the record grows in place
  return useMemo(() => (run ? callsOf(run.record, catalogue) : []), [run, catalogue, version]);
}

function Tiles(): ReactNode {
  const run = useLab((s) => s.run);
  const overlay = useOverlay(run);
  const calls = useCalls(run);
  const before = useCalls(overlay?.run ?? null);
  const [chosen, setChosen] = useState("");
  const call = calls.find(({ member }) => member.id === chosen) ?? calls[0];
  if (!run || !call) return null;
  const former = before.find(({ member }) => member.id === call.member.id);
  return (
    <>
      {calls.length > 1 && (
        <Select
          accessibleName={callTexts.which}
          value={call.member.id}
          choices={calls.map(({ member }) => ({ value: member.id, label: member.label, doc: "" }))}
          onCommit={setChosen}
        />
      )}
      <ul className={`call-tiles grid${former ? " has-before" : ""}`}>
        <Sender call={call} />
        <Receiver call={call} run={run} name={former ? callTexts.receiverNow : callTexts.receiver} />
        {former && overlay && (
          <Receiver call={former} run={overlay.run} name={callTexts.receiverIn({ run: overlay.name })} />
        )}
      </ul>
    </>
  );
}

/** What the picture of a tile shows. */
interface TilePicture {
  /** When the frame was created, in seconds. Null before the first frame. */
  readonly created: number | null;
  /** The share of the pixels that the rate allows. */
  readonly sharpness: number;
  readonly isFrozen: boolean;
  /** Of the latest frames, whether they were shown. */
  readonly frames: readonly boolean[];
}

/** Draws the picture at the playhead in each frame of playback. With reduced motion, it stays until playback pauses. */
function usePicture(read: (t: number) => TilePicture): RefObject<HTMLDivElement | null> {
  const { session } = useServices();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const canvas = box.current?.querySelector("canvas");
    const strip = box.current?.querySelectorAll("canvas")[1];
    if (!canvas || !strip) return;
    let width = 0;
    let drawn = "";
    return frameLoop().add({
      measure: () => {
        width = Math.min(WIDEST, canvas.clientWidth * devicePixelRatio);
      },
      draw: () => {
        if (prefersReducedMotion() && session.playback.playing) return false;
        const { created, sharpness, isFrozen, frames } = read(session.timeView.state.playhead);
        const columns = Math.max(24, Math.round(width * Math.sqrt(Math.min(1, sharpness))));
        const state = `${created} ${columns} ${isFrozen} ${frames}`;
        if (state === drawn) return false;
        drawn = state;
        canvas.width = columns;
        canvas.height = Math.round((columns * HEIGHT) / WIDTH);
        drawScene(canvas, created, (created ?? 0).toFixed(1));
        drawFrames(strip, width, frames);
        canvas.parentElement?.classList.toggle("is-frozen", isFrozen);
        return false;
      },
    });
  }, [session, read]);
  return box;
}

interface PictureProps {
  readonly read: (t: number) => TilePicture;
  readonly badge: string;
}

function Picture({ read, badge }: PictureProps): ReactNode {
  const box = usePicture(read);
  return (
    <div className="call-picture" ref={box} aria-hidden="true">
      <canvas />
      <canvas className="call-frames" />
      <span className="call-badge">{badge}</span>
    </div>
  );
}

function Sender({ call }: { readonly call: MediaCall }): ReactNode {
  const playhead = usePlayhead();
  const read = useMemo(
    () =>
      (t: number): TilePicture => {
        const { start, stop } = call.member;
        const newest = Math.floor((Math.min(t, stop) - start) / call.interval + 1e-6);
        const frames = latestFrames(call, t).map(() => true);
        const created = newest < 0 ? null : start + newest * call.interval;
        return { created, sharpness: 1, isFrozen: false, frames };
      },
    [call],
  );
  const moment = callAt(call, playhead);
  return (
    <li className="call-tile">
      <Picture read={read} badge="" />
      <p className="call-name">{callTexts.sender}</p>
      <p className="call-words">
        {moment.phase === "running"
          ? callTexts.sends({ rate: formatQuantity(moment.sentRate, "bit/s", 2) })
          : callTexts.phases[moment.phase]}
      </p>
    </li>
  );
}

/** What the receiver shows at a time, in words. */
function words({ deadline }: MediaCall, moment: CallMoment): string {
  const { phase, frozen, frames, missed, rate, delay } = moment;
  if (phase !== "running") return callTexts.phases[phase];
  const parts = [
    frozen > 0
      ? callTexts.frozenFor({ time: formatQuantity(Math.round(frozen * 10) / 10, "s") })
      : missed > 0
        ? callTexts.perSecond({ shown: frames - missed, frames })
        : callTexts.moves,
    ...(Number.isNaN(rate) ? [] : [formatQuantity(rate, "bit/s", 2)]),
    delay === null
      ? callTexts.nothing
      : delay > deadline
        ? callTexts.late({ time: formatQuantity(delay - deadline, "s", 2) })
        : callTexts.spare({ time: formatQuantity(deadline - delay, "s", 2) }),
  ];
  return parts.join(", ");
}

interface ReceiverProps {
  readonly call: MediaCall;
  readonly run: Run;
  readonly name: string;
}

function Receiver({ call, run, name }: ReceiverProps): ReactNode {
  const playhead = usePlayhead();
  const read = useMemo(
    () =>
      (t: number): TilePicture => {
        const { shown, frozen, rate } = callAt(call, t);
        const frames = latestFrames(call, t);
        return { created: shown, sharpness: rate / call.topRate || 0, isFrozen: frozen > 0, frames };
      },
    [call],
  );
  const moment = callAt(call, playhead);
  const { phase, frozen, frames, missed } = moment;
  const badge =
    phase !== "running"
      ? ""
      : frozen > 0
        ? callTexts.frozen
        : missed > 0
          ? callTexts.missed({ missed, frames })
          : "";
  const flow = run.outcome?.summary.flows.find(({ id }) => id === call.member.id);
  const [from = 0, to = 0] = run.outcome?.summary.window ?? [];
  return (
    <li className="call-tile">
      <Picture {...{ read, badge }} />
      <p className="call-name">{name}</p>
      <Gaps call={call} />
      <p className="call-words">{words(call, moment)}</p>
      {flow && (
        <p className="call-numbers faint">
          {callTexts.total({
            frozen: textIn("media", "frozen_s", flow),
            of: formatQuantity(to - from, "s"),
          })}
        </p>
      )}
      {flow && (
        <p className="call-numbers call-delay faint">
          {callTexts.within({
            share: textIn("media", "on_time_share", flow),
            delay: textIn("media", "delay_p95_ms", flow),
          })}
        </p>
      )}
    </li>
  );
}

/** The share of missing frames over the whole run as a strip, with the playhead. */
function Gaps({ call }: { readonly call: MediaCall }): ReactNode {
  const { session } = useServices();
  const version = useSample((sample) => sample.recordVersion);
  const { record } = call;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the record grows in place
  const gaps = useMemo(() => gapsOf(call, record.computedTo), [call, record, version]);
  const mark = useRef<HTMLElement>(null);
  useEffect(
    () =>
      frameLoop().add({
        draw: () => {
          const at = (100 * session.timeView.state.playhead) / record.duration;
          if (mark.current) mark.current.style.left = `${at}%`;
          return false;
        },
      }),
    [session, record],
  );
  const percent = (t: number): string => `${(100 * Math.min(t, record.duration)) / record.duration}%`;
  return (
    <div className="call-strip" aria-hidden="true">
      {gaps.map(([from, to, share]) => (
        <span
          key={from}
          style={{ left: percent(from), width: percent(to - from), height: `${100 * share}%` }}
        />
      ))}
      <i ref={mark} />
    </div>
  );
}
