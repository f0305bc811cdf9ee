// The adjustments of one measured file: its start, a factor for its rates, and which of its series are drawn.
import type { ReactNode } from "react";
import { Button } from "../../components/Button.tsx";
import { NumberField } from "../../components/fields/NumberField.tsx";
import { Disclosure } from "../../components/surfaces.tsx";
import { importTexts } from "../../engine/imports/texts/index.ts";
import { useOffer } from "../../extension/offers.ts";
import { useLab } from "../lab/state/hooks.ts";
import {
  changeMeasured,
  isFull,
  MAX_DRAWN,
  type MeasuredFile,
  withChange,
  withDrawn,
  withoutFile,
} from "./measured.ts";
import { meanText, nameOf, noteText, quantityOf } from "./texts.ts";
import { type TraceButton, useMeasured } from "./useMeasured.ts";

export interface MeasuredFileFormProps {
  readonly file: MeasuredFile;
  readonly trace: TraceButton | null;
}

export function MeasuredFileForm({ file, trace }: MeasuredFileFormProps): ReactNode {
  const measured = useMeasured();
  const full = isFull(measured);
  const fitLine = useOffer("fitLine");
  const { opened } = file;
  return (
    <Disclosure summary={importTexts.adjust({ file: file.title })} className="measured-file">
      <p className="field-note">
        {[importTexts.formats[file.format], ...file.notes.map(noteText)].join(". ")}
        {file.series.some(({ quantity }) => quantity === "delay") && ` ${importTexts.queueInTime}`}
      </p>
      <Adjustments file={file} />
      <fieldset className="measured-series cluster gap-0">
        <legend className="strong">{importTexts.series}</legend>
        {file.series.map((_, index) => (
          // The series of a file never change their order.
          // biome-ignore lint/suspicious/noArrayIndexKey: the index identifies a series of a file
          <SeriesRow key={index} file={file} trace={trace} index={index} />
        ))}
      </fieldset>
      {full && <p className="field-note">{importTexts.tooManySeries({ limit: MAX_DRAWN })}</p>}
      {fitLine && opened && (
        <Button small onClick={() => fitLine(opened)}>
          {importTexts.fitLine}
        </Button>
      )}
      <Button small onClick={() => changeMeasured((now) => withoutFile(now, file.id))}>
        {importTexts.removeFile}
      </Button>
    </Disclosure>
  );
}

/** The time at which the file starts, and the factor for its rates. */
function Adjustments({ file }: Pick<MeasuredFileFormProps, "file">): ReactNode {
  const duration = useLab((s) => s.run?.record.duration ?? 60);
  return (
    <div className="grid fits gap-4">
      <NumberField
        label={importTexts.shift}
        help={importTexts.shiftHelp}
        unit="s"
        value={file.shift}
        fallback={0}
        min={-86_400}
        max={86_400}
        range={{ min: -duration, max: duration, scale: "linear", integer: false }}
        changed={file.shift !== 0}
        onPreview={(shift) => changeMeasured((now) => withChange(now, file.id, { shift }))}
        onCommit={(shift) => changeMeasured((now) => withChange(now, file.id, { shift: shift ?? 0 }))}
      />
      <NumberField
        label={importTexts.factor}
        help={importTexts.factorHelp}
        unit=""
        value={file.factor}
        fallback={1}
        min={1e-6}
        max={1e6}
        range={{ min: 0.01, max: 100, scale: "log", integer: false }}
        changed={file.factor !== 1}
        onPreview={(factor) => changeMeasured((now) => withChange(now, file.id, { factor }))}
        onCommit={(factor) => changeMeasured((now) => withChange(now, file.id, { factor: factor ?? 1 }))}
      />
    </div>
  );
}

/** One series of a file: whether it is drawn, and a button that uses a series of rates as a trace. */
function SeriesRow({ file, trace, index }: MeasuredFileFormProps & { readonly index: number }): ReactNode {
  const measured = useMeasured();
  const series = file.series[index];
  if (!series) return null;
  const isDrawn = file.drawn.some((one) => one.index === index);
  return (
    <div className="cluster">
      <label>
        <input
          type="checkbox"
          checked={isDrawn}
          disabled={isFull(measured) && !isDrawn}
          onChange={(event) => changeMeasured((now) => withDrawn(now, file.id, index, event.target.checked))}
        />
        {importTexts.seriesMean({
          name: nameOf(series.name),
          quantity: quantityOf(series),
          mean: meanText(series, file.factor),
        })}
      </label>
      {trace && series.quantity === "rate" && (
        <Button small onClick={() => trace.use(file, series)}>
          {importTexts.trace.use({ name: nameOf(series.name), link: trace.link })}
        </Button>
      )}
      {/* The panel announces the message, which may be far from the button there. */}
      {trace?.last === series && (
        <p className="field-note" aria-hidden="true">
          {trace.message}
        </p>
      )}
    </div>
  );
}
