// The table of a card: the points on each network, with what was measured.

import type { ReactNode } from "react";
import { Button } from "../../components/Button.tsx";
import { programTexts } from "../../components/program/texts/index.ts";
import { type Column, Table } from "../../components/Table.tsx";
import { Translated } from "../../components/Translated.tsx";
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
  const nameOf = ({ network }: NetworkCard): string => raceTexts.networks[network as NetworkId];
  const columns: readonly Column<NetworkCard>[] = [
    { key: "network", head: raceTexts.network, cell: nameOf },
    {
      key: "points",
      head: raceTexts.points,
      className: "strong",
      cell: ({ score }) => localNumber(score.toFixed(1)),
    },
    {
      key: "measured",
      head: raceTexts.measured,
      cell: (network) =>
        network.failure === undefined ? (
          rulesOf(network)
            .map(([rule, points]) => measuredText(rule, points))
            .join(", ")
        ) : (
          <p>
            <Translated text={network.failure} table={programTexts.sentences} />
          </p>
        ),
    },
  ];
  const opening: Column<NetworkCard> = {
    key: "open",
    head: <span className="visually-hidden">{raceTexts.openRun}</span>,
    cell: (network) => (
      <Button
        small
        aria-label={raceTexts.openRunOf({ network: nameOf(network) })}
        onClick={() => void onOpen?.(network)}
      >
        {raceTexts.openRun}
      </Button>
    ),
  };
  return (
    <Table
      caption={raceTexts.cardOf({ name })}
      columns={onOpen ? [...columns, opening] : columns}
      rows={card.networks}
      rowKey={({ network }) => network}
      hideCaption
    />
  );
}
