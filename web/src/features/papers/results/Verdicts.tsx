// Verdicts as words with a sign, and as a bar.
import type { ReactNode } from "react";
import type { Verdict } from "../../../charts/paper/index.ts";
import { paperTexts } from "../texts/index.ts";
import type { VerdictCount } from "./model.ts";

const SIGNS: Readonly<Record<Verdict, string>> = {
  agrees: "\u2713",
  "depends on the reading": "\u25d0",
  partly: "\u223c",
  differs: "\u2717",
  "paper gives no number": "\u2013",
  "no results": "\u2013",
};

const CLASSES: Readonly<Record<Verdict, string>> = {
  agrees: "agrees",
  "depends on the reading": "depends",
  partly: "partly",
  differs: "differs",
  "paper gives no number": "none",
  "no results": "none",
};

export function VerdictWord({ verdict }: { readonly verdict: Verdict }): ReactNode {
  return (
    <span className={`paper-verdict nowrap text-s is-${CLASSES[verdict]}`}>
      <span aria-hidden="true">{SIGNS[verdict]}</span> {paperTexts.verdicts[verdict]}
    </span>
  );
}

/**
 * The numbers of claims with each verdict, as a bar with proportional parts and as numbers.
 */
export function VerdictBar({ count }: { readonly count: VerdictCount }): ReactNode {
  const judged = Object.values(count).reduce((sum, number) => sum + number, 0);
  if (judged === 0) return null;
  const found = (["agrees", "depends", "partly", "differs"] as const).filter((verdict) => count[verdict] > 0);
  return (
    <div
      className="verdict-bar cluster gap-3 flat text-s"
      role="img"
      aria-label={paperTexts.verdictBar({ judged, ...count })}
    >
      <div className="verdict-shares">
        {found.map((verdict) => (
          <i key={verdict} className={`is-${verdict}`} style={{ flexGrow: count[verdict] }} />
        ))}
      </div>
      {found.map((verdict) => (
        <span key={verdict} className={`is-${verdict}`}>
          <b>{count[verdict]}</b> {paperTexts.counted[verdict]}
        </span>
      ))}
    </div>
  );
}
