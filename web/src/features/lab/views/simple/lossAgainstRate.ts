// Loss against rate: a dot for each flow or group, at the share of its packets that is lost and at its rate
// per flow.
import { max } from "d3-array";
import {
  type Column,
  currentLines,
  declarePicture,
  sentencesOf,
  viewOfLines,
} from "../../../../charts/views/declare.ts";
import { dots } from "../../../../charts/views/marks/dots.ts";
import { viewTexts } from "../../../../charts/views/texts/index.ts";
import type { SimpleView } from "../../state/simpleViews.ts";
import { type CounterLine, counterLines, notesOf, versionOf, warmupOf } from "../viewInputs.ts";

interface Row {
  readonly line: CounterLine;
  readonly rate: number;
  readonly loss: number;
}

const BITS = 8;

const COLUMNS: readonly Column<Row>[] = [
  { label: "Flow", csv: "flow", value: ({ line }) => line.label },
  { label: "Rate", csv: "rate_bit_per_s", unit: "bit/s", value: ({ rate }) => rate },
  { label: "Loss", csv: "loss", unit: "share", value: ({ loss }) => loss },
];

export const view: SimpleView = {
  hint: "Each dot is a flow or group: to the right the share of its packets that is lost, upwards its goodput per flow. On one link, what is lower and further to the right pays more losses for less.",
  translations: {
    de: {
      name: "Verlust und Rate",
      hint: "Jeder Punkt ist ein Fluss oder eine Gruppe: nach rechts der Anteil seiner Pakete, der verloren geht, nach oben sein Goodput je Fluss. Wer auf einer Leitung weiter unten und rechts liegt, verliert mehr und bekommt weniger.",
    },
    fr: {
      name: "Pertes et d\u00e9bit",
      hint: "Chaque point est un flux ou un groupe\u00a0: vers la droite la part de ses paquets qui est perdue, vers le haut son d\u00e9bit utile par flux. Sur une m\u00eame liaison, plus bas et plus \u00e0 droite signifie plus de pertes pour moins de d\u00e9bit.",
    },
  },
  make: (inputs, name) => {
    const lines = counterLines(inputs);
    return viewOfLines({ lines, warmup: warmupOf(inputs), version: versionOf(inputs) }, (window) => {
      const rows = lines.flatMap((line): Row[] => {
        const [sent, lost] = [line.growth("sent", window), line.growth("lost", window)];
        const rate = (line.growth("delivered", window) * BITS) / (window[1] - window[0]) / line.flows;
        return sent > 0 ? [{ line, rate, loss: lost / sent }] : [];
      });
      return declarePicture({
        x: { kind: "linear", label: "Loss", unit: "share", largest: max(rows, ({ loss }) => loss) ?? 0 },
        y: { kind: "linear", label: "Rate", unit: "bit/s", largest: max(rows, ({ rate }) => rate) ?? 0 },
        keys: currentLines(lines),
        notes: notesOf(inputs),
        empty: rows.length === 0 ? viewTexts.nothingYet : "",
        marks: [dots(rows, { x: ({ loss }) => loss, y: ({ rate }) => rate })],
        columns: COLUMNS,
        rows: () => rows,
        ...sentencesOf(name, COLUMNS, rows, window),
      });
    });
  },
};
