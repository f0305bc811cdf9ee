// The panel below the charts with the measured data: the legend of their lines, the adjustments, and messages
// about data that could not be read.
import type { ReactNode } from "react";
import { Button } from "../../components/Button.tsx";
import { FileButton } from "../../components/FileButton.tsx";
import { Icon, IconButton } from "../../components/icons.tsx";
import { NotInSavedFile } from "../../components/NotInSavedFile.tsx";
import { importTexts } from "../../engine/imports/texts/index.ts";
import { pageTexts } from "../../texts/index.ts";

import { FlowSample } from "../lab/settings/FlowCard.tsx";
import { useServices } from "../lab/state/context.tsx";
import { useLab } from "../lab/state/hooks.ts";
import { problemText } from "../lab/state/importProblem.ts";
import { chartOf, toggledChart, variantOf, withVariant } from "../lab/state/shownCharts.ts";
import { MeasuredFileForm } from "./MeasuredFileForm.tsx";
import {
  changeMeasured,
  type Measured,
  measuredStore,
  styleOf,
  tagOf,
  withDrawn,
  withoutProblem,
} from "./measured.ts";
import { openMeasured } from "./openMeasured.ts";
import { nameOf, quantityOf } from "./texts.ts";
import { useMeasured, useMeasuredLines, useTraceButton } from "./useMeasured.ts";
import "./measured.css";

export default function MeasuredPanel(): ReactNode {
  const measured = useMeasured();
  const { files, waiting, failed } = measured;
  const lines = useMeasuredLines(files);
  const trace = useTraceButton();
  const isEmpty = files.length === 0 && waiting.length === 0;
  return (
    <section className="measured fixed stack gap-2" aria-label={importTexts.title}>
      <div className="measured-head cluster gap-3 flat">
        <b>{importTexts.title}</b>
        {import.meta.env.MODE === "saved-file" ? (
          <NotInSavedFile at={["lab"]} />
        ) : (
          <>
            <FileButton small label={importTexts.open} multiple onFiles={openMeasured} />
            <span className="field-note">{importTexts.notInLink}</span>
          </>
        )}
        {isEmpty && (
          <IconButton
            icon="close"
            label={importTexts.close}
            tipSide="left"
            onClick={() => measuredStore.setState(null, true)}
          />
        )}
      </div>
      {isEmpty && failed.length === 0 && import.meta.env.MODE !== "saved-file" && (
        <p className="field-note">{importTexts.intro}</p>
      )}
      <p className="field-note" role="status">
        {waiting[0] && importTexts.reading({ file: waiting[0].name })}
      </p>
      <p className="visually-hidden" role="status">
        {trace?.message}
      </p>
      <Failures measured={measured} />
      <Legend measured={measured} />
      <MissingCharts lines={lines} />
      {files.map((file) => (
        <MeasuredFileForm key={file.id} file={file} trace={trace} />
      ))}
    </section>
  );
}

function Failures({ measured: { failed } }: { readonly measured: Measured }): ReactNode {
  return failed.map(({ id, title, problem }) => (
    <div key={id} className="callout" role="alert">
      <Icon name="warning" />
      <div>
        <b>{importTexts.failed({ file: title })}</b>
        <p>{problemText(problem)}</p>
      </div>
      <IconButton
        icon="close"
        label={importTexts.dismiss}
        tipSide="left"
        onClick={() => changeMeasured((now) => withoutProblem(now, id))}
      />
    </div>
  ));
}

/** An entry for each line, which a click removes. */
function Legend({ measured: { files } }: { readonly measured: Measured }): ReactNode {
  const entries = files.flatMap((file) =>
    file.drawn.flatMap(({ index, number }) => {
      const series = file.series[index];
      return series ? [{ file, index, number, series }] : [];
    }),
  );
  if (entries.length === 0) return null;
  return (
    <ul className="cluster gap-4 flat" aria-label={importTexts.drawn}>
      {entries
        .sort((a, b) => a.number - b.number)
        .map(({ file, index, number, series }) => (
          <li className="row" key={number}>
            <FlowSample style={styleOf(number)} />
            <span>
              <b>{tagOf(number)}</b>{" "}
              {importTexts.legend({
                file: file.title,
                series: nameOf(series.name),
                quantity: quantityOf(series),
              })}
            </span>
            <IconButton
              icon="close"
              size={16}
              label={importTexts.remove({ name: `${tagOf(number)} ${nameOf(series.name)}` })}
              tipSide="left"
              onClick={() => changeMeasured((now) => withDrawn(now, file.id, index, false))}
            />
          </li>
        ))}
    </ul>
  );
}

/** A button for each chart that has lines of measured data and is not shown. */
function MissingCharts({ lines }: { readonly lines: ReturnType<typeof useMeasuredLines> }): ReactNode {
  const { session } = useServices();
  const names = useLab((s) => s.charts);
  const wanted = [
    { id: "rate", unit: "bit/s", variant: null, title: pageTexts.lab.chartRate },
    { id: "rtt", unit: "s", variant: null, title: pageTexts.lab.chooseRtt },
    { id: "queue", unit: "s", variant: "ms", title: pageTexts.lab.chartQueue },
  ] as const;
  const missing = wanted.filter(({ id, unit, variant }) => {
    const isShown = names.some((name) => chartOf(name) === id);
    const hasUnit = variant === null || variantOf(names, id) === variant;
    return (lines[`${id} ${unit}`]?.length ?? 0) > 0 && !(isShown && hasUnit);
  });
  if (missing.length === 0) return null;
  return (
    <div className="cluster">
      {missing.map(({ id, variant, title }) => (
        <Button
          key={id}
          small
          onClick={() => {
            const shown = names.some((name) => chartOf(name) === id) ? names : toggledChart(names, id);
            session.showCharts(variant === null ? shown : withVariant(shown, id, variant));
          }}
        >
          {importTexts.showChart({ name: title })}
        </Button>
      ))}
    </div>
  );
}
