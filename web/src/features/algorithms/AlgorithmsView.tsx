// The section "Algorithms": a list of all algorithms, and a page about the chosen algorithm. The texts about algorithms come
// from the catalogue.
import { type ReactNode, useState } from "react";
import type { EngineClient } from "../../engine/types.ts";
import type { Catalogue, ScenarioDocument } from "../../generated/types.ts";
import { S } from "../../strings/index.ts";
import { AlgorithmPage } from "./AlgorithmPage.tsx";

export interface AlgorithmsViewProps {
  readonly catalogue: Catalogue;
  readonly engine: EngineClient;
  readonly onOpen: (doc: ScenarioDocument) => void;
}

const FAMILIES = ["window", "rate", "report", "none"] as const;

export default function AlgorithmsView({ catalogue, engine, onOpen }: AlgorithmsViewProps): ReactNode {
  const [id, setId] = useState(
    () => catalogue.algorithms.find((a) => a.id === "newreno")?.id ?? catalogue.algorithms[0]?.id,
  );
  const algorithm = catalogue.algorithms.find((a) => a.id === id);
  return (
    <div className="reference">
      <nav className="reference-list" aria-label={S.algorithms.title}>
        {FAMILIES.map((family) => {
          const list = catalogue.algorithms.filter((a) => a.family === family);
          if (list.length === 0) return null;
          return (
            <section key={family}>
              <h2>{S.algorithms.families[family]}</h2>
              <ul>
                {list.map((a) => (
                  <li key={a.id}>
                    <button
                      type="button"
                      aria-current={a.id === id ? "page" : undefined}
                      onClick={() => setId(a.id)}
                    >
                      {a.name}
                    </button>
                  </li>
                ))}
              </ul>
            </section>
          );
        })}
      </nav>
      <main id="main" tabIndex={-1}>
        {algorithm && (
          <AlgorithmPage key={algorithm.id} algorithm={algorithm} engine={engine} onOpen={onOpen} />
        )}
      </main>
    </div>
  );
}
