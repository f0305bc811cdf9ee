// The ranking of a race: places, points and findings, the card of a program, and a view for the projector that
// reveals places from the last to the first.

import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from "react";
import { Translated } from "../../components/Translated.tsx";
import { useOffer } from "../../extension/offers.ts";
import { localNumber } from "../../language/localized.ts";
import { RemoveButton } from "./CheckTable.tsx";
import { type Ranked, type Report, standsOut } from "./calls.ts";
import { assignmentTexts } from "./texts/index.ts";

interface RankingProps {
  readonly title: string;
  /** In the order of the places. */
  readonly reports: readonly Report[];
  readonly onRemove: (file: string) => void;
}

const MOST_POINTS = 100;

const points = (score: number | null): string => (score === null ? "\u2013" : localNumber(score.toFixed(1)));

export function Ranking({ title, reports, onRemove }: RankingProps): ReactNode {
  const race = useOffer("race");
  const [shown, setShown] = useState<string | null>(null);
  const [revealing, setRevealing] = useState<readonly Ranked[] | null>(null);
  const ranking = reports.flatMap(({ ranked }) => (ranked ? [ranked] : []));
  const placed = ranking.filter(({ place }) => place !== null);
  const card = ranking.find(({ file }) => file === shown);
  return (
    <>
      <p role="status">{assignmentTexts.race.ranked({ ranked: placed.length, files: ranking.length })}</p>
      {revealing ? (
        <Reveal title={title} ranking={revealing} onEnd={() => setRevealing(null)} />
      ) : (
        placed.length > 0 && (
          <div className="lesson-buttons cluster gap-3">
            {listsOf(placed).map(([name, list]) => (
              <button key={name} type="button" className="button" onClick={() => setRevealing(list)}>
                {name}
              </button>
            ))}
            <span className="field-note">{assignmentTexts.race.revealHelp}</span>
          </div>
        )
      )}
      {!revealing && placed.length > 0 && <p className="field-note">{assignmentTexts.race.cardHelp}</p>}
      {!revealing && <RankingTable ranking={ranking} shown={shown} onShow={setShown} onRemove={onRemove} />}
      {!revealing && card?.card && race && (
        <section aria-label={assignmentTexts.race.cardOf({ name: card.name })}>
          <h3>{assignmentTexts.race.cardOf({ name: card.name })}</h3>
          <race.CardTable card={card.card} name={card.name} />
        </section>
      )}
    </>
  );
}

/** Programs race on all networks and drives on one of them, so each have a list of their own, with a name for its button. */
function listsOf(placed: readonly Ranked[]): readonly (readonly [name: string, list: readonly Ranked[]])[] {
  const programs = placed.filter(({ network }) => network === null);
  const drives = placed.filter(({ network }) => network !== null);
  if (programs.length === 0 || drives.length === 0) return [[assignmentTexts.race.reveal, placed]];
  return [
    [assignmentTexts.race.revealDrives, drives],
    [assignmentTexts.race.revealPrograms, programs],
  ];
}

interface RankingTableProps {
  readonly ranking: readonly Ranked[];
  readonly shown: string | null;
  readonly onShow: (file: string) => void;
  readonly onRemove: (file: string) => void;
}

function RankingTable({ ranking, shown, onShow, onRemove }: RankingTableProps): ReactNode {
  const names = useOffer("race")?.names;
  const networks = Object.keys(names?.networks ?? {});
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="table-scroll race-scroll" aria-label={assignmentTexts.race.ranking} tabIndex={0}>
      <table className="table race-table check-table text-m">
        <caption className="visually-hidden">{assignmentTexts.race.ranking}</caption>
        <thead>
          <tr>
            <th scope="col">{assignmentTexts.pseudonym}</th>
            <th scope="col">{assignmentTexts.race.place}</th>
            <th scope="col">{assignmentTexts.race.points}</th>
            <th scope="col">{assignmentTexts.race.published}</th>
            <th scope="col">{assignmentTexts.findings}</th>
            {networks.map((id) => (
              <th key={id} scope="col">
                <abbr title={names?.networks[id]}>{names?.short[id]}</abbr>
              </th>
            ))}
            <th scope="col">{assignmentTexts.file}</th>
            <th scope="col">
              <span className="visually-hidden">{assignmentTexts.removeShort}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {ranking.map((one) => (
            <tr key={one.file} className={one.findings.some(standsOut) ? "is-named" : undefined}>
              <th scope="row">
                <button
                  type="button"
                  className="race-name"
                  aria-pressed={one.file === shown}
                  onClick={() => onShow(one.file)}
                >
                  <bdi>{one.name || one.file}</bdi>
                </button>
              </th>
              <td>{one.place ?? assignmentTexts.race.noPlace}</td>
              <td className="strong">{points(one.score)}</td>
              <td>{points(one.published)}</td>
              <td className="check-findings">
                <Findings of={one} />
              </td>
              {networks.map((id) => (
                <td key={id}>
                  {one.card?.networks.find(({ network }) => network === id)?.score.toFixed(0) ?? "\u2013"}
                </td>
              ))}
              <td className="check-file">
                <bdi>{one.file}</bdi>
              </td>
              <td>
                <RemoveButton file={one.file} onRemove={onRemove} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Findings({ of: { findings } }: { readonly of: Ranked }): ReactNode {
  if (findings.length === 0) return assignmentTexts.nothing;
  return (
    <ul className="bullets">
      {findings.map(({ kind, text }) => (
        <li key={`${kind} ${text}`} data-finding={kind}>
          <Translated text={text} table={assignmentTexts.sentences} />
        </li>
      ))}
    </ul>
  );
}

interface RevealProps {
  readonly title: string;
  /** Entries with places, the first place first. */
  readonly ranking: readonly Ranked[];
  readonly onEnd: () => void;
}

/** Places from the last to the first, on the whole screen where the browser allows it. */
function Reveal({ title, ranking, onEnd }: RevealProps): ReactNode {
  const names = useOffer("race")?.names;
  const [count, setCount] = useState(0);
  const box = useRef<HTMLElement>(null);
  const next = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // Without the whole screen, the view stays in the page.
    box.current?.requestFullscreen?.().catch(() => undefined);
    next.current?.focus();
  }, []);
  const hidden = ranking.length - count;
  const end = (): void => {
    if (document.fullscreenElement) void document.exitFullscreen();
    onEnd();
  };
  return (
    <section className="reveal stack gap-4" ref={box} aria-label={assignmentTexts.race.ranking}>
      <h2>{title}</h2>
      <div className="lesson-buttons cluster gap-3">
        <button
          ref={next}
          type="button"
          className="button is-primary"
          disabled={hidden === 0}
          onClick={() => setCount(count + 1)}
        >
          {assignmentTexts.race.revealNext}
        </button>
        <button type="button" className="button" onClick={end}>
          {assignmentTexts.race.revealEnd}
        </button>
      </div>
      <p role="status">{hidden > 0 ? assignmentTexts.race.revealLeft({ n: hidden }) : ""}</p>
      <ol className="stack">
        {ranking.slice(hidden).map((one, i) => (
          <li key={one.file} className={`cluster gap-5 baseline${i === 0 ? " is-last" : ""}`}>
            <span>{assignmentTexts.race.revealPlace({ place: one.place ?? 0 })}</span>
            <bdi>{one.name || one.file}</bdi>
            {one.network !== null && <span>{names?.networks[one.network]}</span>}
            <span className="strong">{points(one.score)}</span>
            <span
              className="reveal-bar"
              style={{ "--share": (one.score ?? 0) / MOST_POINTS } as CSSProperties}
              aria-hidden="true"
            />
          </li>
        ))}
      </ol>
    </section>
  );
}
