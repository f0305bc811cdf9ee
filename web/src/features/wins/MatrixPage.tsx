// The table "Which one wins": choices, the table, what its numbers mean, and files. The runs of its cells
// open in the Lab.
import { formatInterval } from "../../scenario/units.ts";
import "./wins.css";
import { type ReactNode, useMemo, useState } from "react";
import stored from "../../../../docs/validation/matrix.json?raw";
import { cellDocument, NETWORKS, readMatrix } from "../../../../scripts/lib/matrixCells.mjs";
import { replaceAddress } from "../../address/route.ts";
import type { OpenRun, PageProps } from "../../extension/feature.ts";
import type { Catalogue } from "../../generated/types.ts";
import { MatrixControls } from "./MatrixControls.tsx";
import { MatrixSave } from "./MatrixSave.tsx";
import { MatrixTable } from "./MatrixTable.tsx";
import { matrixOf, type Pair, QUANTITIES, valueWithUnit } from "./matrix.ts";
import { choiceAddress, type MatrixChoice, readChoice, shownAlgorithms } from "./matrixChoice.ts";
import { winsMenuTexts } from "./menuTexts.ts";
import { winsTexts } from "./texts/index.ts";

const matrix = matrixOf(readMatrix(stored));

/** The seed of the stored run of each cell. */
const FIRST_SEED = 1;

export default function MatrixPage({
  catalogue,
  onOpenRun,
}: Pick<PageProps, "catalogue" | "onOpenRun">): ReactNode {
  const [choice, setChoice] = useState(() => readChoice(location.hash));
  const algorithms = useMemo(
    () => shownAlgorithms(matrix, catalogue.algorithms, choice),
    [catalogue, choice],
  );
  const choose = (next: Partial<MatrixChoice>): void => {
    const changed = { ...choice, ...next };
    setChoice(changed);
    replaceAddress(choiceAddress(changed));
  };
  const open = (pair: Pair): void => {
    const opened = runOf(pair, choice, catalogue);
    if (opened) onOpenRun(...opened);
  };
  const view = { matrix, choice, algorithms };
  return (
    <article className="article stack gap-4 text-l">
      <header>
        <h1>{winsMenuTexts.wins}</h1>
        <p className="soft">{winsTexts.lead}</p>
      </header>
      <MatrixControls
        choice={choice}
        competitors={catalogue.algorithms.filter(({ id }) => matrix.algorithms.includes(id))}
        onChoice={choose}
      />
      <p id="matrix-meaning">
        {winsTexts.meanings[choice.quantity]} {winsTexts.hint}
      </p>
      {algorithms.length === 0 ? (
        <p role="status">{winsTexts.none}</p>
      ) : (
        <MatrixTable {...view} onOpen={open} />
      )}
      <p className="soft text-m">
        {winsTexts.method({ version: matrix.version })} {winsTexts.caution}
      </p>
      <MatrixSave {...view} />
    </article>
  );
}

/** The document of a cell, and the Lab's message about it. */
function runOf(pair: Pair, choice: MatrixChoice, catalogue: Catalogue): Parameters<OpenRun> | null {
  const nameOf = (id: string): string => catalogue.algorithms.find((a) => a.id === id)?.name ?? id;
  const network = NETWORKS.find(({ id }) => id === choice.network);
  if (!network) return null;
  const { cell } = pair;
  const place = winsTexts.against({ row: nameOf(pair.row), column: nameOf(pair.column) });
  const against = winsTexts.against({ row: nameOf(cell.first), column: nameOf(cell.second) });
  const title = `${against}: ${winsTexts.networks[choice.network]}`;
  const values = QUANTITIES.map((id) => ({
    label: id === "share" ? winsTexts.shareOf({ algorithm: nameOf(pair.row) }) : winsTexts.quantities[id],
    value: valueWithUnit(id, pair.run[id]),
    mean: id === "share" ? formatInterval(pair.mean.share, cell.half, "%") : valueWithUnit(id, pair.mean[id]),
  }));
  const doc = cellDocument(network, cell.first, cell.second, FIRST_SEED);
  // Legends show the algorithms. Two flows of the same algorithm keep their ids.
  const flows = (doc.flows ?? []).map((flow, i) =>
    pair.row === pair.column ? flow : { ...flow, label: nameOf(i === 0 ? cell.first : cell.second) },
  );
  // The chosen quantity is the first one.
  const first = QUANTITIES.indexOf(choice.quantity);
  return [
    { ...doc, flows, title },
    {
      from: "table",
      address: choiceAddress(choice),
      place,
      resultId: cell.run.id,
      values: [...values.slice(first), ...values.slice(0, first)],
      seeds: cell.seeds,
    },
  ];
}
