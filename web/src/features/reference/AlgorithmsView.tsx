// The section "Algorithms": a list of all algorithms, and a page about the chosen algorithm. The texts about
// algorithms come from the catalogue. Each algorithm has an address (address/route.ts).
import "./reference.css";
import { type ReactNode, Suspense, useEffect, useRef } from "react";
import { addressOf } from "../../address/route.ts";
import { showStoredThumb } from "../../charts/sparkline.ts";
import { Button } from "../../components/Button.tsx";
import type { PageProps } from "../../extension/feature.ts";
import { namedPages, pageWithin } from "../../extension/installed.ts";
import { lazyOf } from "../../extension/parts.tsx";
import stored from "../../generated/algorithmThumbs.json";
import type { Catalogue } from "../../generated/types.ts";
import { OWN } from "../../scenario/programs.ts";
import { pageTexts } from "../../texts/index.ts";
import { AlgorithmPage } from "./AlgorithmPage.tsx";
import { referenceTexts } from "./texts/index.ts";

/** The algorithm of the section's first page. */
const FIRST_ALGORITHM = "newreno";

const FAMILIES = ["window", "rate", "report", "none"] as const;

/** The page is the id of an algorithm, or null for the first one. */
export default function AlgorithmsView(props: PageProps): ReactNode {
  const { page, catalogue, engine, onOpen, onOpenExample, onLab } = props;
  const shown = page ?? FIRST_ALGORITHM;
  const algorithm = catalogue.algorithms.find((a) => a.id === shown);
  const table = pageWithin("algorithms", shown);
  const Table = table && lazyOf(table.load);
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
      <main id="main" ref={main} tabIndex={-1} aria-label={table?.name?.() ?? algorithm?.name}>
        <Button small quiet className="reference-back" onClick={onLab}>
          {referenceTexts.backToLab}
        </Button>
        {Table !== undefined ? (
          <Suspense fallback={null}>
            <Table {...props} isFramed />
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
          <p role="alert">{referenceTexts.unknown({ id: shown })}</p>
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
    <nav ref={nav} className="reference-list stack gap-4" aria-label={referenceTexts.title}>
      <div>
        {[...namedPages("algorithms"), { id: OWN, name: () => pageTexts.lab.writeOwn }].map(
          ({ id, name }) => (
            <a key={id} href={addressOf("algorithms", id)} aria-current={shown === id ? "page" : undefined}>
              {name()}
            </a>
          ),
        )}
      </div>
      {FAMILIES.map((family) => {
        const list = catalogue.algorithms.filter((a) => a.family === family && a.id !== OWN);
        if (list.length === 0) return null;
        return (
          <section key={family}>
            <h2 className="caps">{pageTexts.algorithms.families[family]}</h2>
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

type Lines = readonly (readonly (number | null)[])[];

const THUMBS: Readonly<Record<string, Lines>> = stored;
const SIZE = { width: 64, height: 24 };

/** The small picture of an algorithm, drawn from a run that shows its mechanism. `npm run gen` stores its values. */
function AlgorithmThumb({ id }: { readonly id: string }): ReactNode {
  const host = useRef<HTMLSpanElement>(null);
  const lines = THUMBS[id];
  useEffect(() => (host.current && lines ? showStoredThumb(host.current, lines, SIZE) : undefined), [lines]);
  return lines ? <span ref={host} className="stored-thumb" aria-hidden="true" /> : null;
}
