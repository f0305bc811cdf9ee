// The scenario with which an algorithm's page ends: the algorithm next to CUBIC, or CUBIC next to NewReno.
import { cellDocument, NETWORKS } from "../../../../scripts/lib/matrixCells.mjs";
import type { AlgorithmInfo, ScenarioDocument } from "../../generated/types.ts";

type Named = Pick<AlgorithmInfo, "id" | "name">;

const CUBIC: Named = { id: "cubic", name: "CUBIC" };
const NEWRENO: Named = { id: "newreno", name: "TCP NewReno (1999)" };

export const rivalOf = ({ id }: Pick<AlgorithmInfo, "id">): Named => (id === CUBIC.id ? NEWRENO : CUBIC);

/** The first network of "Which one wins?" with the two algorithms, which have their names as labels. */
export function againstDocument(algorithm: Named, rival: Named): ScenarioDocument {
  const [network] = NETWORKS;
  if (!network) throw new Error("The table of pairs has no network.");
  const doc = cellDocument(network, algorithm.id, rival.id, 1);
  const labels = [algorithm.name, rival.name];
  return {
    ...doc,
    title: labels.join(", "),
    flows: (doc.flows ?? []).map((flow, i) => ({ ...flow, label: labels[i] ?? flow.id })),
  };
}
