// Verdicts as words with a sign and a colour, with how far they carry, and as a bar.
import type { ReactNode } from "react";
import type { Reach, Verdict } from "../../../charts/paper/index.ts";
import { paperTexts } from "../texts/index.ts";
import { type AnswerClass, CLASSES, type Counts, classOf, sumOf } from "./answers.ts";
import type { HeadlineStatus } from "./model.ts";

const SIGNS: Readonly<Record<AnswerClass, string>> = {
  all: "\u2713",
  most: "\u2713",
  some: "\u25d0",
  partly: "\u223c",
  none: "\u2717",
  contradicts: "\u2260",
  untestable: "?",
  unjudged: "\u2013",
};

interface SignedProps {
  readonly of: AnswerClass;
  readonly children: ReactNode;
}

const Signed = ({ of, children }: SignedProps): ReactNode => (
  <span className={`paper-verdict is-${of}`}>
    <span aria-hidden="true">{SIGNS[of]}</span> {children}
  </span>
);

interface VerdictWordProps {
  readonly verdict: Verdict;
  /** How far the verdict carries, if other readings were tried. */
  readonly reach?: Reach | null | undefined;
}

export function VerdictWord({ verdict, reach }: VerdictWordProps): ReactNode {
  const own = classOf(verdict, reach);
  const [holding, values] = reach?.values ?? [0, 0];
  return (
    <>
      <Signed of={own}>
        {own === "some" ? paperTexts.holdsInSome : paperTexts.verdicts[verdict]}
        {verdict === "partly" && values > 1 && ` ${paperTexts.ofValues({ holding, values })}`}
      </Signed>
      <ReadingBar reach={reach} />
    </>
  );
}

/** The readings under which a claim holds, as a bar with a part for each reading. */
function ReadingBar({ reach }: Pick<VerdictWordProps, "reach">): ReactNode {
  const [agree, readings] = reach?.readings ?? [0, 0];
  if (readings < 2) return null;
  return (
    <span className="reading-bar text-s nowrap">
      {Array.from({ length: readings }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a bar never move
        <i key={i} className={i < agree ? "is-all" : undefined} />
      ))}
      {paperTexts.agreeUnder({ agree, readings })}
    </span>
  );
}

/** How many readings are named. */
const MAX_NAMED = 2;

/** The readings that decide a verdict, in words. */
export function ReachText({ reach }: Pick<VerdictWordProps, "reach">): ReactNode {
  const { only_in: only, not_in: not = [], plausible } = reach ?? {};
  const names = only ?? not;
  const shown = names.slice(0, MAX_NAMED).join("; ");
  if (names.length === 0 && plausible === undefined) return null;
  return (
    <span className="faint text-s">
      {plausible !== undefined && paperTexts.mostPlausible({ plausible })}{" "}
      {names.length > 0 &&
        paperTexts.decidedBy({
          how: only ? "only" : "not",
          names: shown,
          more: Math.max(0, names.length - MAX_NAMED),
        })}
    </span>
  );
}

const CLASS_OF: Readonly<Record<HeadlineStatus, AnswerClass>> = {
  holds: "all",
  "holds if": "some",
  "does not hold": "none",
  "the paper contradicts itself": "contradicts",
  "cannot be tested": "untestable",
  "no results": "unjudged",
};

interface StatusWordProps {
  readonly status: HeadlineStatus;
  readonly condition?: string | undefined;
}

/** A longer condition is a list of readings, which the pages of the experiments have. */
const MAX_CONDITION = 100;

export function StatusWord({ status, condition = "" }: StatusWordProps): ReactNode {
  const isShown = condition !== "" && condition.length <= MAX_CONDITION;
  return (
    <Signed of={CLASS_OF[status]}>
      {status === "holds if" && !isShown ? paperTexts.holdsInSome : paperTexts.statuses[status]}
      {isShown && <span lang="en"> {condition}.</span>}
    </Signed>
  );
}

/** The numbers of claims in each class, as a bar with proportional parts and as numbers. */
export function VerdictBar({ counts }: { readonly counts: Counts }): ReactNode {
  const judged = sumOf(counts);
  if (judged === 0) return null;
  const found = CLASSES.filter((own) => counts[own] > 0);
  const text = found.map((own) => `${counts[own]} ${paperTexts.answers[own]}`).join(", ");
  return (
    <div
      className="verdict-bar cluster gap-3 flat nowrap text-s"
      role="img"
      aria-label={`${paperTexts.judged({ judged })} ${text}.`}
    >
      <div className="verdict-shares">
        {found.map((own) => (
          <i key={own} className={`is-${own}`} style={{ flexGrow: counts[own] }} />
        ))}
      </div>
      {found.map((own) => (
        <span key={own} className={`is-${own}`}>
          <b>{counts[own]}</b> {paperTexts.answers[own]}
        </span>
      ))}
    </div>
  );
}
