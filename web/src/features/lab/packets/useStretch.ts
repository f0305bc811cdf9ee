// Keeps a stretch of the shown run with every packet that covers the visible window.
import { useEffect, useEffectEvent, useMemo, useState } from "react";
import type { PacketSubject } from "../../../engine/packets/types.ts";
import { useServices } from "../state/context.tsx";
import type { Run } from "../state/labStore.ts";
import { followStretch, NO_STRETCH, requestFor, type ShownStretch } from "./followStretch.ts";

/**
 * While a setting is dragged, a run lasts for a fraction of a second. The packets of such a run are not
 * recorded. In ms.
 */
const OPEN_AFTER = 200;

/** `view` names the view that shows the stretch. */
export function useStretch(
  view: string,
  run: Run | null,
  subject: PacketSubject | null,
  maxRows: number,
): ShownStretch {
  const { timeView } = useServices().session;
  const [shown, setShown] = useState(NO_STRETCH);
  const record = run?.record;
  const text = useMemo(() => (record ? JSON.stringify(record.document) : ""), [record]);
  const key = subject === null ? "" : JSON.stringify(subject);
  // A complete run is not one of many that follow a slider.
  const delay = useEffectEvent(() => (run?.outcome ? 0 : OPEN_AFTER));
  useEffect(() => {
    if (text === "" || key === "") return;
    const common = { view, subject: JSON.parse(key) as PacketSubject, maxRows };
    let close = (): void => {};
    const timer = setTimeout(() => {
      const follower = followStretch(
        text,
        () => {
          const { domain, duration } = timeView.state;
          return { window: domain, request: requestFor(common, domain, duration) };
        },
        setShown,
      );
      const unsubscribe = timeView.subscribe(follower.check);
      close = () => {
        unsubscribe();
        follower.stop();
        setShown(NO_STRETCH);
      };
    }, delay());
    return () => {
      clearTimeout(timer);
      close();
    };
  }, [text, key, view, maxRows, timeView]);
  return shown;
}
