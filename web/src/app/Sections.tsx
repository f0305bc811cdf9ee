// The sections other than the Lab. Their code and the full catalogue, which they need, are loaded when they
// are opened.
import { type ComponentType, type ReactNode, Suspense } from "react";
import type { FigureRun } from "../address/figureRun.ts";
import type { Section } from "../address/route.ts";
import { lazyPart } from "../components/lazyPart.tsx";
import type { Example } from "../examples/example.ts";
import type { AlgorithmsViewProps } from "../features/algorithms/AlgorithmsView.tsx";
import type { AssignmentsViewProps } from "../features/assignments/AssignmentsView.tsx";
import type { DriveViewProps } from "../features/drive/DriveView.tsx";
import type { LessonsViewProps } from "../features/lessons/LessonsView.tsx";
import type { PapersViewProps } from "../features/papers/PapersView.tsx";
import type { VaryViewProps } from "../features/vary/VaryView.tsx";
import type { Catalogue, ScenarioDocument } from "../generated/types.ts";
import type { Layout } from "../scenario/layout.ts";
import { loadFullCatalogue } from "./catalogue.ts";
import { useLanguage } from "./language.ts";
import type { ShellServices } from "./startLab.ts";

const AlgorithmsView = withCatalogue<AlgorithmsViewProps>(async () => {
  const [view, { loadMathFont }] = await Promise.all([
    import("../features/algorithms/AlgorithmsView.tsx"),
    import("../components/mathFont.ts"),
  ]);
  await loadMathFont();
  return view;
});
const AssignmentsView = withCatalogue<AssignmentsViewProps>(
  () => import("../features/assignments/AssignmentsView.tsx"),
);
const DriveView = withCatalogue<DriveViewProps>(() => import("../features/drive/DriveView.tsx"));
const LessonsView = withCatalogue<LessonsViewProps>(() => import("../features/lessons/LessonsView.tsx"));
const PapersView = withCatalogue<PapersViewProps>(() => import("../features/papers/PapersView.tsx"));
const VaryView = withCatalogue<VaryViewProps>(() => import("../features/vary/VaryView.tsx"));

/** A section that needs the full catalogue, which is loaded with it. */
function withCatalogue<P extends { readonly catalogue: Catalogue }>(
  load: () => Promise<{ readonly default: ComponentType<P> }>,
): ComponentType<Omit<P, "catalogue">> {
  return lazyPart(async () => {
    const [{ default: View }, catalogue] = await Promise.all([load(), loadFullCatalogue()]);
    return { default: (props: Omit<P, "catalogue">) => <View {...({ ...props, catalogue } as P)} /> };
  });
}

export interface SectionsProps {
  readonly services: ShellServices;
  readonly section: Exclude<Section, "lab">;
  readonly page: string | null;
  readonly presenting: boolean;
  /** Opens a scenario in the Lab and returns its opening id. */
  readonly onOpen: (doc: ScenarioDocument, layout?: Layout) => string;
  readonly onOpenExample: (example: Example) => void;
  readonly onOpenRun: (doc: ScenarioDocument, run: Omit<FigureRun, "openingId">) => void;
  readonly onLab: () => void;
}

export function Sections(props: SectionsProps): ReactNode {
  return (
    <Suspense fallback={<main className="boot stack gap-4 center soft" id="main" />}>
      <Shown key={useLanguage()} {...props} />
    </Suspense>
  );
}

function Shown({ services, section, page, presenting, onOpen, ...props }: SectionsProps): ReactNode {
  const { session, scenario } = services;
  const { engine, engineVersion: version } = session;
  const labScenario = (): ScenarioDocument => scenario.getState().doc;
  switch (section) {
    case "lessons":
      return <LessonsView page={page} presenting={presenting} onOpen={onOpen} />;
    case "assignments":
      return (
        <AssignmentsView
          page={page}
          version={version}
          labScenario={labScenario}
          labCharts={() => session.store.getState().charts}
          engine={engine}
          onOpenRun={props.onOpenRun}
        />
      );
    case "drive":
      return <DriveView key={page} page={page} labScenario={labScenario} onOpen={onOpen} />;
    case "papers":
      return <PapersView page={page} onOpen={props.onOpenRun} />;
    case "vary":
      return <VaryView page={page} version={version} labScenario={labScenario} onOpen={props.onOpenRun} />;
    case "algorithms":
      return (
        <AlgorithmsView
          id={page}
          engine={engine}
          onOpen={onOpen}
          onOpenExample={props.onOpenExample}
          onOpenRun={props.onOpenRun}
          onLab={props.onLab}
        />
      );
  }
}
