// What the race offers to other features.
import "./race.css";
import type { Race } from "../../extension/offers.ts";
import { RaceCardTable } from "./RaceCardTable.tsx";
import { RaceHandIn } from "./RaceCardView.tsx";
import RacePage from "./RacePage.tsx";
import { measuredText, rulesOf, STORED_RACE } from "./race.ts";
import { race } from "./runs.ts";
import { raceTexts } from "./texts/index.ts";

export const offer: Race = {
  Page: RacePage,
  CardTable: RaceCardTable,
  HandIn: RaceHandIn,
  run: race,
  names: raceTexts,
  builtIn: STORED_RACE.algorithms,
  measured: (card) =>
    rulesOf(card)
      .map(([rule, points]) => measuredText(rule, points))
      .join(", "),
};
