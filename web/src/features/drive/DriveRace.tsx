// The points of a drive on a network of the race, in the table of the built-in algorithms on this network, and its hand-in.

import { type ReactNode, useEffect, useMemo, useState } from "react";
import { NotInSavedFile } from "../../components/NotInSavedFile.tsx";
import { Table } from "../../components/Table.tsx";
import {
  type FinishedRace,
  type HandDrive,
  type NetworkCard,
  type Race,
  type RacedNetwork,
  type Racer,
  useOffer,
} from "../../extension/offers.ts";
import type { Catalogue } from "../../generated/types.ts";
import { localNumber } from "../../language/localized.ts";
import { driveTexts } from "./texts/index.ts";

export interface DriveRaceProps {
  readonly drive: HandDrive;
  readonly network: RacedNetwork;
  readonly catalogue: Catalogue;
}

export function DriveRace(props: DriveRaceProps): ReactNode {
  const race = useOffer("race");
  if (!race) return <NotInSavedFile at={["drive"]} />;
  return <Raced {...props} race={race} />;
}

interface RacedProps extends DriveRaceProps {
  readonly race: Race;
}

function Raced({ drive, network, catalogue, race }: RacedProps): ReactNode {
  const [racer] = useState<Racer>({ algorithm: null, code: "", drive });
  const [finished, setFinished] = useState<FinishedRace | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    race
      .run(racer, driveTexts.you, controller.signal, () => undefined)
      .then(setFinished, (error: unknown) => {
        if (!controller.signal.aborted) setProblem(error instanceof Error ? error.message : String(error));
      });
    return () => controller.abort();
  }, [race, racer]);
  const own = finished?.card.networks[0];
  if (!finished || !own)
    return <p role={problem === null ? "status" : "alert"}>{problem ?? driveTexts.racing}</p>;
  return (
    <section className="roomy stack card">
      <h2>{driveTexts.raceResult}</h2>
      <Standings own={own} race={race} network={network} catalogue={catalogue} />
      <race.HandIn racer={racer} results={finished.results} help={driveTexts.handInHelp} />
    </section>
  );
}

interface StandingsProps {
  readonly own: NetworkCard;
  readonly race: Race;
  readonly network: RacedNetwork;
  readonly catalogue: Catalogue;
}

function Standings({ own, race, network, catalogue }: StandingsProps): ReactNode {
  const rows = useMemo(() => {
    const names = new Map<string, string>(catalogue.algorithms.map(({ id, name }) => [id, name]));
    const builtIn = race.builtIn.flatMap(({ name, networks }) => {
      const card = networks.find((one) => one.network === network.id);
      return card ? [{ id: name, name: names.get(name) ?? name, card }] : [];
    });
    return [{ id: "", name: driveTexts.you, card: own }, ...builtIn].sort(
      (a, b) => b.card.score - a.card.score || a.name.localeCompare(b.name),
    );
  }, [own, race, network, catalogue]);
  const place = (score: number): number => 1 + rows.filter(({ card }) => card.score > score).length;
  return (
    <>
      <p role="status">
        {driveTexts.raceDone({
          score: localNumber(own.score.toFixed(1)),
          place: place(own.score),
          of: rows.length,
        })}
      </p>
      <p className="drive-note soft text-m">{driveTexts.raceNote}</p>
      <Table
        caption={network.name()}
        columns={[
          { key: "name", head: driveTexts.algorithm, cell: ({ name }) => name },
          { key: "place", head: driveTexts.place, cell: ({ card }) => place(card.score) },
          {
            key: "points",
            head: driveTexts.points,
            className: "strong",
            cell: ({ card }) => localNumber(card.score.toFixed(1)),
          },
          {
            key: "measured",
            head: driveTexts.measured,
            className: "race-measured",
            cell: ({ card }) => race.measured(card),
          },
        ]}
        rows={rows}
        rowKey={({ id }) => id}
        hideCaption
        className="race-table"
        rowClass={({ id }) => (id === "" ? "is-own" : "")}
      />
    </>
  );
}
