// What a verdict says to a reader: one of a few classes, counted by one function, and the first screen of a paper.
import type { ClaimLine, Experiment, Outcome, Reach, Verdict } from "../../../charts/paper/index.ts";
import type { Headline, HeadlineStatus, Paper } from "./model.ts";

/** The classes in which claims are counted, in the order of a bar. Each has a colour, a sign and a word. */
export const CLASSES = ["all", "most", "some", "partly", "none", "contradicts", "untestable"] as const;

export type AnswerClass = (typeof CLASSES)[number] | "unjudged";

export type Counts = Readonly<Record<(typeof CLASSES)[number], number>>;

/** The class of a verdict. Without a reach, it is that of a single reading. */
export function classOf(verdict: Verdict, reach?: Reach | null): AnswerClass {
  switch (verdict) {
    case "the paper contradicts itself":
      return "contradicts";
    case "cannot be tested":
      return "untestable";
    case "paper gives no number":
    case "no results":
      return "unjudged";
    case "better than stated":
      return "all";
    case "depends on the reading":
      return "some";
    default: {
      const own = reach?.class ?? (verdict === "agrees" ? "all" : "none");
      return own === "none" && verdict === "partly" ? "partly" : own;
    }
  }
}

/** The reach in an outcome, in which the list of the readings has another meaning. */
export const reachOf = ({ readings: _judged, agree, ...reach }: Outcome): Reach => ({
  ...reach,
  ...(agree && { readings: agree }),
});

/** The claims of a paper that are judged, with their verdicts. Checks of ours are not claims of the paper. */
export const judgedLines = ({
  lines,
  verdicts = [],
  reach,
}: Experiment): readonly {
  readonly line: ClaimLine;
  readonly verdict: Verdict;
  readonly reach: Reach | null;
}[] =>
  lines.flatMap((line, i) => {
    const verdict = verdicts[i];
    const isCounted = verdict !== undefined && !line.ours && classOf(verdict) !== "unjudged";
    return isCounted ? [{ line, verdict, reach: reach?.[i] ?? null }] : [];
  });

/** The numbers of claims in each class. */
export function countAnswers(experiments: readonly Experiment[]): Counts {
  const found = experiments
    .flatMap(judgedLines)
    .map(({ verdict, reach }) => classOf(verdict, reach ?? undefined));
  return Object.fromEntries(
    CLASSES.map((wanted) => [wanted, found.filter((own) => own === wanted).length]),
  ) as Counts;
}

export const sumOf = (counts: Counts): number => Object.values(counts).reduce((sum, count) => sum + count, 0);

/** The number of claims that stand for the headlines of a paper that names none. */
const MAX_STAND_INS = 3;

const STATUS_OF: Readonly<Record<AnswerClass, HeadlineStatus>> = {
  all: "holds",
  most: "holds",
  some: "holds if",
  partly: "does not hold",
  none: "does not hold",
  contradicts: "the paper contradicts itself",
  untestable: "cannot be tested",
  unjudged: "no results",
};

/** The classes from that which decides about a headline with several lines. */
const DECIDING = ["unjudged", ...CLASSES.toReversed()] as const;

/** The status of a headline by the verdicts on its lines. */
function statusOf({ lines }: Headline, experiments: readonly Experiment[]): HeadlineStatus {
  const found = lines.map(({ experiment, line }) => {
    const { verdicts, reach } = experiments.find(({ id }) => id === experiment) ?? {};
    return classOf(verdicts?.[line - 1] ?? "no results", reach?.[line - 1]);
  });
  return STATUS_OF[DECIDING.find((own) => found.includes(own)) ?? "unjudged"];
}

/**
 * The headlines of a paper, or its first claims if it names none. Those of an opened file have a status after its runs.
 */
export function headlinesOf(paper: Paper, experiments: readonly Experiment[]): readonly Headline[] {
  if (paper.headlines.length > 0)
    return paper.headlines.map((headline) =>
      headline.status === "no results" ? { ...headline, status: statusOf(headline, experiments) } : headline,
    );
  const claims = experiments.flatMap((experiment) =>
    experiment.lines.flatMap((line, i) => {
      if (line.ours || !line.judged || line.quote === undefined) return [];
      const status = STATUS_OF[classOf(experiment.verdicts?.[i] ?? "no results", experiment.reach?.[i])];
      const { quote, place = "", number } = line;
      const lines = [{ experiment: experiment.id, line: number }];
      return [{ quote, place, answer: line.text, status, lines, under: [] }];
    }),
  );
  return claims.slice(0, MAX_STAND_INS);
}
