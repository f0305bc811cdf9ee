// The lab of a lesson, an assignment or another page: a session of its own with an engine of its own, so that the scenario that is open in
// the Lab is not affected.
import { useEffect, useState } from "react";
import { createEngine } from "../../../engine/engine.ts";
import type { RunHandle } from "../../../engine/types.ts";
import type { Catalogue, ScenarioDocument } from "../../../generated/types.ts";
import { sameRun } from "../../../scenario/edit.ts";
import { createScenarioStore, newOrigin } from "../../../scenario/store.ts";
import type { LabServices } from "./context.tsx";
import { LabSession } from "./session.ts";
import type { ChartName } from "./shownCharts.ts";

export type LabStart =
  | { readonly state: "starting" | "failed" }
  | { readonly state: "ready"; readonly services: LabServices };

/**
 * Starts the lab of a page with its first document, and ends it with the component.
 * `doc` and `onDriven` are read only at the start. With `onDriven`, runs are driven.
 */
export function useOwnLab(
  { charts }: { readonly charts: readonly ChartName[] },
  catalogue: Catalogue,
  doc: () => ScenarioDocument,
  onDriven: ((run: RunHandle) => void) | null = null,
): LabStart {
  const [start, setStart] = useState<LabStart>({ state: "starting" });
  const [firstDocument] = useState(() => doc());
  const [firstOnDriven] = useState(() => onDriven);
  useEffect(() => {
    const engine = createEngine();
    let stop: (() => void) | null = null;
    let ended = false;
    engine.ready().then(
      ({ version }) => {
        if (ended) return;
        const scenario = createScenarioStore(firstDocument, newOrigin("own"), catalogue);
        const session = new LabSession(engine, scenario, catalogue, version, firstOnDriven);
        session.setOwnCharts(charts);
        stop = session.start();
        session.playback.pause();
        setStart({ state: "ready", services: { session, scenario, catalogue } });
      },
      () => {
        if (!ended) setStart({ state: "failed" });
      },
    );
    return () => {
      ended = true;
      stop?.();
      engine.dispose();
    };
  }, [charts, catalogue, firstDocument, firstOnDriven]);
  return start;
}

/** Shows the run of another document. */
export function showDocument({ scenario }: LabServices, doc: ScenarioDocument): void {
  const { doc: current, apply } = scenario.getState();
  if (!sameRun(current, doc)) apply("lesson", () => doc);
}
