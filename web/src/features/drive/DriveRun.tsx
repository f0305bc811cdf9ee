// One drive: its charts, the controls, and the score at the end.
import { type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from "react";
import type { RunHandle } from "../../engine/types.ts";
import type { RacedNetwork } from "../../extension/offers.ts";
import type { Catalogue, ScenarioDocument } from "../../generated/types.ts";
import { LabProvider, type LabServices, useServices } from "../lab/state/context.tsx";
import { useLab } from "../lab/state/hooks.ts";
import { useOwnLab } from "../lab/state/ownLab.ts";
import { DriveCharts } from "./DriveCharts.tsx";
import { DriveControls, type DriveState } from "./DriveControls.tsx";
import { DriveRace } from "./DriveRace.tsx";
import { DriveScore } from "./DriveScore.tsx";
import { type DriveScenario, drivenDocument, FIRST_WINDOW, handDrive } from "./documents.ts";
import { Drive } from "./drive.ts";
import { driveTexts } from "./texts/index.ts";

/** The last values of a run that is computed are not complete, so the charts show a moment before. In seconds. */
const UNFINISHED = 0.04;

const CHARTS = { charts: [] } as const;

export interface DriveRunProps {
  readonly scenario: DriveScenario;
  /** The network of the race that is driven, or null. */
  readonly network: RacedNetwork | null;
  readonly catalogue: Catalogue;
  readonly onAgain: () => void;
  readonly onOpen: (doc: ScenarioDocument) => void;
}

export function DriveRun(props: DriveRunProps): ReactNode {
  const [scenario] = useState(props.scenario);
  const [run, setRun] = useState<RunHandle | null>(null);
  const start = useOwnLab(CHARTS, props.catalogue, () => scenario.doc, setRun);
  if (start.state !== "ready")
    return (
      <p className="boot stack gap-4 center soft" role="status">
        {start.state === "failed" ? driveTexts.failed : driveTexts.starting}
      </p>
    );
  return (
    <LabProvider services={start.services}>
      <ReadyDrive {...props} scenario={scenario} run={run} services={start.services} />
    </LabProvider>
  );
}

interface ReadyDriveProps extends DriveRunProps {
  readonly run: RunHandle | null;
  readonly services: LabServices;
}

/** How a drive ended: its document, and the result of the run if it was computed to its end. */
interface Ended {
  readonly doc: ScenarioDocument;
  readonly moves: number;
  readonly result: string | null;
}

function ReadyDrive(props: ReadyDriveProps): ReactNode {
  const { scenario, run, services, onAgain, onOpen } = props;
  const { session } = services;
  const [state, setState] = useState<DriveState>("ready");
  const [ended, setEnded] = useState<Ended | null>(null);
  const issue = useLab((s) => s.issues[0]?.message ?? s.failure?.message ?? null);
  const isShown = useLab((s) => s.run !== null);
  const end = (drive: Drive, duration: number, result: string | null): void => {
    drive.pause();
    const { moves } = drive;
    setEnded({ doc: drivenDocument(scenario.doc, moves, duration), moves: moves.length, result });
    setState("ended");
  };
  const drive = useDrive(scenario, run, (over, resultId) => end(over, over.time, resultId));
  const toggle = (): void => {
    if (!drive || state === "ended") return;
    if (drive.running) drive.pause();
    else drive.run();
    setState(drive.running ? "running" : "paused");
  };
  if (issue !== null) return <p role="alert">{driveTexts.problem({ message: issue })}</p>;
  return (
    <>
      <DriveCharts />
      {ended === null
        ? drive &&
          isShown && (
            <DriveControls
              drive={drive}
              flow={scenario.flow}
              duration={session.timeView.state.duration}
              state={state}
              onToggle={toggle}
              onFinish={() => end(drive, Math.max(1, Math.floor(drive.time * 10) / 10), null)}
            />
          )
        : null}
      {ended && (
        <DriveScore
          doc={ended.doc}
          flow={scenario.flow}
          moves={ended.moves}
          result={ended.result}
          onAgain={onAgain}
          onOpen={onOpen}
        />
      )}
      {ended && props.network && (
        <Suspense fallback={<p role="status">{driveTexts.racing}</p>}>
          <DriveRace
            drive={handDrive(props.network.id, ended.doc, scenario.flow)}
            network={props.network}
            catalogue={props.catalogue}
          />
        </Suspense>
      )}
    </>
  );
}

/** The drive of a run, as soon as the engine has started it. */
function useDrive(
  { doc, flow }: DriveScenario,
  run: RunHandle | null,
  onEnd: (drive: Drive, resultId: string) => void,
): Drive | null {
  const { session } = useServices();
  const latestEnd = useRef(onEnd);
  latestEnd.current = onEnd;
  const drive = useMemo(
    () =>
      run === null
        ? null
        : new Drive({
            run,
            doc,
            flow,
            window: FIRST_WINDOW,
            onTime: (t) => session.timeView.setPlayhead(t - UNFINISHED),
            onEnd: (resultId) => {
              if (drive) latestEnd.current(drive, resultId);
            },
          }),
    [session, run, doc, flow],
  );
  useEffect(() => {
    if (!drive) return undefined;
    const stop = drive.listen();
    drive.prepare();
    return () => {
      drive.pause();
      stop();
    };
  }, [drive]);
  return drive;
}
