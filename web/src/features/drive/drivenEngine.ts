// The engine of a drive as a session of the Lab sees it: every run is driven, and is computed only as far as the drive
// asks.
import type { EngineClient } from "../../engine/types.ts";

/** `onLoad` is called with the id of a run that the engine has started. */
export function drivenEngine(engine: EngineClient, onLoad: (runId: string) => void): EngineClient {
  return {
    load: async (text, runId, options) => {
      const verdict = await engine.load(text, runId, { ...options, preview: false, driven: true });
      if (verdict.ok) onLoad(runId);
      return verdict;
    },
    ready: () => engine.ready(),
    check: (text) => engine.check(text),
    compile: (text) => engine.compile(text),
    advance: (runId, until, later) => engine.advance(runId, until, later),
    record: (runId) => engine.record(runId),
    forget: (runId) => engine.forget(runId),
    setPaused: (paused) => engine.setPaused(paused),
    cancel: () => engine.cancel(),
    explain: (runId, flow, from, to) => engine.explain(runId, flow, from, to),
    summary: (runId, at) => engine.summary(runId, at),
    inspect: (runId, flow, at) => engine.inspect(runId, flow, at),
    batch: (jobs, onResult) => engine.batch(jobs, onResult),
    computeRecord: (text, bins) => engine.computeRecord(text, bins),
    subscribe: (listener) => engine.subscribe(listener),
    dispose: () => engine.dispose(),
  };
}
