// The sessions that run experiments in this page, one for each experiment and list of changes. They continue
// while another page of the section or the Lab is open.
import { useEffect, useMemo } from "react";
import { useStore } from "zustand";
import type { Alternative, Results } from "../../../charts/paper/index.ts";
import { RunSession, type RunState } from "../../../engine/experiments/runSession.ts";
import type { Change } from "../../../engine/experiments/types.ts";
import { environment, startSession } from "../../../experiments/sessions.ts";
import type { StoredResults } from "../results/model.ts";

export type ResultsSession = RunSession<Results>;
export type ResultsState = RunState<Results>;

const sessions = new Map<string, ResultsSession>();

/** The session of an experiment with these changes. With `only`, it runs only the cells that an alternative of the experiment names. */
export function sessionOf(
  stored: StoredResults,
  changes: readonly Change[],
  only?: Alternative["only"],
): ResultsSession {
  const { id: experiment, version, definition, file } = stored;
  const key = JSON.stringify({ experiment, version, definition, changes, only });
  const known = sessions.get(key);
  if (known) return known;
  const scope = {
    experiment,
    version,
    definition,
    changes,
    ...(only !== undefined && { only }),
    ...(file !== undefined && { file }),
  };
  const session: ResultsSession = new RunSession(scope, environment, (text) => JSON.parse(text) as Results);
  sessions.set(key, session);
  void session.readKept();
  return session;
}

/** Runs an experiment with these changes and one seed. */
export function startRun(stored: StoredResults, changes: readonly Change[]): void {
  startSession(sessionOf(stored, changes), 1);
}

/** The session of an experiment with these changes, and its state. */
export function useRunSession(
  stored: StoredResults,
  changes: readonly Change[],
): readonly [ResultsSession, ResultsState] {
  const session = useMemo(() => sessionOf(stored, changes), [stored, changes]);
  const state = useStore(session.state);
  // What other tabs of the page have finished in the meantime.
  useEffect(() => {
    if (session.state.getState().phase === "idle") void session.readKept();
  }, [session]);
  return [session, state];
}
