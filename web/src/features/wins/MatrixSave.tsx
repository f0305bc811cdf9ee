// Saves the shown part of the table as SVG or PNG, and its values as CSV.
import type { ReactNode } from "react";
import { pngOf } from "../../charts/exportPng.ts";
import { plainTheme } from "../../charts/index.ts";
import { matrixPicture } from "../../charts/paper/index.ts";
import { FileButtons } from "../../components/FileButtons.tsx";
import { cellText, type Matrix, matrixCsv } from "./matrix.ts";
import type { Competitor, MatrixChoice } from "./matrixChoice.ts";
import { matrixColours } from "./matrixColours.ts";
import { winsMenuTexts } from "./menuTexts.ts";
import { winsTexts } from "./texts/index.ts";

interface MatrixSaveProps {
  readonly matrix: Matrix;
  readonly choice: MatrixChoice;
  readonly algorithms: readonly Competitor[];
}

export function MatrixSave({ matrix, choice, algorithms }: MatrixSaveProps): ReactNode {
  const { network, quantity } = choice;
  const title = `${winsMenuTexts.wins} ${winsTexts.quantities[quantity]}: ${winsTexts.networks[network]}`;
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
    return matrixPicture(
      {
        title,
        notes: [winsTexts.meanings[quantity], winsTexts.lead, winsTexts.method({ version: matrix.version })],
        rows: names,
        columns: names,
        text,
        colour: (row, column) => colour(value(row, column) ?? 0),
      },
      plainTheme("light"),
    );
  };
  const file = `${name}-${quantity}`;
  const svg = () => picture().svg;
  const png = () => pngOf(picture(), { title });
  const csv = () => matrixCsv(matrix, network, ids);
  const label = winsTexts.saveAs;
  return (
    <FileButtons
      legend={winsTexts.save}
      disabled={ids.length === 0}
      files={[
        {
          format: "SVG",
          label: label({ format: "SVG" }),
          name: `${file}.svg`,
          type: "image/svg+xml",
          content: svg,
        },
        {
          format: "PNG",
          label: label({ format: "PNG" }),
          name: `${file}.png`,
          type: "image/png",
          content: png,
        },
        {
          format: "CSV",
          label: label({ format: "CSV" }),
          name: `${name}.csv`,
          type: "text/csv",
          content: csv,
        },
      ]}
    />
  );
}
