// The card of the race: what was measured on each network, with the points. The own card can be saved as a
// picture, linked and handed in.

import { type ReactNode, useState } from "react";
import { pngOf } from "../../charts/exportPng.ts";
import { plainTheme } from "../../charts/index.ts";
import { matrixPicture } from "../../charts/paper/index.ts";
import type { OpenRun } from "../../extension/feature.ts";
import type { NetworkCard, Racer } from "../../extension/offers.ts";
import { localNumber } from "../../language/localized.ts";
import { download, fileStem } from "../../storage/file.ts";
import { RACE_ADDRESS } from "./program.ts";
import { RaceCardTable } from "./RaceCardTable.tsx";
import { keyOf, pointColours } from "./RaceTable.tsx";
import { measuredText, type NetworkId, RACE_NETWORKS, type RaceRow, rulesOf } from "./race.ts";
import { raceDocument, raceHandIn } from "./runs.ts";
import { raceTexts } from "./texts/index.ts";

interface RaceCardProps {
  readonly row: RaceRow;
  readonly racer: Racer;
  readonly onOpen: OpenRun;
}

export function RaceCardView({ row, racer, onOpen }: RaceCardProps): ReactNode {
  const { card, name } = row;
  const open = async (network: NetworkCard): Promise<void> => {
    const title = raceTexts.networks[network.network as NetworkId];
    const doc = await raceDocument(racer, network.network);
    const values = rulesOf(network).map(([rule, points]) => ({
      label: raceTexts.rules[rule],
      value: measuredText(rule, points),
      mean: measuredText(rule, points),
    }));
    const place = `${name}: ${title}`;
    onOpen(
      { ...doc, title: place },
      {
        ...{ from: "table", address: RACE_ADDRESS, place, values, seeds: 3 },
        resultId: network.result_ids[0] ?? "",
      },
    );
  };
  return (
    <div>
      <h2>{raceTexts.cardOf({ name })}</h2>
      <RaceCardTable card={card} name={name} onOpen={open} />
    </div>
  );
}

/** The picture of the reader's row among the rows with the most points, as a file. */
export async function saveRacePicture(
  rows: readonly RaceRow[],
  own: RaceRow,
  version: string,
): Promise<void> {
  const shown = [...rows.filter((row) => !row.isOwn).slice(0, 5), own].sort((a, b) => a.place - b.place);
  const title = raceTexts.done({
    name: own.name,
    score: localNumber(own.card.score.toFixed(1)),
    place: own.place,
    of: rows.length,
  });
  const score = (row: number, column: number): number | null => {
    const card = shown[row]?.card;
    return (column === 0 ? card?.score : card?.networks[column - 1]?.score) ?? null;
  };
  const picture = matrixPicture(
    {
      title,
      notes: [raceTexts.tableHelp.split(". ").slice(1).join(". "), raceTexts.method({ version })],
      rows: shown.map(
        (row) => `${row.place}. ${row.name}${keyOf(row) === "" ? ` (${raceTexts.yours})` : ""}`,
      ),
      columns: [raceTexts.points, ...RACE_NETWORKS.map((id) => raceTexts.networks[id])],
      text: (row, column) => score(row, column)?.toFixed(0) ?? null,
      colour: (row, column) => pointColours(score(row, column) ?? 0),
    },
    plainTheme("light"),
  );
  download(`${fileStem(own.name, "race")}.png`, "image/png", await pngOf(picture, { title }));
}

/** The form that saves a hand-in of the reader's program. */
export function RaceHandIn({
  racer,
  results,
  help = raceTexts.handInHelp,
  assignment: known,
}: {
  readonly racer: Racer;
  readonly results: string;
  /** What the file contains. */
  readonly help?: string;
  /** The id of the assignment. Without it, the student can enter one. */
  readonly assignment?: string;
}): ReactNode {
  const [name, setName] = useState("");
  const [assignment, setAssignment] = useState(known ?? "");
  const save = async (): Promise<void> => {
    const text = await raceHandIn(racer, name, assignment, results);
    download(`${fileStem(name, "hand-in")}.json`, "application/json", text);
  };
  return (
    <form
      className="stack left"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <h2>{raceTexts.handIn}</h2>
      <p className="field-note">{help}</p>
      <label className="labelled">
        {raceTexts.pseudonym}
        <input
          className="text-box"
          required
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </label>
      {known === undefined && (
        <label className="labelled">
          {raceTexts.assignmentId}
          <input
            className="text-box"
            maxLength={100}
            value={assignment}
            onChange={(event) => setAssignment(event.target.value)}
          />
        </label>
      )}
      <button type="submit" className="button is-primary">
        {raceTexts.saveHandIn}
      </button>
    </form>
  );
}
