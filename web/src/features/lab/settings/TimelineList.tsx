// The changes of settings during the run, in the form of the run. Each has a button that moves the playhead
// to it, and a button that removes it.
import type { ReactNode } from "react";
import { IconButton } from "../../../components/icons.tsx";
import { ARROW, nameOf, valueText } from "../../../scenario/diff.ts";
import { removeTimelineEntry } from "../../../scenario/edit.ts";
import { formatQuantity } from "../../../scenario/units.ts";
import { S } from "../../../strings/index.ts";
import { useServices } from "../state/context.tsx";
import { useScenario } from "../state/hooks.ts";

export default function TimelineList(): ReactNode {
  const { session, scenario, catalogue } = useServices();
  const doc = useScenario((s) => s.doc);
  return (
    <ol className="timeline">
      {(doc.timeline ?? []).map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries may be equal; only the index identifies one
        <li key={index}>
          <button type="button" className="timeline-time" onClick={() => session.playback.seek(entry.at)}>
            {formatQuantity(entry.at, "s", 5)}
          </button>
          <span>
            {nameOf(entry.set, doc, catalogue)} {ARROW} {valueText(entry.to, entry.set, doc, catalogue)}
          </span>
          <IconButton
            icon="close"
            size={16}
            label={S.lab.removeEntry}
            tipSide="left"
            onClick={() => scenario.getState().apply("timeline", (d) => removeTimelineEntry(d, index))}
          />
        </li>
      ))}
    </ol>
  );
}
