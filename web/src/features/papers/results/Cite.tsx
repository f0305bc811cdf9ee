// Citations of the paper and of this reproduction, to be copied.
import { type ReactNode, useState } from "react";
import type { Experiment } from "../../../charts/paper/index.ts";
import { paperTexts } from "../texts/index.ts";
import { type Citation, citePaper, citeReproduction } from "./citation.ts";
import type { Paper } from "./model.ts";

interface CiteProps {
  readonly paper: Paper;
  readonly experiment?: Experiment;
  readonly version: string;
}

export function Cite({ paper, experiment, version }: CiteProps): ReactNode {
  const base = location.href.replace(/#.*$/, "");
  return (
    <details className="card fixed">
      <summary>{paperTexts.cite}</summary>
      {!paper.venue_in_text && <p>{paperTexts.venueFromReferences}</p>}
      {paper.algorithm !== null && <CitationText name={paperTexts.citePaper} citation={citePaper(paper)} />}
      <CitationText
        name={paperTexts.citeOurs}
        citation={citeReproduction(paper, experiment, version, base)}
      />
    </details>
  );
}

function CitationText({ name, citation }: { readonly name: string; readonly citation: Citation }): ReactNode {
  const [copied, setCopied] = useState(false);
  const copy = (): void => {
    navigator.clipboard.writeText(citation.bibtex).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <section>
      <h3>{name}</h3>
      <p>{citation.plain}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <pre tabIndex={0}>{citation.bibtex}</pre>
      <button type="button" className="button is-small" onClick={copy}>
        {copied ? paperTexts.copied : paperTexts.copy}
      </button>
    </section>
  );
}
