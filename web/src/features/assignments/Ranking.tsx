// The ranking of a race: places, points and findings, the card of a program, and a view for the projector that
// reveals places from the last to the first.

import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "../../components/Button.tsx";
import { type Column, Table } from "../../components/Table.tsx";
import { useOffer } from "../../extension/offers.ts";
import { localNumber } from "../../language/localized.ts";
import { fileColumns, findingsColumn } from "./CheckTable.tsx";
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
              <Button key={name} onClick={() => setRevealing(list)}>
                {name}
              </Button>
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
  const { race } = assignmentTexts;
  const columns: readonly Column<Ranked>[] = [
    {
      key: "name",
      head: assignmentTexts.pseudonym,
      cell: ({ file, name }) => (
        <button
          type="button"
          className="race-name"
          aria-pressed={file === shown}
          onClick={() => onShow(file)}
        >
          <bdi>{name || file}</bdi>
        </button>
      ),
    },
    { key: "place", head: race.place, cell: ({ place }) => place ?? race.noPlace },
    { key: "points", head: race.points, className: "strong", cell: ({ score }) => points(score) },
    { key: "published", head: race.published, cell: ({ published }) => points(published) },
    findingsColumn(),
    ...networks.map(
      (id): Column<Ranked> => ({
        key: id,
        head: <abbr title={names?.networks[id]}>{names?.short[id]}</abbr>,
        cell: ({ card }) =>
          card?.networks.find(({ network }) => network === id)?.score.toFixed(0) ?? "\u2013",
      }),
    ),
    ...fileColumns(onRemove),
  ];
  return (
    <Table
      caption={race.ranking}
      columns={columns}
      rows={ranking}
      rowKey={({ file }) => file}
      hideCaption
      className="race-table check-table text-m"
      rowClass={({ findings }) => (findings.some(standsOut) ? "is-named" : "")}
    />
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
        <Button ref={next} primary disabled={hidden === 0} onClick={() => setCount(count + 1)}>
          {assignmentTexts.race.revealNext}
        </Button>
        <Button onClick={end}>{assignmentTexts.race.revealEnd}</Button>
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
