// Saves the shown part of the table as SVG or PNG, and its values as CSV.
import type { ReactNode } from "react";
import { svgToPng } from "../../charts/exportPng.ts";
import { plainTheme } from "../../charts/index.ts";
import { matrixDocument } from "../../charts/paper/index.ts";
import { download } from "../../storage/file.ts";
import { S } from "../../strings/index.ts";
import { M } from "../../strings/matrix.ts";
import { cellText, type Matrix, matrixCsv } from "./matrix.ts";
import type { Competitor, MatrixChoice } from "./matrixChoice.ts";
import { matrixColours } from "./matrixColours.ts";

interface MatrixSaveProps {
  readonly matrix: Matrix;
  readonly choice: MatrixChoice;
  readonly algorithms: readonly Competitor[];
}

export function MatrixSave({ matrix, choice, algorithms }: MatrixSaveProps): ReactNode {
  const { network, quantity } = choice;
  const title = `${S.app.wins} ${M.quantities[quantity]}: ${M.networks[network]}`;
  const name = `which-one-wins-${network}`;
  const ids = algorithms.map(({ id }) => id);
  const picture = () => {
    const names = algorithms.map((algorithm) => algorithm.name);
    const colour = matrixColours(matrix, choice);
    const value = (row: number, column: number): number | null =>
      matrix.pair(network, ids[row] ?? "", ids[column] ?? "")?.mean[quantity] ?? null;
    const text = (row: number, column: number): string | null => {
      const found = value(row, column);
      return found === null ? null : cellText(quantity, found);
    };
    return matrixDocument(
      {
        title,
        notes: [M.meanings[quantity], M.lead, M.method(matrix.version)],
        rows: names,
        columns: names,
        text,
        colour: (row, column) => colour(value(row, column) ?? 0),
      },
      plainTheme("light"),
    );
  };
  const savePng = async (): Promise<void> => {
    const { markup, width, height } = picture();
    download(
      `${name}-${quantity}.png`,
      "image/png",
      await svgToPng(markup, { width, height, title, scale: 2 }),
    );
  };
  const files: readonly (readonly [string, () => void])[] = [
    ["SVG", () => download(`${name}-${quantity}.svg`, "image/svg+xml", picture().markup)],
    ["PNG", () => void savePng()],
    ["CSV", () => download(`${name}.csv`, "text/csv", matrixCsv(matrix, network, ids))],
  ];
  return (
    <fieldset className="matrix-save" disabled={algorithms.length === 0}>
      <legend>{M.save}</legend>
      {files.map(([format, save]) => (
        <button
          key={format}
          type="button"
          className="button is-small"
          aria-label={M.saveAs(format)}
          onClick={save}
        >
          {format}
        </button>
      ))}
    </fieldset>
  );
}
