// The race in a saved file, which does not contain the workers of the race: a link to the page from which the
// file was saved.
import type { ReactNode } from "react";
import { pageBase } from "../../address/pageAddress.ts";
import { addressOf } from "../../address/route.ts";
import { RACE_PAGE } from "../../components/program/raceAddress.ts";
import { RACE } from "../../strings/race.ts";

export default function RacePage(_: object): ReactNode {
  const address = `${pageBase()}${addressOf("algorithms", RACE_PAGE)}`;
  return (
    <article className="article stack gap-4 text-l">
      <h1>{RACE.title}</h1>
      <p>{RACE.elsewhere}</p>
      <p>
        <a href={address}>{address}</a>
      </p>
    </article>
  );
}
