// Moves the packets of the queue view in the picture of the network: they are shown as they are at the cursor or the playhead.
import { useEffect } from "react";
import { frameLoop } from "../../../charts/frame.ts";
import { Flights } from "../../../charts/network/flights.ts";
import { drawPackets } from "../../../charts/network/packetsInPicture.ts";
import { rowsOf } from "../../../charts/views/packetRows.ts";
import { colourOfKey } from "../../../charts/views/plot.ts";
import type { QueueInputs } from "../../../charts/views/queueView.ts";
import { useServices } from "../state/context.tsx";

const NS = 1e9;

export function useMovingPackets(shown: QueueInputs | null, link: string): void {
  const { session } = useServices();
  useEffect(() => {
    const { replay = null, stretch = null } = shown ?? {};
    if (!shown || !replay || !stretch) return;
    const flights = new Flights(rowsOf(stretch), stretch.reached);
    const { timeView } = session;
    let drawn: string | null = null;
    const loop = frameLoop();
    const draw = (): boolean => {
      const { cursor, playhead } = timeView.state;
      const at = Math.round((cursor ?? playhead) * NS);
      const picture = session.networkPicture;
      const key = `${at}`;
      if (picture === null || key === drawn) return false;
      drawn = key;
      const isRecorded = at >= stretch.request.from && at <= stretch.reached;
      picture.drawAbove(
        isRecorded
          ? ({ plan, data, theme }) => {
              const place = plan.links.find(({ id }) => id === link);
              const limit = data.links.find(({ id }) => id === link)?.limit ?? 0;
              if (!place) return [];
              const packets = {
                at,
                queue: replay.at(at),
                flights: flights.at(at),
                colourOf: ({ flow }: { readonly flow: number }, of: typeof theme): string => {
                  const key = shown.keyOf(flow);
                  return key ? colourOfKey(key, of) : of.muted;
                },
              };
              return drawPackets(place, limit, packets, theme);
            }
          : null,
      );
      return false;
    };
    const stops = [loop.add({ draw }), timeView.subscribe(() => loop.request())];
    loop.request();
    return () => {
      for (const stop of stops) stop();
      session.networkPicture?.drawAbove(null);
    };
  }, [shown, link, session]);
}
