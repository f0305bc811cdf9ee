// The Lab in its layout: one question about the scenario, or everything.
import { type ReactNode, Suspense, useEffect, useState } from "react";
import type { FigureRun } from "../address/figureRun.ts";
import { Button } from "../components/Button.tsx";
import { FieldLinks } from "../components/fields/FieldRow.tsx";
import { Icon } from "../components/icons.tsx";
import { lazyPart } from "../components/lazyPart.tsx";
import { Menu } from "../components/Menu.tsx";
import { loadExample } from "../examples/firstExample.ts";
import { LAYOUT_IDS, type LayoutId } from "../examples/layouts.ts";
import { questionTexts } from "../examples/texts/index.ts";
import { linkItems, linksAt } from "../extension/installed.ts";
import { FaceView } from "../features/lab/face/FaceView.tsx";
import { faceTexts } from "../features/lab/face/texts/index.ts";
import { useAddressBar } from "../features/lab/share/useShareLink.ts";
import { useServices } from "../features/lab/state/context.tsx";
import { useLab, useScenario } from "../features/lab/state/hooks.ts";
import { ownScenario } from "../scenario/programs.ts";
import { newOrigin } from "../scenario/store.ts";
import { pageTexts } from "../texts/index.ts";

import { labView, loadLabView } from "./labView.ts";
import { useLanguage } from "./language.ts";
import { chooseLayout } from "./layout.ts";
import type { ShellServices } from "./startLab.ts";
import { useIsNarrow } from "./theme.ts";

const FigureRunNotice = lazyPart(() => import("../experiments/FigureRunNotice.tsx"));

/** Up to this width, in pixels, the settings are in a sheet at the lower edge of the screen. */
export const NARROW_WIDTH = 860;

export interface LabPageProps {
  readonly services: ShellServices;
  readonly presenting: boolean;
  readonly onFile: (file: File) => void;
  readonly figureRun: FigureRun | null;
  readonly onDismissFigureRun: () => void;
}

export function LabPage(props: LabPageProps): ReactNode {
  const language = useLanguage();
  const isFace = useLab((s) => s.layout !== null);
  return isFace ? <FacePage key={language} presenting={props.presenting} /> : <WholeLab {...props} />;
}

function WholeLab({
  services,
  presenting,
  figureRun,
  onDismissFigureRun,
  ...props
}: LabPageProps): ReactNode {
  const { session, scenario } = services;
  const language = useLanguage();
  const isNarrow = useIsNarrow(NARROW_WIDTH);
  // The component is not replaced when its code is loaded, because a new component would lose its state.
  const [Lab] = useState(labView);
  return (
    <>
      {figureRun && (
        <FigureRunNotice
          run={figureRun}
          scenario={scenario}
          lab={session.store}
          onDismiss={onDismissFigureRun}
        />
      )}
      <FieldLinks value={presenting ? null : linksOfSetting}>
        <Suspense fallback={<main className="boot stack gap-4 center soft" id="main" />}>
          <Lab key={language} presenting={presenting} isNarrow={isNarrow} {...props} />
        </Suspense>
      </FieldLinks>
    </>
  );
}

/** The links of features next to the field of a setting. */
const linksOfSetting = (path: string): ReactNode =>
  linksAt("setting", path).map(({ label, icon = "sliders", address }) => (
    <a
      key={address}
      className="icon-button field-help tip"
      href={address}
      aria-label={label}
      data-tip={label}
    >
      <Icon name={icon} size={16} />
    </a>
  ));

/** Moves the focus from the question, which disappears, to the Lab as soon as it is drawn. */
function focusLab(frames = 300): void {
  requestAnimationFrame(() => {
    const lab = document.querySelector<HTMLElement>(".lab #main");
    if (lab) lab.focus({ preventScroll: true });
    else if (frames > 0) focusLab(frames - 1);
  });
}

function FacePage({ presenting }: { readonly presenting: boolean }): ReactNode {
  const { session } = useServices();
  useAddressBar();
  usePrefetch();
  const selected = useLab((s) => s.selected);
  // The whole Lab opens with the settings of what was selected in the picture of the network.
  useEffect(() => {
    if (selected) session.setLayout(null);
  }, [session, selected]);
  return (
    <FaceView presenting={presenting}>
      <div className="face-more cluster">
        <OtherQuestions isProjected={presenting} />
        {!presenting && (
          <Button
            onClick={() => {
              chooseLayout(session, "all");
              focusLab();
            }}
          >
            <Icon name="sliders" size={18} />
            {faceTexts.showEverything}
          </Button>
        )}
      </div>
    </FaceView>
  );
}

/** The list of the examples with a layout, by their questions, and links of features. */
function OtherQuestions({ isProjected }: { readonly isProjected: boolean }): ReactNode {
  const { session, scenario } = useServices();
  const shown = useScenario((s) => s.origin.example);
  const open = (id: LayoutId): void => {
    void loadExample(id).then((example) => {
      if (!example) return;
      scenario.getState().open(example.doc, newOrigin("example", id));
      session.setLayout({});
    });
  };
  const items = LAYOUT_IDS.map((id) => ({
    label: questionTexts.questions[id].question,
    chosen: id === shown,
    ...(id === shown ? { icon: "check" as const } : {}),
    onSelect: () => open(id),
  }));
  const write = {
    label: pageTexts.lab.writeOwn,
    icon: "edit" as const,
    onSelect: () => scenario.getState().open(ownScenario(), newOrigin("own")),
  };
  return (
    <Menu
      label={faceTexts.anotherQuestion}
      icon="book"
      showsLabel
      items={isProjected ? items : [...items, write, ...linkItems("questions", null)]}
    />
  );
}

/** Loads the code of the whole Lab after the first run, when the browser has nothing else to do. */
function usePrefetch(): void {
  const isComplete = useLab((s) => s.run?.outcome != null);
  const [prefetches, setPrefetches] = useState(false);
  if (isComplete && !prefetches) setPrefetches(true);
  useEffect(() => {
    if (!prefetches) return;
    if (typeof requestIdleCallback !== "function") {
      void loadLabView();
      return;
    }
    const idleCallback = requestIdleCallback(() => void loadLabView(), { timeout: 4000 });
    return () => cancelIdleCallback(idleCallback);
  }, [prefetches]);
}
