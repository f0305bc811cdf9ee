// The section "Algorithms": a list of all algorithms, and a page about the chosen algorithm. The texts about
// algorithms come from the catalogue. Each algorithm has an address (address/route.ts).
import "./reference.css";
import { type ReactNode, Suspense, useEffect, useRef } from "react";
import type { FigureRun } from "../../address/figureRun.ts";
import { addressOf } from "../../address/route.ts";
import { lazyPart } from "../../components/lazyPart.tsx";
import { RACE_PAGE } from "../../components/program/raceAddress.ts";
import type { EngineClient } from "../../engine/types.ts";
import type { Example } from "../../examples/example.ts";
import type { Catalogue, ScenarioDocument } from "../../generated/types.ts";
import { OWN } from "../../scenario/programs.ts";
import { S } from "../../strings/index.ts";
import { PARTS } from "../../strings/labParts.ts";
import { M } from "../../strings/matrix.ts";
import { RACE } from "../../strings/race.ts";
import { AlgorithmPage } from "./AlgorithmPage.tsx";
import { AlgorithmThumb } from "./AlgorithmThumb.tsx";
import { MATRIX_PAGE } from "./matrixChoice.ts";

const MatrixPage = lazyPart(() => import("./MatrixPage.tsx"));
const RacePage = lazyPart(() => import("./RacePage.tsx"));

/** The pages with tables of all algorithms, and their titles. */
const tables = (): ReadonlyMap<string, string> =>
  new Map([
    [RACE_PAGE, RACE.title],
    [MATRIX_PAGE, M.title],
  ]);

export interface AlgorithmsViewProps {
  /** The id of the algorithm in the address. Null for the section's first page. */
  readonly id: string | null;
  readonly catalogue: Catalogue;
  readonly engine: EngineClient;
  readonly onOpen: (doc: ScenarioDocument) => void;
  readonly onOpenExample: (example: Example) => void;
  /** Opens a run of the table of pairs in the Lab. */
  readonly onOpenRun: (doc: ScenarioDocument, run: Omit<FigureRun, "openingId">) => void;
  /** Called to return to the Lab with the scenario that is open there. */
  readonly onLab: () => void;
}

/** The algorithm of the section's first page. */
const FIRST_ALGORITHM = "newreno";

const FAMILIES = ["window", "rate", "report", "none"] as const;

export default function AlgorithmsView({
  id,
  catalogue,
  engine,
  onOpen,
  onOpenExample,
  onOpenRun,
  onLab,
}: AlgorithmsViewProps): ReactNode {
  const shown = id ?? FIRST_ALGORITHM;
  const algorithm = catalogue.algorithms.find((a) => a.id === shown);
  const table = tables().get(shown);
  const main = useRef<HTMLElement>(null);
  const lastShown = useRef(shown);
  // When another page is shown, the focus moves to it, so that a keyboard or screen reader starts at its
  // beginning.
  useEffect(() => {
    if (lastShown.current !== shown) main.current?.focus({ preventScroll: true });
    lastShown.current = shown;
  }, [shown]);
  return (
    <div className={table === undefined ? "reference" : "reference is-wide"}>
      <AlgorithmList catalogue={catalogue} shown={shown} />
      <main id="main" ref={main} tabIndex={-1} aria-label={table ?? algorithm?.name}>
        <button type="button" className="button is-quiet is-small reference-back" onClick={onLab}>
          {PARTS.algorithms.backToLab}
        </button>
        {table !== undefined ? (
          <Suspense fallback={null}>
            {shown === RACE_PAGE ? (
              <RacePage catalogue={catalogue} engine={engine} onOpen={onOpenRun} />
            ) : (
              <MatrixPage catalogue={catalogue} onOpen={onOpenRun} />
            )}
          </Suspense>
        ) : algorithm ? (
          <AlgorithmPage
            key={algorithm.id}
            algorithm={algorithm}
            engine={engine}
            onOpen={onOpen}
            onOpenExample={onOpenExample}
          />
        ) : (
          <p role="alert">{PARTS.algorithms.unknown(shown)}</p>
        )}
      </main>
    </div>
  );
}

interface AlgorithmListProps {
  readonly catalogue: Catalogue;
  /** The page that is shown. */
  readonly shown: string;
}

function AlgorithmList({ catalogue, shown }: AlgorithmListProps): ReactNode {
  const nav = useRef<HTMLElement>(null);
  // The list scrolls to the chosen entry, and the page stays where it is.
  useEffect(() => {
    const list = nav.current;
    const entry = list?.querySelector(`a[href="${addressOf("algorithms", shown)}"]`)?.getBoundingClientRect();
    const box = list?.getBoundingClientRect();
    if (!list || !entry || !box) return;
    if (entry.right > box.right || entry.left < box.left)
      list.scrollLeft += (entry.left + entry.right - box.left - box.right) / 2;
    if (entry.bottom > box.bottom || entry.top < box.top)
      list.scrollTop += (entry.top + entry.bottom - box.top - box.bottom) / 2;
  }, [shown]);
  return (
    <nav ref={nav} className="reference-list stack gap-4" aria-label={PARTS.algorithms.title}>
      {[...tables()].map(([page, title]) => (
        <a key={page} href={addressOf("algorithms", page)} aria-current={shown === page ? "page" : undefined}>
          {title}
        </a>
      ))}
      <a href={addressOf("algorithms", OWN)} aria-current={shown === OWN ? "page" : undefined}>
        {S.lab.writeOwn}
      </a>
      {FAMILIES.map((family) => {
        const list = catalogue.algorithms.filter((a) => a.family === family && a.id !== OWN);
        if (list.length === 0) return null;
        return (
          <section key={family}>
            <h2 className="caps">{S.algorithms.families[family]}</h2>
            <ul>
              {list.map((a) => (
                <li key={a.id}>
                  <a href={addressOf("algorithms", a.id)} aria-current={a.id === shown ? "page" : undefined}>
                    {a.name}
                    <AlgorithmThumb id={a.id} />
                  </a>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </nav>
  );
}
