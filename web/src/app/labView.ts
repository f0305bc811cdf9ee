// The code of the whole Lab, which is loaded before it is shown: with the page if it starts with the whole
// Lab, else after the first run.
import type { ComponentType } from "react";
import { lazyComponent } from "../components/lazyPart.tsx";
import type { LabViewProps } from "../features/lab/LabView.tsx";

let loaded: ComponentType<LabViewProps> | null = null;

async function load(): Promise<{ readonly default: ComponentType<LabViewProps> }> {
  const { LabView } = await import("../features/lab/LabView.tsx");
  loaded = LabView;
  return { default: LabView };
}

const LazyLab = lazyComponent(load);

/** Loads the code. If this fails, the Lab tries again when it is shown. */
export const loadLabView = (): Promise<unknown> => load().catch(() => undefined);

/** The whole Lab. It renders at once if its code is loaded. */
export const labView = (): ComponentType<LabViewProps> => loaded ?? LazyLab;
