// Runs one flow of the scenario alone, and shows what it loses among the others.
import { type ReactNode, useState } from "react";
import { Button } from "../../../components/Button.tsx";
import { Select } from "../../../components/fields/choice.tsx";
import { type Column, Table } from "../../../components/Table.tsx";
import type { RunSummary } from "../../../generated/types.ts";
import { numberName, numberText } from "../../../scenario/numbers.ts";
import { formatQuantity } from "../../../scenario/units.ts";
import { useServices } from "../state/context.tsx";
import { useLab } from "../state/hooks.ts";
import type { Run } from "../state/labStore.ts";
import { aloneIn, type HarmRow, harmTo } from "./harmTo.ts";
import { harmTexts } from "./texts/index.ts";

const columns = (): readonly Column<HarmRow>[] => [
  { key: "number", head: harmTexts.number, cell: ({ number }) => numberName(number) },
  {
    key: "alone",
    head: harmTexts.alone,
    numeric: true,
    cell: ({ number, alone }) => numberText(number, alone),
  },
  {
    key: "among",
    head: harmTexts.among,
    numeric: true,
    cell: ({ number, among }) => numberText(number, among),
  },
  {
    key: "harm",
    head: harmTexts.harm,
    numeric: true,
    tip: harmTexts.harmTip,
    cell: ({ harm }) => formatQuantity(harm, "share", 2),
  },
];

/** A run of a flow alone: its summary, what went wrong, or nothing while it is computed. */
interface AloneRun {
  readonly of: Run;
  readonly flow: string;
  readonly summary?: RunSummary;
  readonly problem?: string;
}

export function Harm(): ReactNode {
  const { session } = useServices();
  const run = useLab((s) => s.run);
  const [chosen, setChosen] = useState("");
  const [last, setLast] = useState<AloneRun | null>(null);
  if (!run?.outcome) return null;
  const { summary } = run.outcome;
  const ids = new Set(run.doc.flows?.map(({ id }) => id));
  const flows = summary.flows.filter(({ id }) => ids.has(id));
  const flow = flows.find(({ id }) => id === chosen) ?? flows[0];
  if (!flow) return null;
  const shown = last?.of === run && last.flow === flow.id ? last : null;
  const compute = async (): Promise<void> => {
    const about = { of: run, flow: flow.id };
    setLast(about);
    const end = await session.engine.open(JSON.stringify(aloneIn(run.doc, flow.id)), { mode: "result" }).end;
    const result =
      end && "summary" in end ? { summary: end.summary } : { problem: end?.message ?? harmTexts.stopped };
    setLast((latest) => (latest === about ? { ...about, ...result } : latest));
  };
  const isComputing = shown !== null && !shown.summary && !shown.problem;
  const name = flow.label || flow.id;
  return (
    <div className="stack gap-2">
      <div className="cluster gap-2">
        <Select
          accessibleName={harmTexts.flow}
          value={flow.id}
          choices={flows.map(({ id, label }) => ({ value: id, label: label || id, doc: "" }))}
          onCommit={setChosen}
        />
        <Button small disabled={isComputing} onClick={() => void compute()}>
          {harmTexts.compute({ flow: name })}
        </Button>
      </div>
      <div aria-live="polite">
        {isComputing && <p className="field-note">{harmTexts.computing}</p>}
        {shown?.problem && <p className="field-note">{shown.problem}</p>}
        {shown?.summary && (
          <Table
            caption={harmTexts.caption({ flow: name })}
            columns={columns()}
            rows={harmTo(flow.id, shown.summary, summary)}
            rowKey={({ number }) => `${number.of} ${number.id}`}
          />
        )}
      </div>
    </div>
  );
}
