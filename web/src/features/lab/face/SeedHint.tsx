// Says that the result of a change also occurs without it, with another seed. For this, the scenario before the
// change is computed with a few other seeds, if that is cheap.
import { extent } from "d3-array";
import { type ReactNode, useEffect, useState } from "react";
import type { RunSummary } from "../../../generated/types.ts";
import { factsOf } from "../packets/liveMode.ts";
import { useServices } from "../state/context.tsx";
import type { Run } from "../state/labStore.ts";
import { labTexts } from "../texts/index.ts";

/** The number of other seeds. */
const OTHER_SEEDS = 4;
/** Runs that send more packets are not repeated. */
const MOST_PACKETS = 200_000;
/** With more flows, the answer does not compare all of them. */
const MOST_FLOWS = 8;
/** The runs begin after this time without another change, in ms. */
const PAUSE = 1200;

/** How many times as much the flow with the highest goodput gets as the one with the lowest. NaN with one flow or with many. */
export function spreadOf({ flows }: Pick<RunSummary, "flows">): number {
  const goodputs = flows.flatMap(({ role, goodput_bps }) => (role === "measured" ? [goodput_bps] : []));
  const [least = 0, most = 0] = extent(goodputs);
  return goodputs.length > 1 && goodputs.length <= MOST_FLOWS && least > 0 ? most / least : Number.NaN;
}

/** Whether the value after a change is between the values that seeds give without it. */
export function isWithinSeeds(before: number, after: number, others: readonly number[]): boolean {
  const [least, most] = extent([before, ...others].filter(Number.isFinite));
  return least !== undefined && after !== before && after >= least && after <= most;
}

const isCheap = ({ record }: Run): boolean =>
  factsOf(record.derived).packetsPerSecond * record.duration <= MOST_PACKETS;

export default function SeedHint({
  before,
  after,
}: {
  readonly before: Run;
  readonly after: Run;
}): ReactNode {
  const { session } = useServices();
  const [isSmall, setIsSmall] = useState(false);
  useEffect(() => {
    setIsSmall(false);
    const [was, is] = [before.outcome?.summary, after.outcome?.summary];
    if (!was || !is || !isCheap(before)) return;
    const seed = Number(before.doc.seed ?? 1);
    const others: number[] = [];
    let cancel = (): void => undefined;
    const timer = setTimeout(() => {
      const jobs = Array.from({ length: OTHER_SEEDS }, (_, i) => ({
        id: String(i),
        text: JSON.stringify({ ...before.doc, seed: seed + i + 1 }),
      }));
      const batch = session.engine.batch(jobs, (_id, result) => {
        if ("summary" in result) others.push(spreadOf(result.summary));
        if (others.length === OTHER_SEEDS) setIsSmall(isWithinSeeds(spreadOf(was), spreadOf(is), others));
      });
      cancel = () => batch.cancel();
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      cancel();
    };
  }, [session, before, after]);
  return isSmall && <span className="block">{labTexts.lab.withinSeeds}</span>;
}
