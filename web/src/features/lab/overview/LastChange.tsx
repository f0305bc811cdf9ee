// One line about the last edit: the changed settings and the effect on the results. Buttons undo the edit and compare
// the runs before and after it. Closing the line also hides the run before the edit, which charts draw in pale colours.
import { type ReactNode, useMemo } from "react";
import { createPortal } from "react-dom";
import { Icon, IconButton } from "../../../components/icons.tsx";
import { panels } from "../../../extension/installed.ts";
import { diffDocuments } from "../../../scenario/diff.ts";
import { pageTexts } from "../../../texts/index.ts";
import { changesText, withImplied } from "../flows/impliedChanges.ts";
import { withRttChanges } from "../flows/rttChanges.ts";
import { effectText, resultFrom } from "../numbers/effects.ts";
import { useServices } from "../state/context.tsx";
import { useLab, useScenario } from "../state/hooks.ts";
import type { LastChange } from "../state/labStore.ts";
import { useLinkCheck } from "../state/linkCheck.ts";
import { labTexts } from "../texts/index.ts";
import { Sentence } from "./Sentence.tsx";

/** The maximum number of changed settings that the line lists. */
const MAX_CHANGES = 2;

/**
 * The id of the live region of the Lab (LabView.tsx) that announces the result of an edit. It exists before
 * the first edit.
 */
const CHANGE_STATUS = "change-status";

export default function LastChangeLine(): ReactNode {
  const { session, catalogue } = useServices();
  const last = useLab((s) => s.lastChange);
  const effectFrom = useLab((s) => s.effectFrom);
  const refused = useLab((s) => s.issues.length > 0);
  const isOfLink = useLab((s) => s.expected?.before !== undefined);
  const check = useLinkCheck();
  const { beforeDoc, doc } = last ?? {};
  const settings = useMemo(
    () => (beforeDoc && doc ? diffDocuments(beforeDoc, doc, catalogue) : []),
    [beforeDoc, doc, catalogue],
  );
  if (!last || settings.length === 0) return null;
  const [before, after] = [last.before, last.after].map((run) => run?.record.derived);
  const changes = withImplied(withRttChanges(settings, last.before, last.after), before, after, {
    doc: last.doc,
    catalogue,
  });
  const words = changesText(changes, MAX_CHANGES);
  const isComplete = refused || (last.before?.outcome && last.after?.outcome);
  const ofLink = isOfLink && check === "same" && isComplete ? `; ${labTexts.lab.bothSame}` : "";
  const effect = (refused ? labTexts.lab.changeRefused : effectOf(last, effectFrom)) + ofLink;
  const status = document.getElementById(CHANGE_STATUS);
  return (
    <>
      <p className="last-change row gap-2">
        <Sentence key={words}>
          <b>{pageTexts.lab.lastChange}:</b> {words}; {effect}
        </Sentence>
        <Actions last={last} />
        <IconButton
          icon="close"
          size={16}
          className="last-change-close fixed"
          label={labTexts.lab.closeLastChange}
          tipSide="left"
          onClick={() => session.runs.dismissChange()}
        />
      </p>
      {status && createPortal(isComplete ? `${pageTexts.lab.lastChange}: ${words}; ${effect}` : "", status)}
    </>
  );
}

/** The effect of a change: on the whole run, or on its part from the time on at which the change applies. */
function effectOf({ before, after, doc }: LastChange, from: number | null): string {
  if (!from || !before?.outcome || !after?.outcome)
    return effectText(before?.outcome, after?.outcome, after?.doc ?? doc);
  return effectText(resultFrom(before, from), resultFrom(after, from), after.doc);
}

function Actions({ last }: { readonly last: LastChange }): ReactNode {
  const { session, scenario } = useServices();
  const pinned = useLab((s) => s.pinned);
  const panel = useLab((s) => s.panel);
  const hasStep = useScenario((s) => s.history.past.at(-1)?.scenario.origin === s.origin);
  const undo = (): void => {
    // The change of an opened link is no step of this history.
    if (hasStep) scenario.getState().undo();
    else scenario.getState().apply("back", () => last.beforeDoc);
  };
  return (
    <span className="last-change-actions fixed row inline">
      <IconButton icon="undo" size={16} label={pageTexts.lab.undo} tipSide="left" onClick={undo} />
      {panels().map(
        ({ id, name, icon }) =>
          !(panel === id && pinned) && (
            <button
              key={id}
              type="button"
              className="button is-small"
              title={name()}
              aria-label={name()}
              disabled={!last.before?.outcome}
              onClick={() => {
                session.runs.pinBefore();
                session.store.setState({ panel: id });
              }}
            >
              <Icon name={icon} size={16} />
              <span>{name()}</span>
            </button>
          ),
      )}
    </span>
  );
}
