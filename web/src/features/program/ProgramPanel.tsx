// The program of a flow with the algorithm "own": the editor, the settings that the program declares, and its signals.
// A program without errors becomes part of the document, whose run starts again.
import { type ReactNode, useMemo } from "react";
import { Button } from "../../components/Button.tsx";
import { useFocusBack } from "../../components/focusBack.ts";
import { InView } from "../../components/InView.tsx";
import { IconButton } from "../../components/icons.tsx";
import { ProgramBox } from "../../components/program/ProgramBox.tsx";
import { programTexts } from "../../components/program/texts/index.ts";
import { useProgram } from "../../components/program/useProgram.ts";
import { componentTexts } from "../../components/texts/index.ts";
import type { PartPlaces } from "../../extension/feature.ts";
import { Parts } from "../../extension/parts.tsx";
import type { ProgramReport } from "../../generated/types.ts";
import { programOf } from "../../scenario/descriptors.ts";
import { labelOf } from "../../scenario/flowLabel.ts";
import { programFlows, withProgram } from "../../scenario/programs.ts";

import ProgramSettings from "../lab/settings/ProgramSettings.tsx";
import { useServices } from "../lab/state/context.tsx";
import { useCompile, useProgramState, useStop } from "../lab/state/flowProgram.ts";
import { useLab, useScenario } from "../lab/state/hooks.ts";
import { chartOf, toggledChart, withVariant } from "../lab/state/shownCharts.ts";

export default function ProgramPanel({ flow, onClose }: PartPlaces["programEditor"]): ReactNode {
  const panel = useFocusBack<HTMLElement>();
  const doc = useScenario((s) => s.doc);
  const entry = doc.flows?.find(({ id }) => id === flow);
  if (!entry || !programFlows(doc).includes(flow)) return null;
  const label = labelOf(entry, doc);
  const section = (
    <section
      ref={panel}
      tabIndex={-1}
      className="stack gap-2"
      aria-label={programTexts.title({ flow: label })}
    >
      <header className="row gap-0 between">
        <h2>{programTexts.title({ flow: label })}</h2>
        {onClose && <IconButton icon="close" label={componentTexts.close} tipSide="left" onClick={onClose} />}
      </header>
      <Program key={flow} flow={flow} label={label} />
    </section>
  );
  return onClose ? <InView>{section}</InView> : section;
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
        <fieldset className="form field-group stack gap-2">
          <legend>{programTexts.settings}</legend>
          <ProgramSettings flow={flow} />
        </fieldset>
      )}
      {signals.length > 0 && (
        <p className="cluster">
          <span>{programTexts.signals}</span>
          {signals.map((name) => (
            <Button
              key={name}
              small
              aria-pressed={charts.some((chart) => chart.split("*")[0] === `inside.own_${name}`)}
              title={programTexts.showSignal({ name })}
              onClick={() => show(name)}
            >
              {name}
            </Button>
          ))}
        </p>
      )}
    </>
  );
}
