// The claims about an experiment, what was measured for each, the verdict, and the cause where a claim does
// not agree.
import type { ReactNode } from "react";
import { significant } from "../../../charts/index.ts";
import { type ClaimLine, type Experiment, quantityOf, type Results } from "../../../charts/paper/index.ts";
import { Table } from "../../../components/Table.tsx";
import { P } from "../../../strings/papers.ts";
import { PaperText } from "./PaperText.tsx";
import { VerdictWord } from "./Verdicts.tsx";

interface ClaimsProps {
  readonly experiment: Experiment;
  readonly results: Results;
}

interface AllClaimsProps extends ClaimsProps {
  /** All experiments, to which texts may refer. */
  readonly experiments: readonly Experiment[];
}

export function Claims({ experiment, results, experiments }: AllClaimsProps): ReactNode {
  const { lines } = experiment;
  if (lines.length === 0) return null;
  const verdictOf = ({ number }: ClaimLine) => results.lines[number - 1]?.verdict ?? "no results";
  const hasCause = (line: ClaimLine): boolean =>
    line.cause !== undefined && ["partly", "differs"].includes(verdictOf(line));
  return (
    <section>
      <h2>{P.claims}</h2>
      <p>{P.claimsLead}</p>
      <Table
        caption={P.claims}
        hideCaption
        columns={[
          { key: "number", head: "", cell: ({ number }) => number },
          {
            key: "claim",
            head: P.claim,
            cell: (line) => (
              <>
                <span lang="en">{line.text}</span>
                {hasCause(line) && (
                  <p className="claim-cause">
                    <b>{P.cause}</b>{" "}
                    <span lang="en">
                      <PaperText text={line.cause ?? ""} experiments={experiments} />
                    </span>
                  </p>
                )}
              </>
            ),
          },
          {
            key: "measured",
            head: P.measured,
            cell: (line) => <MeasuredClaim {...{ line, experiment, results }} />,
          },
          { key: "verdict", head: P.verdict, cell: (line) => <VerdictWord verdict={verdictOf(line)} /> },
        ]}
        rows={lines}
        rowKey={({ number }) => String(number)}
      />
    </section>
  );
}

/** For each check of a claim a value or a range of values. */
function MeasuredClaim({ line, experiment, results }: ClaimsProps & { readonly line: ClaimLine }): ReactNode {
  const values = results.lines[line.number - 1]?.values ?? [];
  const parts = line.checks.map((check, index) => {
    const selected = values.filter((value) => value.check === index);
    const numbers = selected.flatMap(({ value }) => (value === null ? [] : [value]));
    const failed = selected.filter(({ holds }) => !holds).length;
    const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
    const range =
      numbers.length === 0
        ? P.noValue
        : low === high
          ? significant(low)
          : P.range(significant(low), significant(high));
    const { label, unit } = quantityOf(experiment, check.quantity);
    const note = failed > 0 && selected.length > 1 ? ` (${P.failing(failed, selected.length)})` : "";
    return `${label}: ${range}${unit === "" ? "" : ` ${unit}`}${note}`;
  });
  return (
    <ul className="measured">
      {parts.map((part, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the checks of a claim never move
        <li key={i}>{part}</li>
      ))}
    </ul>
  );
}
