// Provides the components of a lab with its services: the session, the scenario and the catalogue.
import { createContext, type ReactNode, useContext } from "react";
import type { EngineClient } from "../../../engine/types.ts";
import type { Catalogue } from "../../../generated/types.ts";
import type { ScenarioStore } from "../../../scenario/store.ts";
import type { LabSession } from "./session.ts";

export interface LabServices {
  readonly session: LabSession;
  readonly scenario: ScenarioStore;
  readonly catalogue: Catalogue;
  /** The page's engine. The session may use the engine of an earlier release. */
  readonly pageEngine: EngineClient;
  /** The version of the page's engine. */
  readonly pageVersion: string;
  /** Runs the scenario with the page's engine, and keeps the run of the earlier release for comparison. */
  readonly runWithPageEngine: () => void;
  /** Opens a link that states no version with the engine of a release. */
  readonly openWithRelease: (fragment: string, version: string) => void;
}

const Context = createContext<LabServices | null>(null);

export function LabProvider({
  services,
  children,
}: {
  readonly services: LabServices;
  readonly children: ReactNode;
}): ReactNode {
  return <Context.Provider value={services}>{children}</Context.Provider>;
}

export function useServices(): LabServices {
  const services = useContext(Context);
  if (!services) throw new Error("useServices needs a LabProvider above it");
  return services;
}
