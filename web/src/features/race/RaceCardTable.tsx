// The table of a card: the points on each network, with what was measured.

import type { ReactNode } from "react";
import type { NetworkCard, RaceCard } from "../../extension/offers.ts";
import { localNumber } from "../../language/localized.ts";
import { measuredText, type NetworkId, rulesOf } from "./race.ts";
import { raceTexts } from "./texts/index.ts";

interface RaceCardTableProps {
  readonly card: RaceCard;
  readonly name: string;
  /** Opens the run of a network in the Lab. Without it, there are no buttons. */
  readonly onOpen?: (network: NetworkCard) => Promise<void>;
}

export function RaceCardTable({ card, name, onOpen }: RaceCardTableProps): ReactNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="table-scroll race-scroll" aria-label={raceTexts.cardOf({ name })} tabIndex={0}>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{raceTexts.network}</th>
            <th scope="col">{raceTexts.points}</th>
            <th scope="col">{raceTexts.measured}</th>
            {onOpen && (
              <th scope="col">
                <span className="visually-hidden">{raceTexts.openRun}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {card.networks.map((network) => (
            <tr key={network.network}>
              <th scope="row">{raceTexts.networks[network.network as NetworkId]}</th>
              <td className="strong">{localNumber(network.score.toFixed(1))}</td>
              <td>
                {network.failure === undefined ? (
                  rulesOf(network)
                    .map(([rule, points]) => measuredText(rule, points))
                    .join(", ")
                ) : (
                  <p lang="en">{network.failure}</p>
                )}
              </td>
              {onOpen && (
                <td>
                  <button
                    type="button"
                    className="button is-small"
                    aria-label={raceTexts.openRunOf({
                      network: raceTexts.networks[network.network as NetworkId],
                    })}
                    onClick={() => void onOpen(network)}
                  >
                    {raceTexts.openRun}
                  </button>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
