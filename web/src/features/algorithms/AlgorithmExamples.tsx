// The examples that use an algorithm, as links that open them in the Lab as the list of examples does.
import type { ReactNode } from "react";
import { EXAMPLES } from "../../scenario/examples.ts";
import { exampleTexts } from "../../scenario/exampleTexts.ts";
import { PARTS } from "../../strings/labParts.ts";

export function AlgorithmExamples({ algorithm }: { readonly algorithm: string }): ReactNode {
  const examples = EXAMPLES.filter(({ doc }) => doc.flows?.some((flow) => flow.algorithm === algorithm));
  if (examples.length === 0) return null;
  return (
    <>
      <h2>{PARTS.examples.title}</h2>
      <dl className="terms">
        {examples.map((example) => {
          const { title, point } = exampleTexts(example);
          return (
            <div key={example.id}>
              <dt>
                <a href={`#p=${example.id}`}>{title}</a>
              </dt>
              <dd>{point}</dd>
            </div>
          );
        })}
      </dl>
    </>
  );
}
