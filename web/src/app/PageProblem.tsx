// The notice that a link or a file could not be opened, with the reason.
import type { ReactNode } from "react";
import { Icon, IconButton } from "../components/icons.tsx";
import type { RefusedLink } from "../scenario/opening.ts";
import { pageTexts } from "../texts/index.ts";
import type { OpeningProblem, RefusedFile } from "./useOpening.ts";

interface PageProblemProps {
  readonly problem: OpeningProblem;
  readonly onDismiss: () => void;
}

export default function PageProblem({ problem, onDismiss }: PageProblemProps): ReactNode {
  return (
    <div className="page-problem callout" role="alert">
      <Icon name="warning" />
      <div>
        {problem.kind === "link" ? (
          <LinkNotice refused={problem.refused} atStart={problem.atStart} />
        ) : (
          <FileNotice refused={problem.refused} />
        )}
      </div>
      <IconButton icon="close" label={pageTexts.link.dismiss} tipSide="left" onClick={onDismiss} />
    </div>
  );
}

function LinkNotice({
  refused: { problem, raw },
  atStart,
}: {
  readonly refused: RefusedLink;
  readonly atStart: boolean;
}): ReactNode {
  return (
    <>
      <b>{pageTexts.link.title}</b>
      <p>
        {problem === "unknownExample" ? pageTexts.link.unknownExample({ id: raw }) : pageTexts.link[problem]}{" "}
        {problem === "notAScenario" && <span lang="en">{raw} </span>}
        {atStart ? pageTexts.link.shownInstead : pageTexts.link.unchanged}
      </p>
    </>
  );
}

function FileNotice({ refused }: { readonly refused: RefusedFile }): ReactNode {
  return (
    <>
      <b>{pageTexts.examples.fileProblem[refused.reason]}</b>
      {refused.detail && <p>{refused.detail}</p>}
      <p>{pageTexts.examples.fileAdvice({ start: '{"v": 1, \u2026}' })}</p>
    </>
  );
}
