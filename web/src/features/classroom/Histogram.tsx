// How often each option was chosen. With a second round, the first one is shown pale below it.
import type { CSSProperties, ReactNode } from "react";
import { classTexts } from "./texts/index.ts";

interface HistogramProps {
  readonly options: readonly string[];
  readonly counts: readonly number[];
  /** The counts of the first round. */
  readonly before: readonly number[] | null;
  /** The right options, after they are revealed. */
  readonly right: readonly number[] | null;
}

export function Histogram({ options, counts, before, right }: HistogramProps): ReactNode {
  const most = Math.max(1, ...counts, ...(before ?? []));
  const share = (count = 0): CSSProperties => ({ "--share": count / most }) as CSSProperties;
  return (
    <ul className="class-histogram plain stack gap-2">
      {options.map((text, i) => (
        <li key={text} className={right?.includes(i) ? "is-right" : ""}>
          <p className="row between gap-3">
            <span>
              {text}
              {right?.includes(i) && <strong>{` (${classTexts.isRight})`}</strong>}
            </span>
            <span>
              {before
                ? classTexts.countTwice({ before: before[i] ?? 0, now: counts[i] ?? 0 })
                : (counts[i] ?? 0)}
            </span>
          </p>
          <span className="class-bar" style={share(counts[i])} aria-hidden="true" />
          {before && <span className="class-bar is-before" style={share(before[i])} aria-hidden="true" />}
        </li>
      ))}
    </ul>
  );
}
