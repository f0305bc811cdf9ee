// The environment of the sessions that run experiments and sweeps, of which one runs at a time.

import { RecordStore } from "../engine/experiments/recordStore.ts";
import type { RunEnvironment, RunSession } from "../engine/experiments/runSession.ts";
import { programWith } from "../engine/laboratory.ts";
import type { WorkerProgram } from "../engine/workers/client.ts";

const spawn = (): Worker =>
  new Worker(new URL("../engine/experiments/papersWorker.ts", import.meta.url), {
    type: "module",
    name: "papers",
  });

/** The program of the workers that run experiments and sweeps. */
export const papersProgram: WorkerProgram = programWith(spawn);

/** A session of an experiment or a sweep. */
export type AnySession = Pick<RunSession<unknown>, "pause" | "resume" | "cancel" | "discard" | "start">;

export const environment: RunEnvironment = {
  program: papersProgram,
  store: new RecordStore(),
  get cores() {
    return navigator.hardwareConcurrency || 2;
  },
  now: () => performance.now(),
};

/** The session that was started last. */
let active: AnySession | null = null;

/** Starts a session and pauses the previous session, because each session uses all cores. */
export function startSession(session: AnySession, seeds: number): void {
  if (active !== session) active?.pause();
  active = session;
  void session.start(seeds);
}
