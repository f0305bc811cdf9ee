// Shares the playhead and the view of a lab with the other window of a presentation.
import { useEffect } from "react";
import type { ColourMode } from "../../../charts/index.ts";
import { desk } from "../../../extension/desk.ts";
import type { LinkView } from "../../../scenario/shareLink.ts";
import { linkViewOf } from "./linkView.ts";
import type { LabSession } from "./session.ts";

/**
 * A frame of playback advances the playhead by at most this wall-clock time in seconds. A larger step is a
 * jump.
 */
const LONGEST_FRAME = 0.11;

interface Time {
  readonly playing: boolean;
  readonly t: number;
  readonly speed: number;
}

export function useSharedSession(name: string, session: LabSession): void {
  useEffect(() => {
    const { store, timeView, playback } = session;
    const time = desk.register(`${name} time`, {
      read: () => ({ playing: playback.playing, t: playback.time, speed: store.getState().speed }),
      write: (value) => {
        const { playing, t, speed } = value as Time;
        playback.setSpeed(speed);
        if (!playing) playback.pause();
        playback.seek(t);
        if (playing) playback.play();
      },
    });
    const view = desk.register(`${name} view`, {
      read: () => viewOf(session),
      write: (value) => showView(session, value as View),
    });
    const stops = [
      timeView.subscribe((now, before) => {
        if (now.playhead !== before.playhead) {
          const step = now.playhead - before.playhead;
          const longest = LONGEST_FRAME * store.getState().speed;
          if (!playback.playing || step < 0 || step > longest) time.changed();
        }
        // A playhead and a view that did not fit into a shorter run may fit into a longer run.
        if (now.duration !== before.duration) {
          if (!playback.playing) time.repeat();
          view.repeat();
        }
        if (now.domain !== before.domain || now.brush !== before.brush) view.changed();
      }),
      store.subscribe((now, before) => {
        if (now.playing !== before.playing || now.speed !== before.speed) time.changed();
        view.changed();
      }),
      time.remove,
      view.remove,
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [name, session]);
}

type View = Pick<LinkView, "z" | "b" | "c" | "o" | "l"> & {
  readonly colours: ColourMode;
  readonly queue: string;
};

function viewOf({ timeView, store }: LabSession): View {
  const { t: _t, ...view } = linkViewOf(timeView, store);
  const { colours, chosenQueue, charts, openGroups } = store.getState();
  return { ...view, c: [...charts], o: [...openGroups], colours, queue: chosenQueue };
}

function showView(session: LabSession, { z, b, c, o, l, colours, queue }: View): void {
  const { timeView, store } = session;
  store.setState({ charts: c ?? [], openGroups: o ?? [], layout: l ?? null, colours, chosenQueue: queue });
  if (z) timeView.setDomain(z[0], z[1]);
  else timeView.setDomain(0, timeView.state.duration);
  timeView.setBrush(b ?? null);
}
