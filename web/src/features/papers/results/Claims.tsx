// The lines that are judged, in the order of a reader's questions: the statement of the paper and its place,
// the measured value and its variation, the source of the band, and the results of other readings. Our own
// checks are listed separately.
import type { ReactNode } from "react";
import {
  type Alternative,
  type ClaimLine,
  type Experiment,
  type Judgement,
  type Outcome,
  quantityOf,
  type Results,
  type Verdict,
} from "../../../charts/paper/index.ts";
import { fragmentWith } from "../questions/questionLink.ts";
import { RunReadings } from "../runs/RunReadings.tsx";
import { useReadingRuns } from "../runs/readingRuns.ts";
import { startRun } from "../runs/runSessions.ts";
import { paperTexts } from "../texts/index.ts";
import { reachOf } from "./answers.ts";
import { ClaimNumbers, rangeText } from "./ClaimNumbers.tsx";
import type { StoredResults } from "./model.ts";
import { PaperText } from "./PaperText.tsx";
import { ReachText, VerdictWord } from "./Verdicts.tsx";

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
    <ol className="claims stack gap-3 bullets">
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
  // Results of runs in the page have no outcome of readings whose runs were not made.
  const outcome = withReadings(outcomes?.[at] ?? null, judgement, state.judged, line);
  const changed = isChanged ? results.lines[at] : undefined;
  const verdict = outcome?.verdict ?? judgement?.verdict ?? "no results";
  const reach = outcome && reachOf(outcome);
  const isOpen = ["partly", "differs", "depends on the reading"].includes(verdict);
  const subject = { line, experiment, stored };
  return (
    <div className="claim grid gap-4 top">
      <div>
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
          <span lang="en">{line.text}</span>: <VerdictWord verdict={verdict} reach={reach} />
          {changed && (
            <mark>
              {paperTexts.withChange}: <VerdictWord verdict={changed.verdict} />
            </mark>
          )}
        </p>
        <ReachText reach={reach} />
        {line.finding && (
          <p className="text-m" lang="en">
            {line.finding.why}
          </p>
        )}
        {isOpen && line.cause !== undefined && (
          <p className="text-m">
            <span className="faint">{paperTexts.cause}</span>{" "}
            <span lang="en">
              <PaperText text={line.cause} experiments={experiments} />
            </span>
          </p>
        )}
      </div>
      <div>
        <ClaimNumbers {...{ line, experiment, changed }} stored={judgement} spread={outcome?.spread} />
        <details className="claim-facts card">
          <summary>{paperTexts.facts({ readings: line.readings?.length ?? 0 })}</summary>
          <dl className="stack gap-2">
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
              {...subject}
              name={paperTexts.readingsTried}
              tried={line.readings}
              judged={outcome?.readings}
            >
              <RunReadings {...{ line, stored, runs, state }} />
            </Tried>
            <Tried {...subject} name={paperTexts.withoutCause} tried={line.causes} judged={outcome?.causes} />
            <Tried
              {...subject}
              name={paperTexts.counterRun}
              tried={line.counter && [line.counter]}
              judged={outcome ? [outcome.counter ?? null] : undefined}
            />
          </dl>
        </details>
      </div>
    </div>
  );
}

/**
 * An outcome with the readings that were run in this page. The verdict is that under the most plausible reading, and the
 * class says under how many readings it holds, as in `reach.rs` of sim-core/papers.
 */
export function withReadings(
  outcome: Outcome | null,
  own: Judgement | undefined,
  judged: readonly (Judgement | null)[],
  line: ClaimLine,
): Outcome | null {
  if (judged.every((judgement) => !judgement)) return outcome;
  const readings = judged.map((judgement, i) => judgement ?? outcome?.readings?.[i] ?? null);
  if (!own || readings.some((reading) => !reading)) return { ...outcome, readings };
  const all = [own, ...readings].map((judgement) => judgement?.verdict === "agrees");
  const names = line.readings?.map(({ what }) => what) ?? [];
  // Position 0 is the experiment as it runs.
  const plausible = 1 + names.indexOf(outcome?.plausible ?? "");
  const agree = all.filter(Boolean).length;
  const holds = all[plausible] === true;
  const isUndecided = line.unknown === true && agree > 0 && agree < all.length;
  const most = holds && 3 * agree >= 2 * all.length && !isUndecided;
  const verdict = (plausible === 0 ? own : readings[plausible - 1])?.verdict ?? own.verdict;
  return {
    ...outcome,
    readings,
    verdict: stated(isUndecided ? "depends on the reading" : verdict, line),
    agree: [agree, all.length],
    [holds ? "not_in" : "only_in"]: names.filter((_, i) => all[i + 1] !== holds),
    class: agree === all.length ? "all" : most ? "most" : agree > 0 ? "some" : "none",
  };
}

/** A finding replaces the verdict on the values; that a result is better than stated holds only where the claim agrees. */
function stated(verdict: Verdict, { finding }: ClaimLine): Verdict {
  return finding && (finding.is !== "better than stated" || verdict === "agrees") ? finding.is : verdict;
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
              <AlternativeName alternative={alternative} stored={stored} />
              {judgement && (
                <>
                  : <VerdictWord verdict={judgement.verdict} />{" "}
                  <Values {...{ line, experiment, judgement }} />
                </>
              )}
            </li>
          );
        })}
      </ul>
      {children}
    </Fact>
  );
}

interface AlternativeNameProps {
  readonly alternative: Alternative;
  readonly stored: StoredResults;
}

/**
 * The name of an alternative. If it changes the scenarios, the name is a link that runs the experiment with the
 * changes. One without changes is a part of the experiment's own runs.
 */
function AlternativeName({ alternative, stored }: AlternativeNameProps): ReactNode {
  const { what, changes = [] } = alternative;
  if (changes.length === 0) return <span lang="en">{what}</span>;
  const run = (): void => {
    startRun(stored, changes);
    document.getElementById("question-it")?.scrollIntoView();
  };
  return (
    <a lang="en" href={fragmentWith(location.hash, changes)} title={paperTexts.run} onClick={run}>
      {what}
    </a>
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
