// Starts a lab for a scenario, with the page's engine or, if the link needs it, with the engine of an earlier
// release.
import { createReleaseEngine } from "../engine/engine.ts";
import { fetchReleaseJson } from "../engine/releases.ts";
import type { EngineClient } from "../engine/types.ts";
import { preloadPackets } from "../features/lab/overview/Network.tsx";
import { LabSession } from "../features/lab/state/session.ts";
import type { Catalogue } from "../generated/types.ts";
import { tabStorage, takeUndo } from "../scenario/keptHistory.ts";
import { createScenarioStore } from "../scenario/store.ts";
import { isEmbedded, type Opening } from "./boot.ts";
import { FORM_CATALOGUE } from "./catalogue.ts";
import { loadLabView } from "./labView.ts";
import { layoutOfOpening } from "./layout.ts";
import type { ShellServices } from "./Shell.tsx";

/** The services of the page, except those that `App` adds when it renders. */
export type StartedServices = Omit<
  ShellServices,
  "catalogue" | "open" | "runWithPageEngine" | "openWithRelease"
> & {
  /** The catalogue of the session's engine, possibly without help texts. */
  readonly formCatalogue: Catalogue;
};

export async function startLab(pageEngine: EngineClient, opening: Opening): Promise<StartedServices> {
  const { release } = opening;
  if (!release) {
    const { version } = await pageEngine.ready();
    return createServices(pageEngine, pageEngine, FORM_CATALOGUE, version, opening);
  }
  const engine = createReleaseEngine(release);
  try {
    const [{ version }, catalogue] = await Promise.all([
      engine.ready(),
      fetchReleaseJson<Catalogue>(release, "catalogue.json"),
    ]);
    return await createServices(engine, pageEngine, catalogue, version, opening);
  } catch (error) {
    engine.dispose();
    throw error;
  }
}

async function createServices(
  engine: EngineClient,
  pageEngine: EngineClient,
  formCatalogue: Catalogue,
  version: string,
  opening: Opening,
): Promise<StartedServices> {
  const scenario = createScenarioStore(opening.doc, opening.origin, formCatalogue);
  if (!isEmbedded()) {
    const history = takeUndo(tabStorage(), location.hash, opening);
    if (history) scenario.getState().restore(history);
  }
  const session = new LabSession(engine, scenario, formCatalogue, version);
  const layout = layoutOfOpening(opening);
  session.setLayout(layout);
  void preloadPackets();
  // The parts of an embedded view that listen to the run are loaded later.
  if (!isEmbedded()) await Promise.all([session.loadEarly(), layout ? null : loadLabView()]);
  return {
    session,
    scenario,
    opening,
    pageEngine,
    pageVersion: FORM_CATALOGUE.version,
    formCatalogue,
    startComparing: false,
  };
}

/**
 * Starts a lab with the page's engine for the scenario of a lab that uses an earlier release. The complete
 * run of the release is kept for comparison.
 */
export async function continueWithPageEngine(from: StartedServices): Promise<StartedServices> {
  const { session, scenario, pageEngine, opening } = from;
  const { doc, origin, history, edits } = scenario.getState();
  const next = await startLab(pageEngine, {
    doc,
    origin,
    link: { scenario: doc, view: session.linkView },
    layout: session.store.getState().layout,
    refused: null,
    release: null,
  });
  next.scenario.setState({ history, edits });
  const { run } = session.store.getState();
  const version = opening.release?.version ?? session.engineVersion;
  if (!run?.outcome) return next;
  // The prefix distinguishes the id from the ids in the new session, which also begin with "run-1".
  next.session.store.setState({ pinned: { name: version, run: { ...run, id: `${version}-${run.id}` } } });
  return { ...next, startComparing: true };
}
