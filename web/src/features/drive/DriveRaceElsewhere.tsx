// A saved file has no workers of the race, so a drive gets no points there.
import type { ReactNode } from "react";
import { pageBase } from "../../address/pageAddress.ts";
import { addressOf } from "../../address/route.ts";
import { RACE } from "../../strings/race.ts";
import type { DriveRaceProps } from "./DriveRace.tsx";

export function DriveRace(_: DriveRaceProps): ReactNode {
  const address = `${pageBase()}${addressOf("drive")}`;
  return (
    <p className="drive-note soft text-m">
      {RACE.elsewhere} <a href={address}>{address}</a>
    </p>
  );
}
