// Keeps a stretch of a run with every packet that covers a window of time. While the window moves, the
// earlier stretch remains.
import { openPacketRun, type PacketRun } from "../../../engine/packets/packetRun.ts";
import type { PacketSubject, StretchAnswer, StretchRequest } from "../../../engine/packets/types.ts";

export interface ShownStretch {
  readonly answer: StretchAnswer | null;
  readonly ids: PacketRun["ids"];
  readonly failure: string;
}

export const NO_STRETCH: ShownStretch = { answer: null, ids: null, failure: "" };

/** A request that is not answered after this time is replaced by a newer request. In ms. */
const PATIENCE = 400;

const isSame = (a: PacketSubject, b: PacketSubject): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The window that is needed, in seconds, and the stretch to ask for if it is not recorded. */
export interface WantedStretch {
  readonly window: readonly [number, number];
  readonly request: StretchRequest;
}

export interface StretchFollower {
  /** Checks whether another stretch is needed. */
  check(): void;
  stop(): void;
}

/**
 * Follows a run of a document. `wanted` is called at every check. It returns null if no stretch is needed.
 */
export function followStretch(
  document: string,
  wanted: () => WantedStretch | null,
  onChange: (shown: ShownStretch) => void,
): StretchFollower {
  const { run, release } = openPacketRun(document);
  let last: StretchRequest | null = null;
  let askedAt = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  const answerTo = ({ view, subject }: StretchRequest): StretchAnswer | null => {
    const answer = run.answerFor(view);
    return answer && isSame(answer.request.subject, subject) ? answer : null;
  };
  const check = (): void => {
    if (retry !== undefined) clearTimeout(retry);
    retry = undefined;
    const next = wanted();
    if (next === null) return;
    const { window, request } = next;
    const answer = answerTo(request);
    if (isCovered(answer, window) || (last?.from === request.from && last.to === request.to)) return;
    const isPending = last !== null && answer?.request.from !== last.from;
    const wait = askedAt + PATIENCE - performance.now();
    if (isPending && wait > 0) {
      retry = setTimeout(check, wait);
      return;
    }
    last = request;
    askedAt = performance.now();
    run.request(request);
  };
  const receive = (): void => {
    const next = wanted();
    const request = next?.request ?? last;
    onChange({ answer: request && answerTo(request), ids: run.ids, failure: run.failure });
    check();
  };
  const unsubscribe = run.subscribe(receive);
  receive();
  return {
    check,
    stop: () => {
      unsubscribe();
      release();
      clearTimeout(retry);
    },
  };
}

const NS = 1e9;
/**
 * The stretch begins before the visible window and ends after it by this share of the window, so that small
 * moves need no new stretch.
 */
const MARGIN = 0.5;
/** Windows of more than this share of the run are recorded without margins. */
const LARGE = 0.3;

/** The stretch for a visible window in seconds. */
export function requestFor(
  common: Pick<StretchRequest, "view" | "subject" | "maxRows">,
  [from, to]: readonly [number, number],
  duration: number,
): StretchRequest {
  const margin = to - from > LARGE * duration ? 0 : MARGIN * (to - from);
  return {
    ...common,
    from: Math.max(0, Math.floor((from - margin) * NS)),
    to: Math.ceil(Math.min(duration, to + margin) * NS),
  };
}

/** Whether an answer contains every packet of a visible window in seconds. */
export const isCovered = (answer: StretchAnswer | null, [from, to]: readonly [number, number]): boolean =>
  answer !== null &&
  answer.request.from <= from * NS &&
  Math.min(answer.request.to, answer.reached) >= Math.floor(to * NS);
