// The program of a flow with the algorithm "own" in the shown run.
import { useCallback, useEffect, useState } from "react";
import type { CodePlace, ProgramReport, ProgramState } from "../../../generated/types.ts";
import { programOf } from "../../../scenario/descriptors.ts";
import { keepDeclared } from "../../../scenario/programs.ts";
import { useServices } from "./context.tsx";
import { useLab, useSummaryTime } from "./hooks.ts";

/** Where the program of a flow stopped the shown run, or null. */
export function useStop(flow: string): CodePlace | null {
  return useLab(({ failure }) =>
    failure?.code && failure.entity?.replace(/\.\d+$/, "") === flow ? failure.code : null,
  );
}

/** What the program of a flow did last before the playhead, in the shown run if it has this program. */
export function useProgramState(flow: string, code: string): ProgramState | null {
  const { catalogue } = useServices();
  const run = useLab((s) => s.run);
  const isPlaying = useLab((s) => s.playing);
  const at = useSummaryTime(!isPlaying);
  const [state, setState] = useState<ProgramState | null>(null);
  const isShown = !isPlaying && run !== null && programOf(catalogue, flow, run.doc) === code;
  const member = run?.record.directory.find(({ entity }) =>
    [`flow:${flow}`, `flow:${flow}.0`].includes(entity),
  )?.entity;
  useEffect(() => {
    setState(null);
    if (!isShown || member === undefined) return undefined;
    let isLatest = true;
    run.handle?.inspect(member.slice("flow:".length), at).then(
      (next) => isLatest && setState(next),
      () => undefined,
    );
    return () => {
      isLatest = false;
    };
  }, [run?.handle, member, at, isShown]);
  return state;
}

/** Compiles a program with the engine of the session, and keeps the settings that it declares. */
export function useCompile(): (text: string) => Promise<ProgramReport> {
  const { session } = useServices();
  return useCallback(
    async (text) => {
      const report = await session.engine.compile(text);
      if (report.faults.length === 0) keepDeclared(text, report);
      return report;
    },
    [session],
  );
}
