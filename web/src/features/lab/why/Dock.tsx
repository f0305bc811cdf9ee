// The panels next to the charts, or below them on narrower screens: the editor of a program, the selected interval
// and the panel of a feature. They never cover the charts. The answer of "Why?" is a card at the mark in the charts, so that no element of the
// page moves.
import { type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { InView } from "../../../components/InView.tsx";
import { lazyComponent } from "../../../components/lazyPart.tsx";
import type { FeaturePanel } from "../../../extension/feature.ts";
import { panels } from "../../../extension/installed.ts";
import { lazyOf, Parts } from "../../../extension/parts.tsx";
import { pageTexts } from "../../../texts/index.ts";
import { useServices } from "../state/context.tsx";
import { useLab, useTimeView } from "../state/hooks.ts";
import type { WhyQuestion } from "../state/labStore.ts";

const Selection = lazyComponent(() => import("./Selection.tsx"));
const WhyPanel = lazyComponent(() => import("./WhyPanel.tsx"));

export interface DockProps {
  readonly hasSelection: boolean;
  readonly why: WhyQuestion | null;
  /** The id of the flow whose program is edited, or null. */
  readonly program: string | null;
  readonly onCloseProgram: () => void;
  readonly onCloseWhy: () => void;
}

export function Dock(props: DockProps): ReactNode {
  const { hasSelection, why, program, onCloseProgram, onCloseWhy } = props;
  const { session } = useServices();
  const panel = usePanel();
  const Panel = panel && lazyOf(panel.load);
  return (
    <>
      <Suspense fallback={null}>{why && <WhyPanel question={why} onClose={onCloseWhy} />}</Suspense>
      {(hasSelection || Panel || program !== null) && (
        <aside className="dock stack" aria-label={pageTexts.stage.dock}>
          <Suspense fallback={null}>
            {program !== null && <Parts place="programEditor" flow={program} onClose={onCloseProgram} />}
            {hasSelection && (
              <InView>
                <Selection />
              </InView>
            )}
            {Panel && <Panel onClose={() => session.store.setState({ panel: null })} />}
          </Suspense>
        </aside>
      )}
    </>
  );
}

/** The open panel of a feature. */
function usePanel(): FeaturePanel | undefined {
  const open = useLab((s) => s.panel);
  return panels().find(({ id }) => id === open);
}

/**
 * Whether an interval is selected. While the pointer draws the interval, the answer does not change, so that
 * the charts do not move.
 */
export function useHasSelection(): boolean {
  const hasBrush = useTimeView((view) => view.brush !== null);
  const [settled, setSettled] = useState(hasBrush);
  const pressed = useRef(false);
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    addEventListener("pointerdown", () => (pressed.current = true), { signal, capture: true });
    for (const end of ["pointerup", "pointercancel"])
      addEventListener(end, () => (pressed.current = false), { signal, capture: true });
    return () => stop.abort();
  }, []);
  useEffect(() => {
    if (!pressed.current) {
      setSettled(hasBrush);
      return;
    }
    const settle = (): void => setSettled(hasBrush);
    addEventListener("pointerup", settle);
    return () => removeEventListener("pointerup", settle);
  }, [hasBrush]);
  return settled;
}
