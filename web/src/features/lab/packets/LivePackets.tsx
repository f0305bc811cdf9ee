// The packets in the network picture, and their controls: the choice of what is shown, the colours and their
// legend, and slow motion. It is loaded after the first picture.
import {
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useState,
  useSyncExternalStore,
} from "react";
import { LARGE_HEIGHT, type NetworkPicture } from "../../../charts/network/networkPicture.ts";
import type { PacketColours } from "../../../charts/network/packetDots.ts";
import { ageColours, kindColour } from "../../../charts/network/packetLook.ts";
import { readTheme } from "../../../charts/theme.ts";
import { viewTexts } from "../../../charts/views/texts/index.ts";
import { Button } from "../../../components/Button.tsx";
import { SegmentedControl } from "../../../components/fields/choice.tsx";
import { packetTexts } from "../../../engine/packets/texts/index.ts";
import { formatQuantity, significant } from "../../../scenario/units.ts";
import { useServices } from "../state/context.tsx";
import { useLab, useMembers } from "../state/hooks.ts";
import type { Run } from "../state/labStore.ts";
import { chartOf } from "../state/shownCharts.ts";
import { factsOf, SLOW_SPEED, slowMotionSpeed } from "./liveMode.ts";
import { LivePicture, type LiveState } from "./livePicture.ts";
import { describeScene } from "./packetWords.ts";
import "./packets.css";
import type { LabSession } from "../state/session.ts";

export interface LivePacketsProps {
  readonly run: Run;
  readonly host: HTMLElement;
  readonly picture: NetworkPicture;
  /**
   * Whether the picture is large regardless of its style sheet. Large pictures show single packets
   * without being asked.
   */
  readonly isLarge: boolean;
}

/** Whether the style sheet makes the picture large. */
function isStyledLarge(host: HTMLElement): boolean {
  const style = getComputedStyle(host);
  return (
    style.getPropertyValue("--network-fills").trim() !== "" ||
    Number.parseFloat(style.minHeight) >= LARGE_HEIGHT
  );
}

/** The same, read when the size of the host changes, because reading styles in every rendering is slow. */
function useStyledLarge(host: HTMLElement): boolean {
  const [isLarge, setIsLarge] = useState(() => isStyledLarge(host));
  useEffect(() => {
    const observer = new ResizeObserver(() => setIsLarge(isStyledLarge(host)));
    observer.observe(host);
    return () => observer.disconnect();
  }, [host]);
  return isLarge;
}

const COLOURS: readonly PacketColours[] = ["flow", "kind", "age"];

export default function LivePackets({ run, host, picture, isLarge: asked }: LivePacketsProps): ReactNode {
  const { session } = useServices();
  const { record } = run;
  const [live, setLive] = useState<LivePicture | null>(null);
  const styledLarge = useStyledLarge(host);
  const isLarge = asked || styledLarge;
  const [colours, setColours] = useState<PacketColours>("flow");
  const followsCursor = useLab((s) => s.charts.some((name) => chartOf(name) === "packets"));
  const isSlow = useLab((s) => s.speed <= SLOW_SPEED);
  const firstRecord = useEffectEvent(() => record);
  useEffect(() => {
    const created = new LivePicture(session, firstRecord(), host, picture);
    setLive(created);
    return () => {
      setLive(null);
      created.destroy();
    };
  }, [session, host, picture]);
  useEffect(() => live?.show(record), [live, record]);
  useEffect(() => live?.choose({ isLarge, followsCursor, colours }), [live, isLarge, followsCursor, colours]);
  if (live === null) return null;
  return (
    <LiveBar
      live={live}
      run={run}
      picture={picture}
      hasControls={isLarge || isSlow}
      choosesPackets={isSlow || !asked}
      legend={colours !== "flow" && <Legend colours={colours} host={host} />}
    >
      <SegmentedControl
        small
        label={viewTexts.live.colours}
        value={colours}
        options={COLOURS.map((value) => ({ value, label: viewTexts.live.colourOf[value] }))}
        onChange={setColours}
      />
    </LiveBar>
  );
}

/**
 * What is shown, and the controls. `children` are the controls of single
 * packets. The legend replaces the status, and the button for slow motion is last, so that no control moves
 * when others appear.
 */
function LiveBar({
  live,
  run,
  picture,
  hasControls,
  choosesPackets,
  legend,
  children,
}: {
  readonly live: LivePicture;
  readonly run: Run;
  readonly picture: NetworkPicture;
  readonly hasControls: boolean;
  /** Whether there are controls of single packets. A question has them in slow motion. */
  readonly choosesPackets: boolean;
  /** What the colours of single packets mean; false if this is not said. */
  readonly legend: ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  const state = useSyncExternalStore(live.subscribe, live.state);
  const members = useMembers(run);
  const labels = useMemo(() => new Map(members.map(({ id, label }) => [id, label])), [members]);
  const id = useId();
  useEffect(() => {
    picture.element.setAttribute("aria-describedby", id);
    return () => picture.element.removeAttribute("aria-describedby");
  }, [picture, id]);
  const { scene, source, t } = state;
  const described = scene && source ? describeScene(t, scene, source, labels) : statusOf(state);
  return (
    <div className={`live-bar no-print cluster gap-3 soft text-s${hasControls ? "" : " is-over"}`}>
      <p className="live-status" data-live={state.mode}>
        {hasControls ? (state.mode === "packets" && legend) || statusOf(state) : shortStatusOf(state)}
      </p>
      {hasControls && (
        <div className="live-controls cluster flat">
          {state.mode === "packets" && choosesPackets && (
            <>
              {children}
              <Button small onClick={() => live.followOne()}>
                {viewTexts.live.follow}
              </Button>
            </>
          )}
          <SlowMotion />
        </div>
      )}
      <p className="visually-hidden" id={id}>
        {described}
      </p>
    </div>
  );
}

/** The smallest width of a bar that can be seen as one, in pixels. */
const THIN = 2;

/** What the picture shows, in a sentence. */
export function statusOf({ mode, perDot, isLoading, failure, scene }: LiveState): string {
  const dots = viewTexts.live.dot({
    packets: Number.isFinite(perDot) ? formatQuantity(perDot, "packets") : "",
  });
  if (failure !== "") return packetTexts.failed({ message: failure });
  if (mode === "packets") return viewTexts.live.packets;
  const text = Number.isFinite(perDot) && perDot > 0 ? dots : viewTexts.live.still;
  if (mode === "stream" && text === dots) return `${dots}. ${viewTexts.live.mixed}`;
  // Until the packets of a queue are known, it is drawn as a whole.
  if (mode !== "queues" || isLoading) return text;
  const isThin = scene?.dots.some(({ stage, length }) => stage === "queue" && length < THIN) ?? false;
  return `${isThin ? viewTexts.live.thin : viewTexts.live.queues} ${text}`;
}

const shortStatusOf = ({ mode, perDot }: LiveState): string =>
  mode === "packets" || !Number.isFinite(perDot) || perDot === 0
    ? ""
    : viewTexts.live.dot({ packets: formatQuantity(perDot, "packets") });

/** What the colours mean, if they do not show flows. */
function Legend({
  colours,
  host,
}: {
  readonly colours: PacketColours;
  readonly host: HTMLElement;
}): ReactNode {
  const theme = readTheme(host);
  if (colours === "age")
    return (
      <span className="live-legend cluster gap-3 flat inline">
        {viewTexts.live.young}
        <i
          className="live-ramp"
          style={{ background: `linear-gradient(90deg, ${ageColours(theme).join()})` }}
        />
        {viewTexts.live.old}
      </span>
    );
  return (
    <span className="live-legend cluster gap-3 flat inline">
      {(["data", "acknowledgement", "retransmission", "marked"] as const).map((kind) => (
        <span className="row gap-1 inline" key={kind}>
          <i className={`live-kind is-${kind}`} style={{ color: kindColour(kind, theme) }} />
          {viewTexts.live.legend[kind]}
        </span>
      ))}
      <span>
        <b aria-hidden="true">×</b>
        {viewTexts.live.legend.dropped}
      </span>
    </span>
  );
}

/** The playback speed of each session before it was slowed down. */
const speedsBefore = new WeakMap<LabSession, number>();

/** A switch that slows playback down so far that single packets can be followed, and back. */
function SlowMotion(): ReactNode {
  const { session } = useServices();
  const record = useLab((s) => s.run?.record);
  const speed = useLab((s) => s.speed);
  const slow = useMemo(() => (record ? slowMotionSpeed(factsOf(record.derived)) : 0.01), [record]);
  const isSlow = speed <= slow * 1.001;
  const toggle = (): void => {
    if (isSlow) session.playback.setSpeed(speedsBefore.get(session) ?? 1);
    else {
      speedsBefore.set(session, speed);
      session.playback.setSpeed(slow);
    }
  };
  return (
    <Button
      small
      className="slow-motion"
      aria-pressed={isSlow}
      title={viewTexts.live.slowTip({ times: significant(1 / slow, 2) })}
      onClick={toggle}
    >
      {viewTexts.live.slow}
    </Button>
  );
}
