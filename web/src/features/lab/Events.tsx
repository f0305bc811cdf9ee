// The list of events up to the playhead, latest first. A click on an event of a flow explains the event; a click on another event
// moves the playhead to its time.
import { type ReactNode, useMemo } from "react";
import { eventName } from "../../charts/index.ts";
import { EVENT_COLUMNS } from "../../generated/constants.ts";
import { groupDigits } from "../../scenario/units.ts";
import { S } from "../../strings/index.ts";
import { PARTS } from "../../strings/labParts.ts";
import { flowIdOf } from "./chartData.ts";
import { useServices } from "./context.tsx";
import { useMembers, useSample } from "./hooks.ts";
import type { Run } from "./state/labStore.ts";

/** The maximum number of rows of the list. */
const MAX_ROWS = 200;

export default function Events({
  run,
  onWhy,
}: {
  readonly run: Run;
  readonly onWhy: (flow: string, t: number) => void;
}): ReactNode {
  const { session } = useServices();
  const now = useSample((s) => Math.min(s.playhead, s.computedTo));
  const members = useMembers(run);
  const labels = useMemo(() => new Map(members.map((m) => [m.id, m.label])), [members]);
  const rows = useMemo(() => {
    const { data, rows: total } = run.record.events;
    let end = total;
    while (end > 0 && (data[(end - 1) * EVENT_COLUMNS] ?? 0) > now) end--;
    const list: {
      readonly key: number;
      readonly t: number;
      readonly text: string;
      readonly flow: string | null;
    }[] = [];
    for (let i = end - 1; i >= 0 && list.length < MAX_ROWS; i--) {
      const at = i * EVENT_COLUMNS;
      const code = data[at + 1] ?? 0;
      const entity = run.record.entityName(code, data[at + 2] ?? 0);
      const flow = flowIdOf(entity);
      const count = data[at + 4] ?? 1;
      const what = eventName(code);
      list.push({
        key: i,
        t: data[at] ?? 0,
        text: `${flow === null ? "" : `${labels.get(flow) ?? flow}: `}${what}${count > 1 ? ` \u00d7\u202f${count}` : ""}`,
        flow,
      });
    }
    return { list, end };
  }, [run, now, labels]);
  if (rows.list.length === 0) return <p className="field-note">{S.lab.noEvents}</p>;
  return (
    <>
      <p className="field-note">{PARTS.lab.eventsUpTo(groupDigits(rows.end))}</p>
      <ol className="events">
        {rows.list.map((event) => (
          <li key={event.key}>
            <button
              type="button"
              onClick={() => (event.flow ? onWhy(event.flow, event.t) : session.playback.seek(event.t))}
            >
              <span className="events-time">{event.t.toFixed(3)}&#8239;s</span>
              {event.text}
            </button>
          </li>
        ))}
      </ol>
    </>
  );
}
