// The race: a program, its runs in workers with progress, and the table in which it stands among the built-in
// algorithms.
import { Button } from "../../components/Button.tsx";
import { FileButton } from "../../components/FileButton.tsx";
import { localNumber } from "../../language/localized.ts";
import "./race.css";
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { replaceAddress } from "../../address/route.ts";
import { ProgramBox } from "../../components/program/ProgramBox.tsx";
import { programTexts } from "../../components/program/texts/index.ts";
import { useProgram } from "../../components/program/useProgram.ts";
import { Translated } from "../../components/Translated.tsx";
import type { EngineClient } from "../../engine/types.ts";
import type { FinishedRace, RacePageProps, Racer } from "../../extension/offers.ts";
import { raceMenuTexts } from "./menuTexts.ts";
import { keepProgram, keptProgram, programAddress, programIn } from "./program.ts";
import { RaceCardView, RaceHandIn, saveRacePicture } from "./RaceCardView.tsx";
import { keyOf, RaceTable } from "./RaceTable.tsx";
import { RACE_NETWORKS, raceRows, STORED_RACE } from "./race.ts";
import { race } from "./runs.ts";
import { raceTexts } from "./texts/index.ts";

/** The own race: what was raced and how far it is. */
interface OwnRace {
  readonly racer: Racer;
  readonly finished: FinishedRace | null;
  readonly progress: readonly [done: number, of: number] | null;
  readonly problem: string | null;
}

/** Makes races, of which the last one is shown. The one that runs can be cancelled. */
function useRace(): readonly [OwnRace | null, (racer: Racer, name: string) => void, () => void] {
  const [own, setOwn] = useState<OwnRace | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const start = (racer: Racer, name: string): void => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const show = (state: Partial<OwnRace>): void => {
      if (running.current === controller)
        setOwn({ racer, finished: null, progress: null, problem: null, ...state });
    };
    show({ progress: [0, STORED_RUNS] });
    race(racer, name, controller.signal, (...progress) => show({ progress })).then(
      (finished) => show({ finished }),
      (error: unknown) => {
        const message = error instanceof Error ? error.message : String(error);
        show({ problem: controller.signal.aborted ? raceTexts.cancelled : message });
      },
    );
  };
  return [own, start, () => running.current?.abort()];
}

export default function RacePage({ catalogue, engine, onOpenRun, assignment }: RacePageProps): ReactNode {
  const [own, start, cancel] = useRace();
  const [selected, setSelected] = useState<string | null>(null);
  const card = own?.finished?.card ?? null;
  const rows = useMemo(() => {
    const names = new Map<string, string>(catalogue.algorithms.map(({ id, name }) => [id, name]));
    return raceRows(card, (id) => names.get(id) ?? id);
  }, [card, catalogue]);
  const key = selected ?? keyOf(rows.find((row) => row.isOwn) ?? rows[0] ?? { ...NO_ROW });
  const shown = rows.find((row) => keyOf(row) === key);
  const ownRow = rows.find((row) => row.isOwn);
  const racerOf = (id: string): Racer => (id === "" && own ? own.racer : { algorithm: id, code: "" });
  return (
    <article className="article stack gap-4 text-l">
      <header>
        {assignment === undefined && <h1>{raceMenuTexts.race}</h1>}
        <p className="soft">{raceTexts.lead}</p>
      </header>
      <ProgramForm
        engine={engine}
        isRunning={own?.progress != null}
        onStart={(code, name) => {
          setSelected(null);
          start({ algorithm: null, code }, name);
        }}
        onCancel={cancel}
      />
      <RaceStatus
        own={own}
        done={
          ownRow
            ? raceTexts.done({
                name: ownRow.name,
                score: localNumber(ownRow.card.score.toFixed(1)),
                place: ownRow.place,
                of: rows.length,
              })
            : ""
        }
      />
      {ownRow && (
        <div className="lesson-buttons cluster gap-3">
          <Button onClick={() => void saveRacePicture(rows, ownRow, STORED_RACE.version)}>
            {raceTexts.savePicture}
          </Button>
        </div>
      )}
      <p className="field-note">{raceTexts.tableHelp}</p>
      <RaceTable rows={rows} selected={key} onSelect={setSelected} />
      <p className="field-note">{raceTexts.method({ version: STORED_RACE.version })}</p>
      {shown && <RaceCardView row={shown} racer={racerOf(key)} onOpen={onOpenRun} />}
      {own?.finished && (
        <RaceHandIn
          racer={own.racer}
          results={own.finished.results}
          {...(assignment === undefined ? {} : { assignment })}
        />
      )}
    </article>
  );
}

/** The number of runs of a race: three for each network. */
const STORED_RUNS = 3 * RACE_NETWORKS.length;

const NO_ROW = { card: { name: "", score: 0, networks: [] }, name: "", isOwn: false, place: 0 };

/** Progress, what the race gave, or why it could not be made. */
function RaceStatus({ own, done }: { readonly own: OwnRace | null; readonly done: string }): ReactNode {
  const problems = own?.problem?.split("\n") ?? [];
  return (
    <>
      <p role="status">
        {own?.progress
          ? raceTexts.progress({ done: own.progress[0], of: own.progress[1] })
          : own?.finished
            ? done
            : ""}
      </p>
      {own?.progress && (
        <progress
          aria-label={raceMenuTexts.race}
          value={own.progress[0]}
          max={Math.max(1, own.progress[1])}
        />
      )}
      {problems.length > 0 && (
        <div role="alert">
          {own?.problem === raceTexts.cancelled ? (
            <p>{raceTexts.cancelled}</p>
          ) : (
            <>
              <p>{raceTexts.mistakes({ n: problems.length })}</p>
              <ul className="bullets">
                {problems.map((problem) => (
                  <li key={problem}>
                    <Translated text={problem} table={programTexts.sentences} />
                  </li>
                ))}
              </ul>
            </>
          )}
        </div>
      )}
      {
        own?.finished?.card.networks.flatMap(({ network, failure }) =>
          failure === undefined
            ? []
            : [
                <p key={network} role="alert">
                  <Translated text={failure} table={programTexts.sentences} />
                </p>,
              ],
        )[0]
      }
    </>
  );
}

interface ProgramFormProps {
  readonly engine: EngineClient;
  readonly isRunning: boolean;
  readonly onStart: (code: string, name: string) => void;
  readonly onCancel: () => void;
}

function ProgramForm({ engine, isRunning, onStart, onCancel }: ProgramFormProps): ReactNode {
  const [used, setUsed] = useState(keptProgram);
  const [name, setName] = useState<string>(raceTexts.nameDefault);
  const [note, setNote] = useState<string | null>(null);
  const compile = useCallback((text: string) => engine.compile(text), [engine]);
  const use = (text: string): void => {
    setUsed(text);
    keepProgram(text);
  };
  const program = useProgram({ used, compile, onProgram: use, draftName: "race" });
  const { text, setText } = program;
  useEffect(() => {
    void programIn(location.hash).then((found) => {
      if (found === "broken") setNote(raceTexts.brokenLink);
      else if (found) setText(found.code);
    });
  }, [setText]);
  const copyLink = async (): Promise<void> => {
    replaceAddress(await programAddress(text));
    const copied = await navigator.clipboard?.writeText(location.href).then(
      () => true,
      () => false,
    );
    setNote(copied ? raceTexts.copied : raceTexts.notCopied);
  };
  return (
    <section className="stack" aria-labelledby="race-program">
      <h2 id="race-program">{raceTexts.program}</h2>
      <p className="field-note">{raceTexts.programHelp}</p>
      <ProgramBox program={program} label={raceTexts.program} stop={null} works={raceTexts.works} />
      <div className="cluster gap-3">
        <label>
          {raceTexts.name}{" "}
          <input
            className="text-box"
            maxLength={40}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </label>
        {isRunning ? (
          <Button primary onClick={onCancel}>
            {raceTexts.cancel}
          </Button>
        ) : (
          <Button primary onClick={() => onStart(text, name.trim() || raceTexts.nameDefault)}>
            {raceTexts.start}
          </Button>
        )}
        <OpenProgram
          onOpen={(opened, file) => {
            setText(opened);
            setName(file);
          }}
        />
        <Button onClick={() => void copyLink()}>{raceTexts.copyLink}</Button>
      </div>
      {note !== null && <p role="status">{note}</p>}
    </section>
  );
}

/** Opens a file with a program. */
function OpenProgram({ onOpen }: { readonly onOpen: (text: string, name: string) => void }): ReactNode {
  return (
    <FileButton
      label={raceTexts.openFile}
      accept=".fair,text/plain"
      onFiles={([file]) => void file?.text().then((text) => onOpen(text, file.name.replace(/\.fair$/, "")))}
    />
  );
}
