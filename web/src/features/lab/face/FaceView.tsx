// One question about the scenario: the picture of the network, a chart with the same playhead, the fair
// shares, the answer, one control and one button. The Lab (LabView.tsx), which the button "Show everything" opens,
// shows the same document, run and drawings.
import "./face.css";
import type { ReactNode } from "react";
import { Icon } from "../../../components/icons.tsx";
import { lazyPart } from "../../../components/lazyPart.tsx";
import { isPartNeeded, Parts } from "../../../extension/parts.tsx";
import { pageTexts } from "../../../texts/index.ts";
import { NetworkPanel } from "../overview/Network.tsx";
import { Shares } from "../overview/Shares.tsx";
import { Scrubber } from "../runs/Scrubber.tsx";
import ShownSettings from "../settings/ShownSettings.tsx";
import { useServices } from "../state/context.tsx";
import { useLab, useScenario } from "../state/hooks.ts";
import { Answer } from "./Answer.tsx";
import { BackTo, chartAmong, FaceChart, PART } from "./FaceChart.tsx";
import { Try } from "./Try.tsx";
import { faceTexts } from "./texts/index.ts";
import { type Face, useFace, useReference } from "./useFace.ts";

const Changed = lazyPart(() => import("./Changed.tsx"));

const ViewHost = lazyPart(() => import("../views/ViewHost.tsx"));

const ResultLine = lazyPart(() => import("../overview/ResultLine.tsx"));

const PacketCard = lazyPart(() => import("../packets/PacketCard.tsx"));

const WhyPanel = lazyPart(() => import("../why/WhyPanel.tsx"));

const PlaybackStatus = lazyPart(() => import("../runs/PlaybackStatus.tsx"));

const RunProblems = lazyPart(() => import("../runs/RunProblems.tsx"));

export interface FaceViewProps {
  readonly presenting: boolean;
  /** What else the panel with the control contains. */
  readonly children?: ReactNode;
}

export function FaceView({ presenting, children }: FaceViewProps): ReactNode {
  const face = useFace();
  useReference(face);
  const isFresh = useScenario((s) => s.doc === s.opened);
  const expectsResult = useLab((s) => s.expected !== null);
  const hasPacket = useLab((s) => s.packet !== null);
  const hasNews = useLab((s) => s.failure !== null || s.issues.length > 0);
  return (
    <main className={`face${presenting ? " is-presenting" : ""}`} id="main" tabIndex={-1}>
      <div className="face-top stack gap-1">
        <header className="face-head cluster gap-4 flat baseline">
          <h1>{face.question}</h1>
          <p className="face-setup soft">
            <span className={face.setupFits ? undefined : "is-former"}>{face.setup}</span>
            {face.setupFits === false && <Changed face={face} />}
          </p>
        </header>
        {expectsResult && <ResultLine alone />}
      </div>
      {hasNews && <RunProblems />}
      <Pictures face={face} presenting={presenting} />
      <Why face={face} />
      {hasPacket && <PacketCard />}
      <PlaybackStatus />
      <div className="face-panel stack">
        <div className="face-answer card stack gap-0">
          <Answer face={face} presenting={presenting} />
          {face.pictures.includes("shares") && (
            <Shares presenting={presenting} coversWholeRun="common" alwaysRates />
          )}
        </div>
        <div className={`face-control card stack gap-4${isFresh ? " is-fresh" : ""}`}>
          <ShownSettings paths={face.controls} most={1} labels={face.labels} name={faceTexts.control} />
          <Try face={face} />
        </div>
        {children}
      </div>
    </main>
  );
}

/** The answer of "Why?" about a mark of the shown run, with the reason that answers the question of its scenario. */
function Why({ face: { question, reason, setupFits } }: { readonly face: Face }): ReactNode {
  const { session } = useServices();
  const why = useLab((s) => (s.why?.run === s.run?.id ? s.why : null));
  const about = setupFits && reason !== "" && (
    <>
      <b>{question}</b> {reason}
    </>
  );
  return (
    why && <WhyPanel question={why} about={about} onClose={() => session.store.setState({ why: null })} />
  );
}

/** The network and the chart, with the playback between them. */
function Pictures({ face, presenting }: { readonly face: Face; readonly presenting: boolean }): ReactNode {
  const doc = useLab((s) => s.run?.doc);
  const part = doc && ({ at: "question", doc, pictures: face.pictures, presenting } as const);
  const hasPart = part !== undefined && isPartNeeded("stage", part);
  const own = hasPart ? PART : chartAmong(face.pictures);
  const other = useLab((s) => s.instead);
  const instead = other === "queue" && own?.startsWith("queue") ? null : other;
  return (
    <div className="face-pictures card">
      {face.pictures.includes("network") && (
        <section className="face-network" aria-label={faceTexts.network}>
          <NetworkPanel presenting={presenting} coversWholeRun="common" large />
        </section>
      )}
      <Playback />
      {(own || instead) && (
        <div className="face-chart stack gap-0">
          {instead === "sequence" ? (
            <ViewHost
              id="sequence"
              height={100}
              presenting={presenting}
              timeAxis
              tools={<BackTo chart={own} />}
            />
          ) : hasPart && !instead ? (
            <Parts place="stage" {...part} />
          ) : (
            <FaceChart
              name={instead ?? own ?? ""}
              instead={instead ? own : undefined}
              presenting={presenting}
              showsUse={face.answer === "use"}
            />
          )}
        </div>
      )}
    </div>
  );
}

function Playback(): ReactNode {
  const { session } = useServices();
  const playing = useLab((s) => s.playing);
  return (
    <section className="face-playback row gap-4" aria-label={pageTexts.lab.playback}>
      <button type="button" className="button play fixed" onClick={() => session.playback.toggle()}>
        <Icon name={playing ? "pause" : "play"} />
        <span>{playing ? pageTexts.lab.pause : pageTexts.lab.play}</span>
      </button>
      <Scrubber />
    </section>
  );
}
