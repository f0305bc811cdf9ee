// One sentence about the last edit: what changed and the effect on the results. Buttons undo the edit, compare both runs, and
// hide the ghost, which is the run before the edit, drawn as grey lines.
import type { ReactNode } from "react";
import { changeText } from "../../scenario/diff.ts";
import { S } from "../../strings/index.ts";
import { useServices } from "./context.tsx";
import { effectsOf } from "./effects.ts";
import { useLab } from "./hooks.ts";

export function LastChangeLine({
  comparing,
  onCompare,
}: {
  readonly comparing: boolean;
  readonly onCompare: () => void;
}): ReactNode {
  const { session, scenario } = useServices();
  const last = useLab((s) => s.lastChange);
  const ghost = useLab((s) => s.ghost);
  const pinned = useLab((s) => s.pinned);
  if (!last || last.changes.length === 0) return null;
  const before = last.before?.outcome?.summary;
  const after = last.after?.outcome?.summary;
  const effects = before && after ? effectsOf(before, after) : null;
  const unlisted = last.changes.length - 2;
  const changesText =
    last.changes.slice(0, 2).map(changeText).join("; ") + (unlisted > 0 ? S.lab.andMore(unlisted) : "");
  const effectText = effects === null ? "\u2026" : effects.length === 0 ? S.lab.noEffect : effects.join("; ");
  return (
    <p className="last-change" role="status">
      <span className="last-change-text">
        <b>{S.lab.lastChange}:</b> {changesText}: {effectText}
      </span>
      <span className="last-change-actions">
        <button type="button" className="button is-small" onClick={() => scenario.getState().undo()}>
          {S.lab.undo}
        </button>
        {!(comparing && pinned) && (
          <button
            type="button"
            className="button is-small"
            disabled={!last.before?.outcome}
            onClick={() => {
              session.comparison.pinBefore();
              onCompare();
            }}
          >
            {S.lab.compare}
          </button>
        )}
        {ghost && !pinned && (
          <button
            type="button"
            className="button is-small is-quiet"
            onClick={() => session.comparison.hideGhost()}
          >
            {S.lab.hideGreyLines}
          </button>
        )}
      </span>
    </p>
  );
}
