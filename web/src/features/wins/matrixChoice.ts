// The choices of what the table "Which one wins" shows. The address contains every choice that is not the
// default.
import { addressOf, queryOf, withQuery } from "../../address/route.ts";
import {
  type Matrix,
  meanAgainst,
  NETWORK_IDS,
  type NetworkId,
  QUANTITIES,
  type QuantityId,
} from "./matrix.ts";

/** The page of the table in the section, `#/algorithms/which-one-wins`. */
export const MATRIX_PAGE = "which-one-wins";

/** The families of the algorithms that respond to congestion. */
export const MATRIX_FAMILIES = ["window", "rate", "report"] as const;
export type MatrixFamily = (typeof MATRIX_FAMILIES)[number];

export interface MatrixChoice {
  readonly network: NetworkId;
  readonly quantity: QuantityId;
  readonly families: readonly MatrixFamily[];
  /** `family`, `name`, `mean`, or the id of the algorithm against which the shares order the rows. */
  readonly order: string;
}

export function readChoice(fragment: string): MatrixChoice {
  const query = queryOf(fragment);
  const families = query.get("families")?.split(",");
  return {
    network: NETWORK_IDS.find((id) => id === query.get("network")) ?? "bdp",
    quantity: QUANTITIES.find((id) => id === query.get("show")) ?? "share",
    families: MATRIX_FAMILIES.filter((id) => !families || families.includes(id)),
    order: query.get("order") ?? "family",
  };
}

export function choiceAddress({ network, quantity, families, order }: MatrixChoice): string {
  const query = new URLSearchParams();
  if (network !== "bdp") query.set("network", network);
  if (quantity !== "share") query.set("show", quantity);
  if (families.length < MATRIX_FAMILIES.length) query.set("families", families.join(","));
  if (order !== "family") query.set("order", order);
  return withQuery(addressOf("algorithms", MATRIX_PAGE), query);
}

export interface Competitor {
  readonly id: string;
  readonly name: string;
  readonly family: string;
}

/** The algorithms of the chosen families that have results, in the chosen order. Large values come first. */
export function shownAlgorithms<C extends Competitor>(
  matrix: Matrix,
  catalogue: readonly C[],
  { network, quantity, families, order }: MatrixChoice,
): readonly C[] {
  const shown = MATRIX_FAMILIES.filter((family) => families.includes(family)).flatMap((family) =>
    catalogue.filter((algorithm) => algorithm.family === family && matrix.algorithms.includes(algorithm.id)),
  );
  if (order === "family") return shown;
  if (order === "name") return [...shown].sort((a, b) => a.name.localeCompare(b.name));
  const ids = shown.map(({ id }) => id);
  const sortedBy = ({ id }: C): number =>
    (order === "mean"
      ? meanAgainst(matrix, network, quantity, id, ids)
      : matrix.pair(network, id, order)?.mean[quantity]) ?? 0;
  return [...shown].sort((a, b) => sortedBy(b) - sortedBy(a));
}
