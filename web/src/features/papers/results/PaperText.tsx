// A text about a paper. The id of an experiment in backquotes becomes a link to its page, named by its title.
import { createContext, Fragment, type ReactNode, useContext } from "react";
import { addressOf } from "../../../address/route.ts";
import type { Experiment } from "../../../charts/paper/index.ts";
import { InlineProse } from "../../../components/Prose.tsx";
import { pageOf } from "./model.ts";

/** Whether texts come from a file that the reader opened. They are shown as they are, without any markup. */
export const PlainTexts = createContext(false);

export function PaperText({
  text,
  experiments,
}: {
  readonly text: string;
  readonly experiments: readonly Experiment[];
}): ReactNode {
  const isPlain = useContext(PlainTexts);
  if (isPlain) return text;
  // Every second part is the text between two backquotes.
  const parts = text.split("`");
  if (parts.length % 2 === 0) return <InlineProse text={text} lang="en" />;
  return parts.map((part, i) => {
    const experiment = i % 2 === 1 && experiments.find(({ id }) => id === part);
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
      <Fragment key={i}>
        {experiment ? (
          <a href={addressOf("papers", pageOf(experiment))}>{experiment.title}</a>
        ) : (
          <InlineProse text={i % 2 === 1 ? `\`${part}\`` : part} lang="en" />
        )}
      </Fragment>
    );
  });
}
