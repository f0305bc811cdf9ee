// Notices about a run: why the scenario cannot be run, or why the run stopped.

import { type ReactNode, useEffect } from "react";
import { chartTexts } from "../../../charts/texts/index.ts";
import { Button } from "../../../components/Button.tsx";
import { Icon } from "../../../components/icons.tsx";
import { programTexts } from "../../../components/program/texts/index.ts";
import { Translated } from "../../../components/Translated.tsx";
import type { Catalogue, Issue, ScenarioDocument } from "../../../generated/types.ts";
import { localNumber } from "../../../language/localized.ts";
import { nameOf } from "../../../scenario/diff.ts";
import { groupDigits } from "../../../scenario/units.ts";
import { pageTexts } from "../../../texts/index.ts";
import { editPathOf } from "../settings/SettingControl.tsx";
import { useServices } from "../state/context.tsx";
import { goToSetting } from "../state/goToSetting.ts";
import { useLab, useScenario } from "../state/hooks.ts";
import { labTexts } from "../texts/index.ts";

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
  const isRefused = issues.length > 0;
  // What would play is the run of the settings before.
  useEffect(() => {
    if (isRefused) session.playback.pause();
  }, [session, isRefused]);
  if (!failure && !isRefused) return null;
  const problems = problemsOf(issues, doc, catalogue);
  return (
    <div className="callout" role="alert">
      <Icon name="warning" />
      <div>
        <b>
          {failure
            ? failure.at === null
              ? null
              : pageTexts.lab.stopped({ t: `${localNumber(failure.at.toFixed(2))}\u202fs` })
            : pageTexts.lab.refused}{" "}
          {failure && <Translated text={failure.message} table={programTexts.sentences} />}
        </b>
        {issues.length > 0 && (
          <ul className="bullets">
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
                <Translated text={message} table={programTexts.sentences} />
              </li>
            ))}
            {problems.length > MAX_PROBLEMS && (
              <li>{labTexts.lab.moreIssues({ n: problems.length - MAX_PROBLEMS })}</li>
            )}
          </ul>
        )}
        {hasRun ? <p>{labTexts.lab.lastRunStays}</p> : !failure && <p>{labTexts.lab.refusedNext}</p>}
      </div>
      <div className="cluster">
        {lastStep && (
          <Button small onClick={() => scenario.getState().undo()}>
            {lastStep.scenario.origin === origin ? pageTexts.lab.undo : labTexts.lab.backToPrevious}
          </Button>
        )}
        {failure && (
          <Button small onClick={() => session.loadRun()}>
            {labTexts.lab.retry}
          </Button>
        )}
      </div>
    </div>
  );
}

interface Problem {
  /**
   * The path of the first setting with the problem, as edits use it. Empty if the problem concerns the whole
   * document.
   */
  readonly path: string;
  /** The flows or links, and the setting. Empty if the problem concerns the whole document. */
  readonly where: string;
  readonly message: string;
}

/** The maximum number of flows or links that a problem names. */
const MAX_OWNERS = 4;

/**
 * The problems of a document, each once: a problem that several flows or links have in the same setting is
 * one problem with several owners.
 */
export function problemsOf(
  issues: readonly Issue[],
  doc: ScenarioDocument,
  catalogue: Catalogue,
): readonly Problem[] {
  const found = new Map<string, { path: string; setting: string; owners: Set<string>; message: string }>();
  for (const issue of issues) {
    const path = settingPathOf(issue.path, doc);
    const name = path === "" ? "" : nameOf(path, doc, catalogue);
    const [owner, setting] = name.includes(": ") ? splitName(name) : ["", name];
    const message = withoutPaths(issue.message, doc, catalogue).replace(/\d{5,}/g, (n) =>
      groupDigits(Number(n)),
    );
    const key = JSON.stringify([issue.code, setting, message]);
    const before = found.get(key);
    if (before) before.owners.add(owner);
    else found.set(key, { path, setting, owners: new Set([owner]), message });
  }
  return [...found.values()].map(({ path, setting, owners, message }) => {
    const names = [...owners].filter((owner) => owner !== "");
    const shown = names.slice(0, MAX_OWNERS).join(", ");
    const rest = names.length > MAX_OWNERS ? ` ${chartTexts.more({ n: names.length - MAX_OWNERS })}` : "";
    return { path, where: names.length === 0 ? setting : `${shown}${rest}: ${setting}`, message };
  });
}

/** "far: path" as owner and setting. */
function splitName(name: string): readonly [owner: string, setting: string] {
  const at = name.lastIndexOf(": ");
  return [name.slice(0, at), name.slice(at + 2)];
}

/**
 * A path of an issue as edits use it: entries of lists are named by their ids, and an entry of the timeline
 * by its setting.
 */
function settingPathOf(path: string, doc: ScenarioDocument): string {
  const entry = /^timeline\[(\d+)\]/.exec(path)?.[1];
  if (entry !== undefined) return doc.timeline?.[Number(entry)]?.set ?? "timeline";
  // A limit and its unit are one control.
  return editPathOf(path, doc).replace(/\.limit\.[a-z]+$/, ".limit");
}

/** Replaces paths such as `flows[0]` in a message by the names of the flows or settings. */
function withoutPaths(message: string, doc: ScenarioDocument, catalogue: Catalogue): string {
  return message.replace(
    /\u201c?((?:flows|network\.links|network\.nodes)\[\d+\][\w.[\]]*)\u201d?/g,
    (_, path) => nameOf(editPathOf(path, doc), doc, catalogue),
  );
}
