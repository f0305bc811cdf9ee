// Starts a lab for a scenario.
import type { EngineClient } from "../engine/types.ts";
import { isFramed } from "../extension/installed.ts";
import { preloadPackets } from "../features/lab/overview/Network.tsx";
import type { LabServices } from "../features/lab/state/context.tsx";
import { LabSession } from "../features/lab/state/session.ts";
import { tabStorage, takeUndo } from "../scenario/keptHistory.ts";
import type { Opening } from "../scenario/opening.ts";
import { createScenarioStore } from "../scenario/store.ts";
import { FORM_CATALOGUE } from "./catalogue.ts";
import { loadLabView } from "./labView.ts";
import { layoutOfOpening } from "./layout.ts";

export interface ShellServices extends LabServices {
  readonly opening: Opening;
  /** Replaces the lab by a lab with another opening. */
  readonly open: (opening: Promise<Opening>) => void;
}

/** The services of the page, except those that `App` adds when it renders. */
export type StartedServices = Omit<ShellServices, "catalogue" | "open">;

export async function startLab(engine: EngineClient, read: Opening): Promise<StartedServices> {
  const { version } = await engine.ready();
  const opening = read.link ? await (await import("./checkShape.ts")).checkShape(engine, read) : read;
  const scenario = createScenarioStore(opening.doc, opening.origin, FORM_CATALOGUE);
  if (!isFramed()) {
    const history = takeUndo(tabStorage(), location.hash, opening);
    if (history) scenario.getState().restore(history);
  }
  const session = new LabSession(engine, scenario, FORM_CATALOGUE, version);
  const layout = layoutOfOpening(opening);
  session.setLayout(layout);
  void preloadPackets();
  // The parts of an embedded view that listen to the run are loaded later.
  if (!isFramed()) await Promise.all([session.loadEarly(), layout ? null : loadLabView()]);
  return { session, scenario, opening };
}
