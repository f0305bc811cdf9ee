// "Question it": changes an assumption for the whole figure, runs it, and shows both versions of the figure
// and the verdicts that change.
import { type ReactNode, useState } from "react";
import { Disclosure } from "../../../components/surfaces.tsx";
import type { Change } from "../../../engine/experiments/types.ts";
import { experimentTexts } from "../../../experiments/texts/index.ts";
import { usePromise } from "../../../experiments/usePromise.ts";
import type { Catalogue } from "../../../generated/types.ts";
import type { ExperimentPanelProps } from "../results/panels.ts";
import { useRunSession } from "../runs/runSessions.ts";
import { paperRunTexts } from "../runs/texts/index.ts";
import { QuestionAnswer } from "./QuestionAnswer.tsx";
import { QuestionForm } from "./QuestionForm.tsx";
import { QuestionList } from "./QuestionList.tsx";

const NO_CHANGES: readonly Change[] = [];

async function loadCatalogue(): Promise<Catalogue> {
  const { default: catalogue } = await import("../../../generated/catalogue.json");
  return catalogue as Catalogue;
}

interface QuestionPanelProps extends ExperimentPanelProps {
  /** The changes in the address of the page. */
  readonly changes: readonly Change[];
  readonly setChanges: (changes: readonly Change[]) => void;
}

export function QuestionPanel({ changes, setChanges, ...props }: QuestionPanelProps): ReactNode {
  const { experiment, stored } = props;
  const [isOpen, setOpen] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const [base] = useRunSession(stored, NO_CHANGES);
  const outline = usePromise(() => base.outline(), experiment.id, isOpen);
  const catalogue = usePromise(loadCatalogue, "catalogue", isOpen);
  const ask = (next: readonly Change[]): void => {
    setAsked(true);
    setChanges(next);
  };
  return (
    <section className="question-panel roomy card stack" aria-labelledby="question-it">
      <h2 id="question-it">{paperRunTexts.questionTitle}</h2>
      <p>{paperRunTexts.questionLead}</p>
      {changes.length > 0 && (
        <QuestionAnswer
          key={JSON.stringify(changes)}
          {...props}
          changes={changes}
          setChanges={ask}
          isFocused={isAsked}
        />
      )}
      <Disclosure summary={paperRunTexts.choose} open={isOpen} onToggle={setOpen}>
        {outline && "message" in outline && <p role="alert">{outline.message}</p>}
        {!outline && <p>{experimentTexts.loading}</p>}
        {outline && "value" in outline && (
          <>
            <h3>{paperRunTexts.ready}</h3>
            <QuestionList questions={outline.value.questions} changes={changes} onAsk={ask} />
            {catalogue && "value" in catalogue && (
              <>
                <h3>{paperRunTexts.other}</h3>
                <QuestionForm
                  catalogue={catalogue.value}
                  outline={outline.value}
                  onAdd={(change) => ask([...changes.filter(({ path }) => path !== change.path), change])}
                />
              </>
            )}
          </>
        )}
      </Disclosure>
    </section>
  );
}
