// The points of a drive on a network of the race, in the table of the built-in algorithms on this network, and its hand-in.
import "../algorithms/race.css";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { type FinishedRace, race } from "../../engine/race/race.ts";
import type { HandDrive, NetworkCard, Racer } from "../../engine/race/types.ts";
import type { Catalogue } from "../../generated/types.ts";
import { DRIVE } from "../../strings/drive.ts";
import { RACE } from "../../strings/race.ts";
import { RaceHandIn } from "../algorithms/RaceCardView.tsx";
import { measuredText, rulesOf, STORED_RACE } from "../algorithms/race.ts";
import type { RacedNetwork } from "./documents.ts";

export interface DriveRaceProps {
  readonly drive: HandDrive;
  readonly network: RacedNetwork;
  readonly catalogue: Catalogue;
}

export function DriveRace({ drive, network, catalogue }: DriveRaceProps): ReactNode {
  const [racer] = useState<Racer>({ algorithm: null, code: "", drive });
  const [finished, setFinished] = useState<FinishedRace | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    race(racer, DRIVE.you, controller.signal, () => undefined).then(setFinished, (error: unknown) => {
      if (!controller.signal.aborted) setProblem(error instanceof Error ? error.message : String(error));
    });
    return () => controller.abort();
  }, [racer]);
  const own = finished?.card.networks[0];
  if (!finished || !own) return <p role={problem === null ? "status" : "alert"}>{problem ?? DRIVE.racing}</p>;
  return (
    <section className="roomy stack card">
      <h2>{DRIVE.raceResult}</h2>
      <Standings own={own} network={network} catalogue={catalogue} />
      <RaceHandIn racer={racer} results={finished.results} help={DRIVE.handInHelp} />
    </section>
  );
}

interface StandingsProps {
  readonly own: NetworkCard;
  readonly network: RacedNetwork;
  readonly catalogue: Catalogue;
}

function Standings({ own, network, catalogue }: StandingsProps): ReactNode {
  const rows = useMemo(() => {
    const names = new Map<string, string>(catalogue.algorithms.map(({ id, name }) => [id, name]));
    const builtIn = STORED_RACE.algorithms.flatMap(({ name, networks }) => {
      const card = networks.find((one) => one.network === network);
      return card ? [{ id: name, name: names.get(name) ?? name, card }] : [];
    });
    return [{ id: "", name: DRIVE.you, card: own }, ...builtIn].sort(
      (a, b) => b.card.score - a.card.score || a.name.localeCompare(b.name),
    );
  }, [own, network, catalogue]);
  const place = (score: number): number => 1 + rows.filter(({ card }) => card.score > score).length;
  return (
    <>
      <p role="status">{DRIVE.raceDone(own.score.toFixed(1), place(own.score), rows.length)}</p>
      <p className="drive-note soft text-m">{DRIVE.raceNote}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className="table-scroll race-scroll" aria-label={RACE.networks[network]} tabIndex={0}>
        <table className="table race-table">
          <caption className="visually-hidden">{RACE.networks[network]}</caption>
          <thead>
            <tr>
              {[RACE.algorithm, RACE.place, RACE.points, RACE.measured].map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ id, name, card }) => (
              <tr key={id} className={id === "" ? "is-own" : undefined}>
                <th scope="row">{name}</th>
                <td>{place(card.score)}</td>
                <td className="race-score">{card.score.toFixed(1)}</td>
                <td className="race-measured">
                  {rulesOf(card)
                    .map(([rule, points]) => measuredText(rule, points))
                    .join(", ")}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}
