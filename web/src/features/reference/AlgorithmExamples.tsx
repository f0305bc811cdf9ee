// The examples that use an algorithm. Their links open them in the Lab as the list of examples does.
import type { ReactNode } from "react";
import type { Example } from "../../examples/example.ts";
import { EXAMPLES } from "../../examples/examples.ts";
import { exampleTexts } from "../../examples/exampleTexts.ts";
import { pageTexts } from "../../texts/index.ts";

interface AlgorithmExamplesProps {
  /** The id of the algorithm. */
  readonly algorithm: string;
  readonly onOpen: (example: Example) => void;
}

export function AlgorithmExamples({ algorithm, onOpen }: AlgorithmExamplesProps): ReactNode {
  const examples = EXAMPLES.filter(({ doc }) => doc.flows?.some((flow) => flow.algorithm === algorithm));
  if (examples.length === 0) return null;
  return (
    <>
      <h2>{pageTexts.app.examples}</h2>
      <dl className="terms measure stack gap-2">
        {examples.map((example) => {
          const { title, point } = exampleTexts(example);
          return (
            <div className="grid gap-4" key={example.id}>
              <dt className="strong">
                <a
                  href={`#p=${example.id}`}
                  onClick={(event) => {
                    // With a modifier key the browser opens the address in a new tab.
                    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                    event.preventDefault();
                    onOpen(example);
                  }}
                >
                  {title}
                </a>
              </dt>
              <dd className="soft">{point}</dd>
            </div>
          );
        })}
      </dl>
    </>
  );
}
