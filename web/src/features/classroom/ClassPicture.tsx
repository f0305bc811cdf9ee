// What the class predicted: all drawn curves and their median, or all bars as marks; after the reveal with the run, the closest
// prediction and a typical error.
import type { CSSProperties, ReactNode } from "react";
import { formatQuantity } from "../../scenario/units.ts";
import type { BarPrediction, CurvePrediction } from "../../tasks/model.ts";
import { type CurvePoint, PredictPicture } from "../../tasks/PredictPicture.tsx";
import { answersToDiscuss, medianAnswer } from "./crowd.ts";
import type { Result } from "./room.ts";
import { classTexts } from "./texts/index.ts";

interface ClassPictureProps<What> {
  readonly what: What;
  readonly past: readonly CurvePoint[];
  readonly answers: readonly (readonly number[])[];
  readonly result: Result | null;
}

export function ClassPicture(props: ClassPictureProps<CurvePrediction | BarPrediction>): ReactNode {
  const { what } = props;
  return what.kind === "curve" ? <Curves {...props} what={what} /> : <Bars {...props} what={what} />;
}

function Curves({ what, past, answers, result }: ClassPictureProps<CurvePrediction>): ReactNode {
  const median = medianAnswer(answers);
  const actual = result?.actual ?? null;
  const { closest = null, typicalError = null } = actual ? answersToDiscuss(answers, actual, what) : {};
  const special = [
    ...(closest ? [{ drawing: closest, style: "class-closest" }] : []),
    ...(typicalError ? [{ drawing: typicalError, style: "class-error" }] : []),
  ];
  const others = [...answers.map((drawing) => ({ drawing, style: "class-other" })), ...special];
  return (
    <div className="predict-curve class-curves stack gap-2" style={crowdStyle(answers.length)}>
      <p className="predict-legend cluster gap-4 flat text-m">
        <span className="is-other">{classTexts.everyone({ n: answers.length })}</span>
        <span className="is-you">{classTexts.median}</span>
        {actual && <span className="is-run">{classTexts.run}</span>}
        {closest && <span className="is-closest">{classTexts.closest}</span>}
        {typicalError && <span className="is-error">{classTexts.typicalError}</span>}
      </p>
      <PredictPicture
        what={what}
        past={past}
        drawing={median ?? []}
        revealed={result?.points ?? null}
        others={others}
        pointTime={null}
      />
      {median && (
        <p className="visually-hidden">
          {classTexts.curvesText({
            n: answers.length,
            first: formatQuantity(median[0] ?? 0, what.unit),
            last: formatQuantity(median.at(-1) ?? 0, what.unit),
          })}
        </p>
      )}
    </div>
  );
}

/** Many curves are paler than few, so that the cloud shows where they are dense. */
const crowdStyle = (count: number): CSSProperties =>
  ({ "--pale": Math.max(0.08, Math.min(0.6, 4 / Math.max(1, count))) }) as CSSProperties;

function Bars({ what, answers, result }: ClassPictureProps<BarPrediction>): ReactNode {
  const median = medianAnswer(answers);
  const at = (value: number): CSSProperties =>
    ({ "--share": Math.min(1, Math.max(0, value / what.max)) }) as CSSProperties;
  return (
    <div className="stack gap-3" style={crowdStyle(answers.length)}>
      <p>{what.label}</p>
      {what.bars.map(({ label }, i) => {
        const actual = result?.actual?.[i];
        const middle = median?.[i];
        return (
          <div key={label} className="stack gap-1">
            <p className="row between gap-3">
              <span className="strong">{label}</span>
              <span>
                {middle !== undefined && classTexts.medianIs({ value: formatQuantity(middle, what.unit) })}
                {actual !== undefined && ` ${classTexts.runIs({ value: formatQuantity(actual, what.unit) })}`}
              </span>
            </p>
            <div className="class-strip" aria-hidden="true">
              {answers.map((answer, person) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: answers have no names
                <i key={person} style={at(answer[i] ?? 0)} />
              ))}
              {middle !== undefined && <b style={at(middle)} />}
              {actual !== undefined && <b className="is-run" style={at(actual)} />}
            </div>
            <p className="row between soft text-s" aria-hidden="true">
              <span>0</span>
              <span>{formatQuantity(what.max, what.unit)}</span>
            </p>
          </div>
        );
      })}
    </div>
  );
}
