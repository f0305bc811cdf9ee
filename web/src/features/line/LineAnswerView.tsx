// The answer of a fit: a sentence, the estimates with their intervals, and what would change the line.
import { type ReactNode, useState } from "react";
import { Button } from "../../components/Button.tsx";
import { Table } from "../../components/Table.tsx";
import type { ScenarioDocument } from "../../generated/types.ts";
import { formatQuantity } from "../../scenario/units.ts";
import type { Estimate, LineAnswer, LineProposal } from "./calls.ts";
import type { ProposalResult } from "./fits.ts";
import { lineTexts } from "./texts/index.ts";

interface LineAnswerProps {
  readonly answer: LineAnswer;
  readonly results: ReadonlyMap<LineProposal, ProposalResult>;
  readonly onOpen: (doc: ScenarioDocument) => void;
}

const CONTROLLERS: Readonly<Record<string, string>> = {
  cubic: "CUBIC",
  sack: "Reno",
  bbr: "BBR",
  gcc: "GCC",
};
const controllerOf = (id: string): string => CONTROLLERS[id] ?? id;
const bits = (value: number): string => formatQuantity(value, "bit/s");
const time = (value: number): string => formatQuantity(value, "s");

function nameOf({ id, sets }: LineProposal): string {
  const { names } = lineTexts;
  switch (id) {
    case "now":
      return names.now;
    case "buffer":
      return names.buffer({ time: time(Number(sets)) });
    case "controller":
      return names.controller({ controller: controllerOf(String(sets)) });
    default:
      return names[id]({ rate: bits(Number(sets)) });
  }
}

function intervalOf({ low, high }: Estimate, write: (value: number) => string): string {
  if (high === null) return lineTexts.atLeastValue({ low: write(low) });
  return lineTexts.fromTo({ low: write(low), high: write(high) });
}

function sentenceOf({ rate, over_time, base_rtt, buffer, queue, wait }: LineAnswer): string {
  const kind = lineTexts.kinds[queue[0] ?? "drop_tail"];
  const known = over_time ? intervalOf(rate, bits) : bits(rate.value);
  const line = { rate: known, rtt: time(base_rtt.value), queue: kind };
  if (buffer === null) return lineTexts.queued({ ...line, wait: time(wait) });
  if (buffer.high === null) return lineTexts.atLeast({ ...line, buffer: time(buffer.low) });
  return lineTexts.held({ ...line, buffer: time(buffer.value) });
}

/** What CAKE would change for a call, once it and the line as it is were run. */
function cureOf({ proposals }: LineAnswer, results: LineAnswerProps["results"]): string {
  const find = (id: LineProposal["id"]) => proposals.find((proposal) => proposal.id === id);
  const [now, cake] = [find("now"), find("cake")];
  const [before, after] = [now && results.get(now), cake && results.get(cake)];
  if (!before || !after || !cake) return "";
  const values = { name: nameOf(cake), wait: time(after.wait), now: time(before.wait) };
  return after.wait < 0.9 * before.wait ? lineTexts.cure(values) : lineTexts.noCure(values);
}

export function LineAnswerView({ answer, results, onOpen }: LineAnswerProps): ReactNode {
  return (
    <section className="stack gap-4" aria-label={lineTexts.value}>
      <p className="text-xl" role="status">
        {sentenceOf(answer)} {cureOf(answer, results)}
      </p>
      <EstimateTable answer={answer} />
      <p className="field-note">
        {[
          answer.over_time ? lineTexts.assumedVarying : lineTexts.assumed,
          ...answer.assumed.map((id) => lineTexts.assumptions[id]),
        ].join(" ")}
      </p>
      <h2>{lineTexts.proposals}</h2>
      <p className="field-note">{lineTexts.proposalsHelp}</p>
      <ProposalTable answer={answer} results={results} onOpen={onOpen} />
      {answer.proposals.map((proposal) => (
        <PasteLines key={proposal.id} proposal={proposal} />
      ))}
    </section>
  );
}

function EstimateTable({ answer }: Pick<LineAnswerProps, "answer">): ReactNode {
  const { rate, base_rtt, buffer, queue, controller, loss, share } = answer;
  const others = (names: readonly string[]): string =>
    names.length > 1 ? lineTexts.orElse({ others: names.slice(1).join(", ") }) : "";
  const kinds = queue.map((kind) => lineTexts.kinds[kind]);
  const controllers = controller.map(controllerOf);
  const rows: readonly (readonly [string, string, string])[] = [
    [lineTexts.lineRate, bits(rate.value), intervalOf(rate, bits)],
    [lineTexts.baseRtt, time(base_rtt.value), intervalOf(base_rtt, time)],
    ...(buffer ? [[lineTexts.buffer, time(buffer.value), intervalOf(buffer, time)] as const] : []),
    [lineTexts.queue, kinds[0] ?? "", others(kinds)],
    [lineTexts.controller, controllers[0] ?? "", others(controllers)],
    [lineTexts.loss, formatQuantity(loss, "probability"), ""],
    [lineTexts.share, formatQuantity(share, "share"), ""],
  ];
  return (
    <Table
      caption={lineTexts.value}
      hideCaption
      columns={[
        { key: "what", head: lineTexts.what, cell: ([name]) => name },
        { key: "value", head: lineTexts.value, cell: ([, value]) => value },
        { key: "interval", head: lineTexts.interval, cell: ([, , range]) => range },
      ]}
      rows={rows}
      rowKey={([name]) => name}
    />
  );
}

function ProposalTable({ answer, results, onOpen }: LineAnswerProps): ReactNode {
  const ranges = ({ least, greatest }: ProposalResult): string =>
    lineTexts.fromTo({ low: time(least), high: time(greatest) });
  const rows = answer.proposals.map((proposal) => ({ proposal, result: results.get(proposal) }));
  return (
    <Table
      caption={lineTexts.proposals}
      hideCaption
      columns={[
        { key: "name", head: lineTexts.proposal, cell: ({ proposal }) => nameOf(proposal) },
        { key: "wait", head: lineTexts.callWaits, cell: ({ result }) => result && time(result.wait) },
        { key: "range", head: lineTexts.range, cell: ({ result }) => result && ranges(result) },
        { key: "rate", head: lineTexts.transfers, cell: ({ result }) => result && bits(result.rate) },
        {
          key: "open",
          head: <span className="visually-hidden">{lineTexts.openRun}</span>,
          cell: ({ proposal }) => (
            <Button
              small
              aria-label={lineTexts.openRunOf({ name: nameOf(proposal) })}
              onClick={() => onOpen(proposal.document)}
            >
              {lineTexts.openRun}
            </Button>
          ),
        },
      ]}
      rows={rows}
      rowKey={({ proposal }) => proposal.id}
    />
  );
}

/** The lines of a proposal for each system, with a button that copies them. */
function PasteLines({ proposal }: { readonly proposal: LineProposal }): ReactNode {
  const [copied, setCopied] = useState<string | null>(null);
  if (proposal.lines.length === 0) return null;
  const name = nameOf(proposal);
  const copy = async (text: string): Promise<void> => {
    const isCopied = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    );
    setCopied(isCopied ? lineTexts.copied : lineTexts.notCopied);
  };
  return (
    <details>
      <summary>{lineTexts.lines({ name })}</summary>
      {proposal.lines.map(({ system, text }) => (
        <div key={system} className="stack gap-1">
          <div className="cluster gap-3">
            <span className="strong">{lineTexts.systems[system]}</span>
            <Button
              small
              aria-label={lineTexts.copyOf({ name: `${name}, ${lineTexts.systems[system]}` })}
              onClick={() => void copy(text)}
            >
              {lineTexts.copy}
            </Button>
          </div>
          <pre className="line-code">{text}</pre>
        </div>
      ))}
      <p className="field-note">{lineTexts.device}</p>
      <p role="status">{copied}</p>
    </details>
  );
}
