// The list of events up to the playhead, latest first. A click on an event of a flow explains the event; a
// click on another event moves the playhead to its time.

import { type ReactNode, useMemo, useState } from "react";
import { eventName } from "../../../charts/index.ts";
import { EVENT_COLUMNS } from "../../../generated/constants.ts";
import { localNumber } from "../../../language/localized.ts";
import { groupDigits } from "../../../scenario/units.ts";
import { pageTexts } from "../../../texts/index.ts";
import { flowIdOf } from "../state/chartData.ts";
import { useServices } from "../state/context.tsx";
import { useLab, useMembers, useSample } from "../state/hooks.ts";
import type { Run } from "../state/labStore.ts";
import { labTexts } from "../texts/index.ts";

/** The maximum number of rows of the list. */
const MAX_ROWS = 200;

/** The number of events up to a time. */
function countUpTo({ record }: Run, t: number): number {
  const { data, rows } = record.events;
  let count = rows;
  while (count > 0 && (data[(count - 1) * EVENT_COLUMNS] ?? 0) > t) count--;
  return count;
}

/** The event that was selected, and the time up to which the list showed events. */
interface Asked {
  readonly key: number;
  readonly flow: string;
  readonly t: number;
  readonly now: number;
}

interface EventRow {
  readonly key: number;
  readonly t: number;
  readonly text: string;
  readonly flow: string | null;
}

/** The events up to a time, the latest first. */
function latestEvents(run: Run, now: number, labels: ReadonlyMap<string, string>): readonly EventRow[] {
  const { data } = run.record.events;
  const end = countUpTo(run, now);
  const list: EventRow[] = [];
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
  return list;
}

export default function Events({
  run,
  onWhy,
}: {
  readonly run: Run;
  readonly onWhy: (flow: string, t: number) => void;
}): ReactNode {
  const { session } = useServices();
  const playhead = useSample((s) => Math.min(s.playhead, s.computedTo));
  const why = useLab((s) => s.why);
  const [asked, setAsked] = useState<Asked | null>(null);
  // While the answer about an event is shown, the list keeps its rows, although the playhead has moved to the
  // event.
  const isAnswered = asked !== null && why?.flow === asked.flow && why.t === asked.t;
  const now = isAnswered ? Math.max(asked.now, playhead) : playhead;
  const members = useMembers(run);
  const labels = useMemo(() => new Map(members.map((m) => [m.id, m.label])), [members]);
  const rows = useMemo(() => latestEvents(run, now, labels), [run, now, labels]);
  if (rows.length === 0) return <p className="field-note">{pageTexts.lab.noEvents}</p>;
  return (
    <>
      <p className="field-note">{labTexts.lab.eventsUpTo({ n: groupDigits(countUpTo(run, now)) })}</p>
      <ol className="events grid gap-0">
        {rows.map((event) => (
          <li key={event.key}>
            <button
              type="button"
              aria-current={isAnswered && event.key === asked.key ? true : undefined}
              onClick={() => {
                if (!event.flow) {
                  session.playback.seek(event.t);
                  return;
                }
                setAsked({ key: event.key, flow: event.flow, t: event.t, now });
                onWhy(event.flow, event.t);
              }}
            >
              <span className="events-time fixed faint">{localNumber(event.t.toFixed(3))}&#8239;s</span>
              {event.text}
            </button>
          </li>
        ))}
      </ol>
    </>
  );
}
