// Notices about a run: why the scenario cannot be run, or why the run stopped.
import type { ReactNode } from "react";
import { Icon } from "../../../components/icons.tsx";
import { pageTexts } from "../../../texts/index.ts";
import { useServices } from "../state/context.tsx";
import { goToSetting } from "../state/goToSetting.ts";
import { useLab, useScenario } from "../state/hooks.ts";
import { labTexts } from "../texts/index.ts";
import { problemsOf } from "./problems.ts";

/** The maximum number of problems of a document that are listed. */
const MAX_PROBLEMS = 6;

/**
 * The failure of a run, or the problems of a document, each with a button that goes to the setting. The
 * charts continue to show the last run.
 */
export default function RunProblems(): ReactNode {
  const { session, scenario, catalogue } = useServices();
  const doc = useScenario((s) => s.doc);
  const failure = useLab((s) => s.failure);
  const issues = useLab((s) => s.issues);
  const hasRun = useLab((s) => s.run !== null);
  const lastStep = useScenario((s) => s.history.past.at(-1));
  const origin = useScenario((s) => s.origin);
  if (!failure && issues.length === 0) return null;
  const problems = problemsOf(issues, doc, catalogue);
  return (
    <div className="callout" role="alert">
      <Icon name="warning" />
      <div>
        <b>
          {failure
            ? failure.at === null
              ? null
              : pageTexts.lab.stopped({ t: `${failure.at.toFixed(2)}\u202fs` })
            : pageTexts.lab.refused}{" "}
          {failure && <span lang="en">{failure.message}</span>}
        </b>
        {issues.length > 0 && (
          <ul>
            {problems.slice(0, MAX_PROBLEMS).map(({ path, where, message }) => (
              <li key={where + message}>
                {where && (
                  <>
                    <button type="button" className="link-button" onClick={() => goToSetting(session, path)}>
                      {where}
                    </button>
                    :{" "}
                  </>
                )}
                <span lang="en">{message}</span>
              </li>
            ))}
            {problems.length > MAX_PROBLEMS && (
              <li>{labTexts.lab.moreIssues({ n: problems.length - MAX_PROBLEMS })}</li>
            )}
          </ul>
        )}
        {hasRun ? <p>{labTexts.lab.lastRunStays}</p> : !failure && <p>{labTexts.lab.refusedNext}</p>}
      </div>
      <div className="row">
        {lastStep && (
          <button type="button" className="button is-small" onClick={() => scenario.getState().undo()}>
            {lastStep.scenario.origin === origin ? pageTexts.lab.undo : labTexts.lab.backToPrevious}
          </button>
        )}
        {failure && (
          <button type="button" className="button is-small" onClick={() => session.loadRun()}>
            {labTexts.lab.retry}
          </button>
        )}
      </div>
    </div>
  );
}
