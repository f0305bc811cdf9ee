// The table of the race: a row for each algorithm and for the reader's program, a column for each network.

import { type CSSProperties, type ReactNode, useEffect, useRef } from "react";
import { valueColours } from "../../charts/paper/index.ts";
import { localNumber } from "../../language/localized.ts";
import { RACE_NETWORKS, type RaceRow } from "./race.ts";
import { raceTexts } from "./texts/index.ts";

interface RaceTableProps {
  readonly rows: readonly RaceRow[];
  readonly selected: string;
  /** Called with the key of a row. */
  readonly onSelect: (key: string) => void;
}

/** The colours of points in pictures. */
export const pointColours = valueColours([0, 100], undefined);

/** A built-in algorithm by its id; the reader's program has a key that no algorithm has. */
export const keyOf = ({ card, isOwn }: RaceRow): string => (isOwn ? "" : card.name);

export function RaceTable({ rows, selected, onSelect }: RaceTableProps): ReactNode {
  const box = useRef<HTMLElement>(null);
  const hasOwn = rows.some(({ isOwn }) => isOwn);
  // The own row may be far below. The page itself stays where it is.
  useEffect(() => {
    const row = box.current?.querySelector<HTMLElement>(".is-own");
    if (hasOwn && row && box.current) box.current.scrollTop = row.offsetTop - box.current.clientHeight / 2;
  }, [hasOwn]);
  return (
    <section
      className="table-scroll race-scroll"
      ref={box}
      aria-label={raceTexts.table}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
    >
      <table className="table race-table">
        <caption className="visually-hidden">{raceTexts.table}</caption>
        <thead>
          <tr>
            <th scope="col">{raceTexts.algorithm}</th>
            <th scope="col">{raceTexts.place}</th>
            <th scope="col">{raceTexts.points}</th>
            {RACE_NETWORKS.map((id) => (
              <th key={id} scope="col">
                <abbr title={raceTexts.networks[id]}>{raceTexts.short[id]}</abbr>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} className={row.isOwn ? "is-own" : undefined}>
              <th scope="row">
                <button
                  type="button"
                  className="race-name"
                  aria-pressed={keyOf(row) === selected}
                  onClick={() => onSelect(keyOf(row))}
                >
                  <bdi>{row.name}</bdi>
                  {row.isOwn && <span className="race-own text-s"> {raceTexts.yours}</span>}
                </button>
              </th>
              <td>{row.place}</td>
              <td className="strong">{localNumber(row.card.score.toFixed(1))}</td>
              {row.card.networks.map(({ network, score }) => (
                <td
                  key={network}
                  style={{ "--points": `${score}%` } as CSSProperties}
                  className="race-points"
                >
                  {score.toFixed(0)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
