// The lab: settings on the left or, on narrow screens, in a sheet at the bottom; playback controls above; charts on the right;
// numbers and texts below the charts.
import { type DragEvent, type ReactNode, Suspense, useMemo, useState } from "react";
import { BottomSheet } from "../../components/BottomSheet.tsx";
import { type IdChoices, IdChoicesContext } from "../../components/idChoices.ts";
import { lazyPart } from "../../components/lazyPart.tsx";
import type { Choice } from "../../generated/types.ts";
import { namedLinks } from "../../scenario/descriptors.ts";
import { labelOf } from "../../scenario/diff.ts";
import { S } from "../../strings/index.ts";
import { useServices } from "./context.tsx";
import { Details } from "./Details.tsx";
import { FlowList } from "./FlowList.tsx";
import { useLab, useScenario, useTimeView } from "./hooks.ts";
import { LabCharts } from "./LabCharts.tsx";
import { LastChangeLine } from "./LastChange.tsx";
import { LinkForm } from "./LinkForm.tsx";
import { NetworkPanel } from "./Network.tsx";
import { RunForm } from "./RunForm.tsx";
import { ExpectedResultNotice, ReleaseNotice, RunProblems } from "./RunProblems.tsx";
import { Shares } from "./Shares.tsx";
import { TitleLine } from "./TitleLine.tsx";
import { Transport } from "./Transport.tsx";
import { useExampleComparison } from "./useExampleComparison.ts";
import { useAddressBar } from "./useShareLink.ts";
import type { WhyQuestion } from "./WhyPanel.tsx";

const Selection = lazyPart(() => import("./Selection.tsx"));

const WhyPanel = lazyPart(() => import("./WhyPanel.tsx"));

const Compare = lazyPart(() => import("./Compare.tsx"));

export interface LabViewProps {
  readonly presenting: boolean;
  readonly comparing: boolean;
  readonly isNarrow: boolean;
  readonly onCompare: (open: boolean) => void;
  readonly onFile: (file: File) => void;
}

export function LabView({ presenting, comparing, isNarrow, onCompare, onFile }: LabViewProps): ReactNode {
  const [coversWholeRun, setCoversWholeRun] = useState(false);
  const [why, setWhy] = useState<WhyQuestion | null>(null);
  const [isDraggingFile, setIsDraggingFile] = useState(false);
  useAddressBar();
  useExampleComparison();
  const { session } = useServices();
  const ids = useIdChoices();
  const hasSelection = useTimeView((view) => view.brush !== null);
  const selected = useLab((s) => s.selected);
  const explain = (flow: string, t: number): void => {
    session.playback.pause();
    session.playback.seek(t);
    setWhy({ flow, t });
  };
  const carriesFiles = (event: DragEvent): boolean => [...event.dataTransfer.types].includes("Files");
  return (
    <IdChoicesContext value={ids}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is a shortcut; the Open button does the same */}
      <div
        className={`lab${presenting ? " is-presenting" : ""}${why || comparing ? " has-dock" : ""}`}
        onDragOver={(event) => {
          if (!carriesFiles(event)) return;
          event.preventDefault();
          setIsDraggingFile(true);
        }}
        onDragLeave={(event) => {
          if (event.currentTarget === event.target) setIsDraggingFile(false);
        }}
        onDrop={(event) => {
          if (!carriesFiles(event)) return;
          event.preventDefault();
          setIsDraggingFile(false);
          const file = event.dataTransfer.files[0];
          if (file) onFile(file);
        }}
      >
        <TitleLine />
        <Transport comparing={comparing} onCompare={() => onCompare(!comparing)} />
        {!presenting && !isNarrow && (
          <aside className="rail" id="controls" aria-label={S.lab.settings} tabIndex={-1}>
            <LinkForm />
            <FlowList />
            <RunForm />
          </aside>
        )}
        <main className="stage" id="main" tabIndex={-1}>
          <RunProblems />
          <ReleaseNotice />
          <ExpectedResultNotice />
          <div className="overview">
            <Shares presenting={presenting} coversWholeRun={coversWholeRun} onCoverage={setCoversWholeRun} />
            <NetworkPanel presenting={presenting} />
          </div>
          <LabCharts presenting={presenting} onWhy={explain} />
          {hasSelection && (
            <Suspense fallback={null}>
              <Selection />
            </Suspense>
          )}
          <div className="dock">
            <LastChangeLine comparing={comparing} onCompare={() => onCompare(true)} />
            <Suspense fallback={null}>
              {why && <WhyPanel question={why} onClose={() => setWhy(null)} />}
              {comparing && <Compare onClose={() => onCompare(false)} />}
            </Suspense>
          </div>
          {!presenting && <Details coversWholeRun={coversWholeRun} onWhy={explain} />}
        </main>
        {!presenting && isNarrow && (
          <BottomSheet
            label={S.lab.settings}
            requestedTab={selected === null ? null : selected.kind === "link" ? "link" : "flows"}
            tabs={[
              { id: "link", label: S.lab.link, content: <LinkForm /> },
              { id: "flows", label: S.lab.flows, content: <FlowList /> },
              { id: "run", label: S.lab.run, content: <RunForm /> },
            ]}
          />
        )}
        {isDraggingFile && (
          <div className="drop" aria-hidden="true">
            <span>{S.lab.dropFile}</span>
          </div>
        )}
      </div>
    </IdChoicesContext>
  );
}

/**
 * The ids that forms offer as choices: ids of flows for loss rules and queue disciplines, of nodes for links, and of nodes and links
 * for the paths of flows.
 */
function useIdChoices(): IdChoices {
  const flows = useScenario((s) => s.doc.flows);
  const network = useScenario((s) => s.doc.network);
  const derived = useLab((s) => s.derived);
  return useMemo(() => {
    const choiceOf = (id: string): Choice => ({ value: id, label: id, doc: "" });
    const flowChoices = (flows ?? []).map((flow) => ({ value: flow.id, label: labelOf(flow), doc: "" }));
    const nodeChoices = (
      network?.kind === "graph" && network.nodes
        ? network.nodes.map((node) => node.id)
        : (derived?.nodes ?? [])
    ).map(choiceOf);
    const linkChoices = namedLinks(network ? { network } : {}).map((link) => choiceOf(link.id));
    const byField: Readonly<Record<string, readonly Choice[]>> = {
      flow: flowChoices,
      flows: flowChoices,
      from: nodeChoices,
      to: nodeChoices,
      links: linkChoices,
      back: linkChoices,
    };
    return (field) => byField[field] ?? null;
  }, [flows, network, derived]);
}
