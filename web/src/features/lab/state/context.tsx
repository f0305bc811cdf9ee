// Provides the components of a lab with its services: the session, the scenario and the catalogue.
import { createContext, type ReactNode, useContext } from "react";
import type { Catalogue } from "../../../generated/types.ts";
import type { ScenarioStore } from "../../../scenario/store.ts";
import type { LabSession } from "./session.ts";

export interface LabServices {
  readonly session: LabSession;
  readonly scenario: ScenarioStore;
  readonly catalogue: Catalogue;
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
