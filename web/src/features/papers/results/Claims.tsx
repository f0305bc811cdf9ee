// The lines that are judged, in the order of a reader's questions: the statement of the paper and its place,
// the measured value and its variation, the source of the band, and the results of other readings. Checks of
// ours are separate.
import type { ReactNode } from "react";
import {
  type Alternative,
  type ClaimLine,
  type Experiment,
  type Judgement,
  type Outcome,
  quantityOf,
  type Results,
} from "../../../charts/paper/index.ts";
import { fragmentWith } from "../questions/questionLink.ts";
import { RunReadings } from "../runs/RunReadings.tsx";
import { useReadingRuns } from "../runs/readingRuns.ts";
import { startRun } from "../runs/runSessions.ts";
import { paperTexts } from "../texts/index.ts";
import { ClaimNumbers, rangeText } from "./ClaimNumbers.tsx";
import type { StoredResults } from "./model.ts";
import { PaperText } from "./PaperText.tsx";
import { VerdictWord } from "./Verdicts.tsx";

interface ClaimsProps {
  readonly experiment: Experiment;
  /** The results that are shown. They may be the results of a run in the page. */
  readonly results: Results;
  readonly stored: StoredResults;
  /** All experiments, to which texts may refer. */
  readonly experiments: readonly Experiment[];
  /** Whether the results that are shown belong to a changed assumption. */
  readonly isChanged: boolean;
}

export function Claims(props: ClaimsProps): ReactNode {
  const { lines } = props.experiment;
  const judged = lines.filter(({ ours }) => !ours);
  const ours = lines.filter((line) => line.ours);
  return (
    <>
      {judged.length > 0 && (
        <section>
          <h2>{paperTexts.claims}</h2>
          <p>{paperTexts.claimsLead}</p>
          <ClaimList {...props} lines={judged} />
        </section>
      )}
      {ours.length > 0 && (
        <section>
          <h2>{paperTexts.ours}</h2>
          <p>{paperTexts.oursLead}</p>
          <ClaimList {...props} lines={ours} />
        </section>
      )}
    </>
  );
}

interface ClaimListProps extends ClaimsProps {
  readonly lines: readonly ClaimLine[];
}

function ClaimList({ lines, ...props }: ClaimListProps): ReactNode {
  return (
    <ol className="claims stack gap-4 bullets">
      {lines.map((line) => (
        <li key={line.number} value={line.number}>
          <Claim {...props} line={line} />
        </li>
      ))}
    </ol>
  );
}

interface ClaimProps extends ClaimsProps {
  readonly line: ClaimLine;
}

function Claim({ line, experiment, results, stored, experiments, isChanged }: ClaimProps): ReactNode {
  const at = line.number - 1;
  // The facts of a claim remain those of the unchanged scenarios; changed values stand next to them.
  const { lines, outcomes } = isChanged ? stored : results;
  const judgement = lines[at];
  const [runs, state] = useReadingRuns(stored, line);
  // Results of this page have the outcomes that need no further runs.
  const outcome = withReadings(outcomes?.[at] ?? null, judgement, state.judged);
  const changed = isChanged ? results.lines[at] : undefined;
  const verdict = outcome?.verdict ?? judgement?.verdict ?? "no results";
  const isOpen = ["partly", "differs", "depends on the reading"].includes(verdict);
  return (
    <>
      {line.quote !== undefined && (
        <blockquote className="claim-quote">
          <p lang="en">
            {"\u201c"}
            {line.quote}
            {"\u201d"}
          </p>
          <footer className="faint text-s" lang="en">
            {line.place}
          </footer>
        </blockquote>
      )}
      <p className="claim-text">
        <span lang="en">{line.text}</span>: <VerdictWord verdict={verdict} />
        {outcome?.agree &&
          ` (${paperTexts.agreeUnder({ agree: outcome.agree[0], readings: outcome.agree[1] })})`}
        {changed && (
          <mark>
            {paperTexts.withChange}: <VerdictWord verdict={changed.verdict} />
          </mark>
        )}
      </p>
      <ClaimNumbers {...{ line, experiment, changed }} stored={judgement} spread={outcome?.spread} />
      <dl className="claim-facts stack gap-2">
        {outcome?.seeds && outcome.seeds[0] > 0 && outcome.seeds[0] < outcome.seeds[1] && (
          <Fact name={paperTexts.seedsAlone}>
            {paperTexts.seedsHold({ holds: outcome.seeds[0], seeds: outcome.seeds[1] })}
          </Fact>
        )}
        {line.band && (
          <Fact name={paperTexts.band}>
            {paperTexts.bandFrom[line.band.from]} <span lang="en">{line.band.why}</span>
          </Fact>
        )}
        <Tried
          name={paperTexts.readingsTried}
          tried={line.readings}
          judged={outcome?.readings}
          {...{ line, experiment, stored }}
        >
          <RunReadings {...{ line, stored, runs, state }} />
        </Tried>
        {isOpen && line.cause !== undefined && (
          <Fact name={paperTexts.cause}>
            <span lang="en">
              <PaperText text={line.cause} experiments={experiments} />
            </span>
          </Fact>
        )}
        <Tried
          name={paperTexts.withoutCause}
          tried={line.causes}
          judged={outcome?.causes}
          {...{ line, experiment, stored }}
        />
        <Tried
          name={paperTexts.counterRun}
          tried={line.counter && [line.counter]}
          judged={outcome ? [outcome.counter ?? null] : undefined}
          {...{ line, experiment, stored }}
        />
      </dl>
    </>
  );
}

/**
 * An outcome with the readings that were run in this page. The verdict follows from them and from that of the
 * experiment, as `ClaimVerdict::over_readings` in sim-core/papers states.
 */
export function withReadings(
  outcome: Outcome | null,
  own: Judgement | undefined,
  judged: readonly (Judgement | null)[],
): Outcome | null {
  if (judged.every((judgement) => !judgement)) return outcome;
  const readings = judged.map((judgement, i) => judgement ?? outcome?.readings?.[i] ?? null);
  if (!own || readings.some((reading) => !reading)) return { ...outcome, readings };
  const verdicts = [own.verdict, ...readings.map((reading) => reading?.verdict)];
  const agree = verdicts.filter((verdict) => verdict === "agrees").length;
  const isOne = verdicts.every((verdict) => verdict === own.verdict);
  const verdict = isOne ? own.verdict : agree > 0 ? "depends on the reading" : "partly";
  return { ...outcome, readings, verdict, agree: [agree, verdicts.length] };
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactNode {
  return (
    <div>
      <dt className="faint text-s">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

interface TriedProps {
  readonly name: string;
  readonly line: ClaimLine;
  readonly experiment: Experiment;
  readonly stored: StoredResults;
  readonly tried: readonly Alternative[] | undefined;
  readonly judged: readonly (Judgement | null)[] | undefined;
  readonly children?: ReactNode;
}

/** Alternatives of a claim with their verdicts. Each can be run. */
function Tried({ name, line, experiment, stored, tried, judged, children }: TriedProps): ReactNode {
  if (!tried || tried.length === 0) return null;
  return (
    <Fact name={name}>
      <ul className="bullets">
        {tried.map((alternative, i) => {
          const judgement = judged?.[i];
          return (
            <li key={alternative.what}>
              <span lang="en">{alternative.what}</span>
              {judgement && (
                <>
                  : <VerdictWord verdict={judgement.verdict} />{" "}
                  <Values {...{ line, experiment, judgement }} />
                </>
              )}
              <RunButton alternative={alternative} stored={stored} />
            </li>
          );
        })}
      </ul>
      {children}
    </Fact>
  );
}

interface RunButtonProps {
  readonly alternative: Alternative;
  readonly stored: StoredResults;
}

/**
 * Runs the experiment with the changes of an alternative. One without changes is a part of the experiment's own
 * runs.
 */
function RunButton({ alternative, stored }: RunButtonProps): ReactNode {
  const { what, changes = [] } = alternative;
  const run = (): void => {
    startRun(stored, changes);
    // Without changes, the address loses those of an earlier question.
    const fragment = fragmentWith(location.hash, changes);
    if (fragment !== location.hash) location.hash = fragment;
    document.getElementById(changes.length > 0 ? "question-it" : "run-it-here")?.scrollIntoView();
  };
  return (
    <button
      type="button"
      className="button is-quiet"
      aria-label={paperTexts.runNamed({ what })}
      onClick={run}
    >
      {paperTexts.run}
    </button>
  );
}

interface ValuesProps {
  readonly line: ClaimLine;
  readonly experiment: Experiment;
  readonly judgement: Judgement;
}

/** For each quantity of a claim a value or a range of values. */
function Values({ line, experiment, judgement }: ValuesProps): ReactNode {
  const quantities = [...new Set(line.checks.map(({ quantity }) => quantity))];
  const parts = quantities.map((id) => {
    const selected = judgement.values.filter(({ check }) => line.checks[check]?.quantity === id);
    const own = rangeText(selected.flatMap(({ value }) => (value === null ? [] : [value])));
    const failed = selected.filter(({ holds }) => !holds).length;
    const note =
      failed > 0 && selected.length > 1
        ? ` (${paperTexts.failing({ n: failed, all: selected.length })})`
        : "";
    const { label, unit } = quantityOf(experiment, id);
    return `${label}: ${own}${unit === "" ? "" : ` ${unit}`}${note}`;
  });
  return (
    <ul>
      {parts.map((part) => (
        <li key={part}>{part}</li>
      ))}
    </ul>
  );
}
