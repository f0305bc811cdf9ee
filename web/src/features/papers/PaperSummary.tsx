// The first screen of a paper: what it proposed, what it claimed and what was found, its main figure, and the settings that
// decide.
import { Fragment, type ReactNode, useRef } from "react";
import { addressOf } from "../../address/route.ts";
import type { Experiment } from "../../charts/paper/index.ts";
import { SegmentedControl } from "../../components/fields/choice.tsx";
import { MainFigure } from "./figures/MainFigure.tsx";
import { SchemePicture } from "./figures/SchemePicture.tsx";
import { PaperLink } from "./files/LinkedPaper.tsx";
import { openedResults } from "./files/openedPapers.ts";
import { changeText } from "./questions/questionLink.ts";
import { useChangesInAddress } from "./questions/useChangesInAddress.ts";
import { countAnswers, headlinesOf, sumOf } from "./results/answers.ts";
import { Cite } from "./results/Cite.tsx";
import { LoadState } from "./results/LoadState.tsx";
import { useStoredResults } from "./results/load.ts";
import {
  type DecidingSetting,
  type Headline,
  type Paper,
  type PaperIndex,
  pageOf,
  type StoredResults,
} from "./results/model.ts";
import { StatusWord, VerdictBar } from "./results/Verdicts.tsx";
import { paperTexts } from "./texts/index.ts";

interface PaperSummaryProps {
  readonly paper: Paper;
  readonly index: PaperIndex;
  readonly experiments: readonly Experiment[];
  readonly onCell: (experiment: Experiment, stored: StoredResults, cell: string) => void;
  readonly onAll: () => void;
}

/** The chosen option: its setting and its place there. */
type Chosen = readonly [setting: number, option: number];

const OWN = { label: "", changes: [], further: null } as const;

export function PaperSummary({ paper, index, experiments, onCell, onAll }: PaperSummaryProps): ReactNode {
  const [changes, setChanges] = useChangesInAddress();
  const text = changes.map(changeText).join();
  const [setting, option] = chosenOf(paper.decides, text);
  const figure = paper.main_figure ?? firstFigure(experiments);
  const experiment = experiments.find(({ id }) => id === figure?.experiment);
  const opened = openedResults(experiment?.id ?? "");
  const fetched = useStoredResults(opened || !experiment ? null : experiment.id);
  const file = experiments.map(({ id }) => openedResults(id)?.file).find((text) => text !== undefined);
  const hasMap = experiment?.drawings?.[figure?.drawing ?? 0]?.kind === "surface";
  const headlines = headlinesOf(paper, experiments);
  const counts = countAnswers(experiments);
  return (
    <section className="stack gap-3" aria-label={paper.name}>
      <header className="paper-first-head stack gap-1">
        <h1 className="text-xl">
          {paper.name} <span lang="en">{withoutName(paper)}</span>
        </h1>
        <div className="row gap-3 between">
          <p className="faint text-m">
            <a href={addressOf("papers")}>{paperTexts.title}</a> {"\u00b7"} {paper.authors}. {paper.venue},{" "}
            {paper.year}.
          </p>
          {file !== undefined && <PaperLink paper={paper.id} file={file} />}
          <Cite paper={paper} version={index.version} />
        </div>
      </header>
      <div className={`paper-first grid gap-3 top${hasMap ? " has-map" : ""}`}>
        <div className="stack gap-3">
          <div className="paper-proposed grid gap-4 top">
            <SchemePicture paper={paper} height={88} />
            <div className="stack gap-1 text-m">
              <p>
                <b>{paperTexts.proposed}</b> <span lang="en">{paper.in_short}</span>
              </p>
              <InAll
                text={paper.decides[setting]?.options[option]?.in_all ?? paper.in_all}
                isChanged={option > 0}
              />
            </div>
          </div>
          <HeadlineTable {...{ headlines, experiments, setting, option }} />
          <div className="paper-first-all cluster gap-3 flat">
            <VerdictBar counts={counts} />
            <button type="button" className="button" onClick={onAll}>
              {paperTexts.allSentences({ judged: sumOf(counts) })}
            </button>
          </div>
        </div>
        <div className="paper-figure-side stack gap-3">
          {experiment && figure && (
            <LoadState loaded={opened ? { state: "ready", value: opened } : fetched}>
              {(stored) => (
                <MainFigure
                  {...{ experiment, stored, onCell }}
                  drawing={figure.drawing}
                  legend={figure.legend}
                  option={paper.decides[setting]?.options[option] ?? OWN}
                />
              )}
            </LoadState>
          )}
          {paper.decides.length > 0 && (
            <div className="paper-decides cluster gap-3">
              {paper.decides.map(({ label, options }, i) => (
                <div key={label} className="cluster gap-2">
                  <span className="strong text-m" lang="en">
                    {label}
                  </span>
                  <SegmentedControl
                    small
                    label={label}
                    value={String(i === setting ? option : 0)}
                    options={options.map((own, at) => ({ value: String(at), label: own.label }))}
                    onChange={(value) => setChanges(options[Number(value)]?.changes ?? [])}
                  />
                </div>
              ))}
            </div>
          )}
        </div>
      </div>
    </section>
  );
}

function chosenOf(decides: readonly DecidingSetting[], text: string): Chosen {
  for (const [i, { options }] of decides.entries()) {
    const option = options.findIndex(({ changes }) => changes.map(changeText).join() === text);
    if (option > 0) return [i, option];
  }
  return [0, 0];
}

/** The figure of a paper that names none. */
function firstFigure(experiments: readonly Experiment[]): Paper["main_figure"] | undefined {
  for (const { id, drawings = [] } of experiments) {
    const drawing = drawings.findIndex(({ kind }) => kind !== "series");
    if (drawing >= 0) return { experiment: id, drawing, legend: "" };
  }
  return undefined;
}

interface InAllProps {
  readonly text: string | null | undefined;
  readonly isChanged?: boolean;
}

/** One sentence about the whole paper. */
export function InAll({ text, isChanged = false }: InAllProps): ReactNode {
  if (!text) return null;
  const Mark = isChanged ? "mark" : "span";
  return (
    <p>
      <b>{paperTexts.inAll}</b> <Mark lang="en">{text}</Mark>
    </p>
  );
}

interface HeadlineTableProps {
  readonly headlines: readonly Headline[];
  readonly experiments: readonly Experiment[];
  readonly setting: number;
  readonly option: number;
}

function HeadlineTable({ headlines, experiments, setting, option }: HeadlineTableProps): ReactNode {
  const isChanged = option > 0;
  const first = useRef(true);
  const rows = headlines.map((headline) => ({
    headline,
    other: isChanged ? (headline.under[setting]?.[option] ?? null) : null,
  }));
  const changed = rows.filter(({ headline, other }) => other && other.status !== headline.status).length;
  if (isChanged) first.current = false;
  return (
    <div className="paper-headlines">
      <table className="table">
        <caption className="visually-hidden">{paperTexts.headlines}</caption>
        <thead>
          <tr>
            <th scope="col">{paperTexts.claimed}</th>
            <th scope="col">{paperTexts.foundHere}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ headline, other }) => (
            <HeadlineRow key={headline.quote} {...{ headline, experiments, other, isChanged }} />
          ))}
        </tbody>
      </table>
      <p className="visually-hidden" role="status">
        {first.current ? "" : paperTexts.answersChanged({ changed })}
      </p>
    </div>
  );
}

interface HeadlineRowProps extends Pick<HeadlineTableProps, "experiments"> {
  readonly headline: Headline;
  readonly other: Headline["under"][number][number];
  readonly isChanged: boolean;
}

/** The title, without the name if it begins with it. */
const withoutName = ({ name, title }: { readonly name: string; readonly title: string }): string =>
  title.startsWith(name) ? title.slice(name.length).replace(/^:? +/, "") : title;

/** A number and its unit stay on one line. */
const withUnits = (text: string): string =>
  text.replace(/(\d) (?=%|[kM]b\/s|ms\b|s\b|packets\b)/g, "$1\u00a0");

function HeadlineRow({ headline, experiments, other, isChanged }: HeadlineRowProps): ReactNode {
  const { quote, place, answer, status, condition, why } = headline;
  const judgedIn = experiments.filter(({ id }) => headline.lines.some(({ experiment }) => experiment === id));
  const answered = other ? (
    <mark lang="en">{withUnits(other.answer)}</mark>
  ) : (
    <span lang="en">{withUnits(answer)}</span>
  );
  return (
    <tr>
      <th scope="row">
        <span lang="en">
          {"\u201c"}
          {quote}
          {"\u201d"}
        </span>{" "}
        <span className="faint text-s nowrap" lang="en">
          {place}
        </span>
      </th>
      <td>
        {other ? <StatusWord status={other.status} /> : <StatusWord {...{ status, condition }} />} {answered}
        {other && other.status !== status && (
          <span className="faint text-s">
            {" "}
            ({paperTexts.without} {paperTexts.statuses[status]})
          </span>
        )}
        <span className="text-s">
          {judgedIn.map((experiment) => (
            <Fragment key={experiment.id}>
              {" "}
              <a href={addressOf("papers", pageOf(experiment))}>{experiment.place}</a>
            </Fragment>
          ))}
        </span>
        {isChanged && !other && <span className="faint text-s"> {paperTexts.noRunsWith}</span>}
        {why !== undefined && !other && (
          <span className="faint text-s" lang="en">
            {" "}
            {why}
          </span>
        )}
      </td>
    </tr>
  );
}
