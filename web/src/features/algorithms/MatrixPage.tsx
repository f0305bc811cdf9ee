// The table "Which one wins": choices, the table, what its numbers mean, and files. The runs of its cells
// open in the Lab.
import { formatInterval } from "../../scenario/units.ts";
import "../../styles/reference.css";
import "../../styles/matrix.css";
import packed from "virtual:matrix";
import { type ReactNode, useMemo, useState } from "react";
import { cellDocument, NETWORKS } from "../../../../scripts/lib/matrixCells.mjs";
import { replaceAddress } from "../../address/route.ts";
import type { OpenRun, PageProps } from "../../extension/feature.ts";
import type { Catalogue } from "../../generated/types.ts";
import { pageTexts } from "../../texts/index.ts";
import { MatrixControls } from "./MatrixControls.tsx";
import { MatrixSave } from "./MatrixSave.tsx";
import { MatrixTable } from "./MatrixTable.tsx";
import { type Pair, QUANTITIES, unpackMatrix, valueWithUnit } from "./matrix.ts";
import { choiceAddress, type MatrixChoice, readChoice, shownAlgorithms } from "./matrixChoice.ts";
import { algorithmTexts } from "./texts/index.ts";

const matrix = unpackMatrix(packed);

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
    <article className="article matrix">
      <header>
        <h1>{pageTexts.app.wins}</h1>
        <p className="article-summary">{algorithmTexts.matrix.lead}</p>
      </header>
      <MatrixControls
        choice={choice}
        competitors={catalogue.algorithms.filter(({ id }) => matrix.algorithms.includes(id))}
        onChoice={choose}
      />
      <p id="matrix-meaning">
        {algorithmTexts.matrix.meanings[choice.quantity]} {algorithmTexts.matrix.hint}
      </p>
      {algorithms.length === 0 ? (
        <p role="status">{algorithmTexts.matrix.none}</p>
      ) : (
        <MatrixTable {...view} onOpen={open} />
      )}
      <p className="matrix-method">
        {algorithmTexts.matrix.method({ version: matrix.version })} {algorithmTexts.matrix.caution}
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
  const place = algorithmTexts.matrix.against({ row: nameOf(pair.row), column: nameOf(pair.column) });
  const title = `${algorithmTexts.matrix.against({ row: nameOf(pair.flows[0]), column: nameOf(pair.flows[1]) })}: ${algorithmTexts.matrix.networks[choice.network]}`;
  const values = QUANTITIES.map((id) => ({
    label:
      id === "share"
        ? algorithmTexts.matrix.shareOf({ algorithm: nameOf(pair.row) })
        : algorithmTexts.matrix.quantities[id],
    value: valueWithUnit(id, pair.run[id]),
    mean: id === "share" ? formatInterval(pair.mean.share, pair.half, "%") : valueWithUnit(id, pair.mean[id]),
  }));
  const doc = cellDocument(network, pair.flows[0], pair.flows[1], FIRST_SEED);
  // Legends show the algorithms. Two flows of the same algorithm keep their ids.
  const flows = (doc.flows ?? []).map((flow, i) =>
    pair.row === pair.column ? flow : { ...flow, label: nameOf(pair.flows[i] ?? flow.id) },
  );
  // The chosen quantity is the first one.
  const first = QUANTITIES.indexOf(choice.quantity);
  return [
    { ...doc, flows, title },
    {
      from: "table",
      address: choiceAddress(choice),
      place,
      resultId: pair.resultId,
      values: [...values.slice(first), ...values.slice(0, first)],
      seeds: pair.seeds,
    },
  ];
}
