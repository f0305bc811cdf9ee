// Citations of a paper and of its reproduction here, as plain text and as BibTeX.

import { addressOf } from "../../../address/route.ts";
import type { Experiment } from "../../../charts/paper/index.ts";
import { type Paper, pageOf } from "./model.ts";

export interface Citation {
  readonly plain: string;
  readonly bibtex: string;
}

/** The authors as BibTeX separates them. */
const bibtexAuthors = (authors: string): string => authors.replaceAll(", ", " and ");

const entry = (kind: string, key: string, fields: readonly (readonly [string, string])[]): string =>
  `@${kind}{${key},\n${fields.map(([name, value]) => `  ${name} = {${value}}`).join(",\n")}\n}\n`;

export function citePaper({ id, authors, title, venue, year }: Paper): Citation {
  return {
    plain: `${authors}, \u201c${title}\u201d, ${venue}, ${year}.`,
    bibtex: entry("misc", `${id}${year}`, [
      ["author", bibtexAuthors(authors)],
      ["title", `{${title}}`],
      ["howpublished", venue],
      ["year", year],
    ]),
  };
}

/**
 * The reproduction of a paper, or of one experiment. `base` is the address of the page without its fragment.
 */
export function citeReproduction(
  paper: Paper,
  experiment: Experiment | undefined,
  version: string,
  base: string,
): Citation {
  const what = experiment
    ? `${experiment.place} of \u201c${paper.title}\u201d`
    : `\u201c${paper.title}\u201d`;
  const url = `${base}${addressOf("papers", experiment ? pageOf(experiment) : paper.id)}`;
  const title = `Reproduction of ${what}`;
  return {
    plain: `Fairshare ${version}, ${title}, ${url}`,
    bibtex: entry("misc", `fairshare-${experiment?.id ?? paper.id}`, [
      ["author", "{Fairshare}"],
      ["title", `{${title}}`],
      ["note", `Fairshare, version ${version}`],
      ["url", url],
    ]),
  };
}
