// The score of a drive, in words and numbers, next to what an algorithm reaches in the same place; and its link.

import { type ReactNode, useEffect, useRef, useState } from "react";
import { pageBase } from "../../address/pageAddress.ts";
import { Button } from "../../components/Button.tsx";
import { type Column, Table } from "../../components/Table.tsx";
import type { RunOutcome } from "../../engine/types.ts";
import type { Derived, ScenarioDocument } from "../../generated/types.ts";
import { encodeLink } from "../../scenario/shareLink.ts";
import { formatPercent, formatQuantity } from "../../scenario/units.ts";
import { CopyBox } from "../lab/share/CopyBox.tsx";
import { useServices } from "../lab/state/context.tsx";
import { useLab } from "../lab/state/hooks.ts";
import { inYourPlace, RIVALS, type Rival, rivalName } from "./documents.ts";
import { delayWord, type Score, scoreOf, shareWord, usageWord } from "./score.ts";
import { driveTexts } from "./texts/index.ts";

export interface DriveScoreProps {
  /** The document of the drive. */
  readonly doc: ScenarioDocument;
  readonly flow: string;
  readonly moves: number;
  /** The result of the drive, if it went to the end of the run. */
  readonly result: string | null;
  readonly onAgain: () => void;
  readonly onOpen: (doc: ScenarioDocument) => void;
}

export function DriveScore({ doc, flow, moves, result, onAgain, onOpen }: DriveScoreProps): ReactNode {
  const derived = useLab((s) => s.derived);
  const { outcomes, problem } = useOutcomes(doc, flow);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const own = outcomes.get("you");
  const score = own && scoreOf(own.summary, flow);
  return (
    <section className="roomy stack card">
      <h2 ref={heading} tabIndex={-1}>
        {driveTexts.result}
      </h2>
      <p className="drive-note soft text-m">{driveTexts.moves({ n: moves })}</p>
      {own && result !== null && result !== own.resultId && <p role="alert">{driveTexts.differs}</p>}
      {own && score ? (
        <>
          <Words score={score} fair={fairOf(own)} buffer={bufferOf(derived, flow)} />
          <ScoreTable outcomes={outcomes} flow={flow} />
          <Sharing doc={doc} outcome={own} onOpen={() => onOpen(doc)} />
        </>
      ) : (
        <p role="status">
          {problem === null ? driveTexts.computing : driveTexts.problem({ message: problem })}
        </p>
      )}
      <p>
        <Button onClick={onAgain}>{driveTexts.again}</Button>
      </p>
    </section>
  );
}

interface Outcomes {
  readonly outcomes: ReadonlyMap<string, RunOutcome>;
  /** Why the run of the drive has no result, or null. */
  readonly problem: string | null;
}

/** The runs of the drive's document: as it is, and with each algorithm in the place of the person. */
function useOutcomes(doc: ScenarioDocument, flow: string): Outcomes {
  const { engine } = useServices().session;
  const [state, setState] = useState<Outcomes>({ outcomes: new Map(), problem: null });
  useEffect(() => {
    const jobs = [
      { id: "you", text: JSON.stringify(doc) },
      ...RIVALS.map((id) => ({ id, text: JSON.stringify(inYourPlace(doc, flow, id)) })),
    ];
    const batch = engine.batch(jobs, (id, outcome) => {
      if ("summary" in outcome)
        setState((before) => ({ ...before, outcomes: new Map([...before.outcomes, [id, outcome]]) }));
      else if (id === "you") setState((before) => ({ ...before, problem: outcome.message }));
    });
    return () => batch.cancel();
  }, [engine, doc, flow]);
  return state;
}

/** The fair part of one of the flows that share the link. */
const fairOf = ({ summary }: RunOutcome): number =>
  1 / Math.max(1, summary.flows.filter(({ role }) => role !== "reverse").length);

/** The time that a packet waits in a full buffer of the flow's route, in seconds. */
function bufferOf(derived: Derived | null, flow: string): number {
  const route = derived?.flows.find(({ id }) => id === flow || id === `${flow}.0`)?.route ?? [];
  const limits =
    derived?.links.filter(({ id }) => route.includes(id)).map(({ limit }) => limit.seconds) ?? [];
  return Math.max(0, ...limits);
}

interface WordsProps {
  readonly score: Score;
  readonly fair: number;
  readonly buffer: number;
}

function Words({ score: { share, utilisation, delay, loss }, fair, buffer }: WordsProps): ReactNode {
  const percent = (share: number): string => formatPercent(share, 2);
  return (
    <ul className="drive-words stack gap-1 bullets">
      {share !== null && <li>{driveTexts.shares[shareWord(share, fair)]({ share: percent(share) })}</li>}
      {utilisation !== null && (
        <li>{driveTexts.uses[usageWord(utilisation)]({ use: percent(utilisation) })}</li>
      )}
      {delay !== null && (
        <li>{driveTexts.delays[delayWord(delay, buffer)]({ time: formatQuantity(delay, "s") })}</li>
      )}
      <li>{loss > 0 ? driveTexts.losses({ loss: percent(loss) }) : driveTexts.noLoss}</li>
    </ul>
  );
}

function ScoreTable({
  outcomes,
  flow,
}: {
  readonly outcomes: ReadonlyMap<string, RunOutcome>;
  readonly flow: string;
}): ReactNode {
  const column = (
    key: "share" | "utilisation" | "delay" | "loss",
    head: string,
    unit: "share" | "s" = "share",
  ): Column<"you" | Rival> => ({
    key,
    head,
    cell: (id) => {
      const outcome = outcomes.get(id);
      return outcome && formatQuantity(scoreOf(outcome.summary, flow)[key], unit, unit === "share" ? 2 : 3);
    },
  });
  return (
    <Table
      caption={driveTexts.compare}
      columns={[
        {
          key: "who",
          head: driveTexts.who,
          cell: (id) => (id === "you" ? driveTexts.you : driveTexts.inYourPlace({ name: rivalName(id) })),
        },
        column("share", driveTexts.share),
        column("utilisation", driveTexts.utilisation),
        column("delay", driveTexts.delay95, "s"),
        column("loss", driveTexts.loss),
      ]}
      rows={["you", ...RIVALS] as const}
      rowKey={(id) => id}
      className="drive-table"
    />
  );
}

interface SharingProps {
  readonly doc: ScenarioDocument;
  readonly outcome: RunOutcome;
  readonly onOpen: () => void;
}

function Sharing({ doc, outcome: { resultId }, onOpen }: SharingProps): ReactNode {
  const { engineVersion } = useServices().session;
  const [link, setLink] = useState("");
  useEffect(() => {
    let isCurrent = true;
    void encodeLink({ scenario: doc, result: resultId, engine: engineVersion }).then((fragment) => {
      if (isCurrent) setLink(pageBase() + fragment);
    });
    return () => {
      isCurrent = false;
    };
  }, [doc, resultId, engineVersion]);
  return (
    <section className="drive-share stack gap-2" aria-label={driveTexts.shareDrive}>
      <h3>{driveTexts.shareDrive}</h3>
      <CopyBox label={driveTexts.link} text={link} rows={2}>
        <Button onClick={onOpen}>{driveTexts.openInLab}</Button>
      </CopyBox>
      <p className="drive-note soft text-m">
        {driveTexts.resultNote} {driveTexts.resultId} <code>{resultId}</code>
      </p>
    </section>
  );
}
