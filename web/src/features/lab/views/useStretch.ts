// Keeps a stretch of the shown run with every packet that covers the visible window. While the window moves, the earlier stretch remains.
import { useEffect, useEffectEvent, useMemo, useState } from "react";
import { openPacketRun, type PacketRun } from "../../../engine/packets/packetRun.ts";
import type { PacketSubject, StretchAnswer, StretchRequest } from "../../../engine/packets/types.ts";
import { useServices } from "../state/context.tsx";
import type { Run } from "../state/labStore.ts";
import { isCovered, requestFor } from "./stretchRequest.ts";

export interface ShownStretch {
  readonly answer: StretchAnswer | null;
  readonly ids: PacketRun["ids"];
  readonly failure: string;
}

const NOTHING: ShownStretch = { answer: null, ids: null, failure: "" };
/** While a setting is dragged, a run lasts for a fraction of a second. The packets of such a run are not recorded. In ms. */
const OPEN_AFTER = 200;
/** A request that is not answered after this time is replaced by a newer one. In ms. */
const PATIENCE = 400;

const isSame = (a: PacketSubject, b: PacketSubject): boolean => JSON.stringify(a) === JSON.stringify(b);

/** `view` names the view that shows the stretch. */
export function useStretch(
  view: string,
  run: Run | null,
  subject: PacketSubject | null,
  maxRows: number,
): ShownStretch {
  const { timeView } = useServices().session;
  const [shown, setShown] = useState(NOTHING);
  const record = run?.record;
  const text = useMemo(() => (record ? JSON.stringify(record.document) : ""), [record]);
  const key = subject === null ? "" : JSON.stringify(subject);
  // A complete run is not one of many that follow a slider.
  const delay = useEffectEvent(() => (run?.outcome ? 0 : OPEN_AFTER));
  useEffect(() => {
    if (text === "" || key === "") return;
    const wanted = JSON.parse(key) as PacketSubject;
    let close = (): void => {};
    const timer = setTimeout(() => {
      close = follow(text, wanted);
    }, delay());
    return () => {
      clearTimeout(timer);
      close();
    };

    /** Requests stretches as the visible window changes. Returns a function that ends this. */
    function follow(document: string, wantedSubject: PacketSubject): () => void {
      const { run: packets, release } = openPacketRun(document);
      let last: StretchRequest | null = null;
      let askedAt = 0;
      let retry: ReturnType<typeof setTimeout> | undefined;
      const answerOf = (): StretchAnswer | null => {
        const answer = packets.answerFor(view);
        return answer && isSame(answer.request.subject, wantedSubject) ? answer : null;
      };
      const ask = (): void => {
        const { domain, duration } = timeView.state;
        const answer = answerOf();
        const request = requestFor({ view, subject: wantedSubject, maxRows }, domain, duration);
        clearTimeout(retry);
        if (isCovered(answer, domain) || (last?.from === request.from && last.to === request.to)) return;
        const isPending = last !== null && answer?.request.from !== last.from;
        const wait = askedAt + PATIENCE - performance.now();
        if (isPending && wait > 0) {
          retry = setTimeout(ask, wait);
          return;
        }
        last = request;
        askedAt = performance.now();
        packets.request(request);
      };
      const receive = (): void => {
        setShown({ answer: answerOf(), ids: packets.ids, failure: packets.failure });
        ask();
      };
      const stops = [timeView.subscribe(ask), packets.subscribe(receive), release, () => clearTimeout(retry)];
      receive();
      return () => {
        for (const stop of stops) stop();
        setShown(NOTHING);
      };
    }
  }, [text, key, view, maxRows, timeView]);
  return shown;
}
