// The program of a flow with the algorithm "own": the editor, the settings that the program declares, and its signals.
// A program without errors becomes part of the document, whose run starts again.
import { type ReactNode, useCallback, useEffect, useMemo, useState } from "react";
import { useFocusBack } from "../../../components/focusBack.ts";
import { IconButton } from "../../../components/icons.tsx";
import { ProgramBox } from "../../../components/program/ProgramBox.tsx";
import { programTexts } from "../../../components/program/texts/index.ts";
import { useProgram } from "../../../components/program/useProgram.ts";
import { componentTexts } from "../../../components/texts/index.ts";
import { Parts } from "../../../extension/parts.tsx";
import type { CodePlace, ProgramReport, ProgramState } from "../../../generated/types.ts";
import { programOf } from "../../../scenario/descriptors.ts";
import { labelOf } from "../../../scenario/flowLabel.ts";
import { keepDeclared, programFlows, withProgram } from "../../../scenario/programs.ts";

import ProgramSettings from "../settings/ProgramSettings.tsx";
import { useServices } from "../state/context.tsx";
import { useLab, useScenario, useSummaryTime } from "../state/hooks.ts";
import { chartOf, toggledChart, withVariant } from "../state/shownCharts.ts";

export interface ProgramPanelProps {
  readonly flow: string;
  /** Closes the panel. Without it, the panel has no button for it. */
  readonly onClose?: () => void;
}

export default function ProgramPanel({ flow, onClose }: ProgramPanelProps): ReactNode {
  const panel = useFocusBack<HTMLElement>();
  const doc = useScenario((s) => s.doc);
  const entry = doc.flows?.find(({ id }) => id === flow);
  if (!entry || !programFlows(doc).includes(flow)) return null;
  const label = labelOf(entry, doc);
  return (
    <section
      ref={panel}
      tabIndex={-1}
      className="program-panel"
      aria-label={programTexts.title({ flow: label })}
    >
      <header className="program-head">
        <h2>{programTexts.title({ flow: label })}</h2>
        {onClose && <IconButton icon="close" label={componentTexts.close} tipSide="left" onClick={onClose} />}
      </header>
      <Program key={flow} flow={flow} label={label} />
    </section>
  );
}

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

function Program({ flow, label }: { readonly flow: string; readonly label: string }): ReactNode {
  const { catalogue, scenario } = useServices();
  const used = useScenario((s) => programOf(catalogue, flow, s.doc));
  const compile = useCompile();
  const onProgram = (text: string, report: ProgramReport): void =>
    scenario.getState().apply(`program ${flow}`, (d) => withProgram(d, flow, text, report), true);
  const program = useProgram({ used, compile, onProgram, draftName: flow });
  return (
    <>
      <ProgramBox
        program={program}
        label={programTexts.label({ flow: label })}
        stop={useStop(flow)}
        state={useProgramState(flow, used)}
      />
      <Controls flow={flow} report={program.report} />
      <Parts place="program" code={used} />
    </>
  );
}

/** The settings of the program, and buttons for the charts of its signals. */
function Controls({
  flow,
  report,
}: {
  readonly flow: string;
  readonly report: ProgramReport | null;
}): ReactNode {
  const { session } = useServices();
  const charts = useLab((s) => s.charts);
  const signals = useMemo(() => [...new Set(report?.signals ?? [])], [report]);
  const show = (name: string): void => {
    const shown = charts.some((chart) => chartOf(chart) === "inside")
      ? charts
      : toggledChart(charts, "inside");
    session.showCharts(withVariant(shown, "inside", `own_${name}`));
  };
  return (
    <>
      {report && report.settings.length > 0 && (
        <fieldset className="form field-group">
          <legend>{programTexts.settings}</legend>
          <ProgramSettings flow={flow} />
        </fieldset>
      )}
      {signals.length > 0 && (
        <p className="program-signals">
          <span>{programTexts.signals}</span>
          {signals.map((name) => (
            <button
              key={name}
              type="button"
              className="button is-small"
              aria-pressed={charts.some((chart) => chart.split("*")[0] === `inside.own_${name}`)}
              title={programTexts.showSignal({ name })}
              onClick={() => show(name)}
            >
              {name}
            </button>
          ))}
        </p>
      )}
    </>
  );
}
