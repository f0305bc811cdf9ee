// The stored results of the race, and places in its table.
import stored from "../../../../docs/validation/race.json?raw";
import type { NetworkCard, RaceCard, RuleId, RulePoints } from "../../extension/offers.ts";
import { formatQuantity } from "../../scenario/units.ts";
import { raceTexts } from "./texts/index.ts";

export type NetworkId = keyof typeof raceTexts.networks;

interface StoredRace {
  readonly version: string;
  readonly algorithms: readonly RaceCard[];
}

/** The results of the built-in algorithms, by their ids. */
export const STORED_RACE = JSON.parse(stored) as StoredRace;

/** The ids of the networks, in the order of the table. */
export const RACE_NETWORKS = (STORED_RACE.algorithms[0]?.networks ?? []).map(
  ({ network }) => network as NetworkId,
);

/** A row of the table. */
export interface RaceRow {
  readonly card: RaceCard;
  /** The name as it is shown. */
  readonly name: string;
  readonly isOwn: boolean;
  /** Equal points share a place. */
  readonly place: number;
}

/** The rows of all algorithms and of the reader's card, the most points first. */
export function raceRows(own: RaceCard | null, nameOf: (id: string) => string): readonly RaceRow[] {
  const builtIn = STORED_RACE.algorithms.map((card) => ({ card, name: nameOf(card.name), isOwn: false }));
  const rows = own ? [{ card: own, name: own.name, isOwn: true }, ...builtIn] : builtIn;
  // Scores have one decimal, as the WebAssembly and the command line compare them.
  return rows
    .map((row) => ({ ...row, place: 1 + rows.filter(({ card }) => card.score > row.card.score).length }))
    .sort((a, b) => b.card.score - a.card.score || a.name.localeCompare(b.name));
}

/** The units of the rules, and the factor by which their values are divided: shares are stored in per cent. */
const UNITS: Readonly<Record<RuleId, readonly [unit: string, factor: number]>> = {
  share: ["share", 100],
  fairness: ["index", 1],
  utilisation: ["share", 100],
  delay: ["ms", 1],
  loss: ["share", 100],
  convergence: ["s", 1],
  power: ["Mb/s / s", 1],
};

/** What was measured by a rule, such as `delay 12.3 ms (80 points)`. */
export const measuredText = (rule: RuleId, { value, points }: RulePoints): string =>
  raceTexts.withPoints({
    measured: `${raceTexts.rules[rule]} ${valueText(rule, value)}`,
    points: points.toFixed(0),
  });

function valueText(rule: RuleId, value: number | null): string {
  if (value === null) return rule === "convergence" ? raceTexts.never : raceTexts.noValue;
  const [unit, factor] = UNITS[rule];
  return formatQuantity(value / factor, unit);
}

/** The rules of a network with what was measured. */
export const rulesOf = ({ rules }: NetworkCard): readonly (readonly [RuleId, RulePoints])[] =>
  Object.entries(rules) as unknown as readonly (readonly [RuleId, RulePoints])[];
