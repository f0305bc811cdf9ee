// The loading of a web page as a filmstrip: what of the page is there at equal steps after its beginning, in the shown run
// and in the run before or the one that is kept for comparison. It shows the load at the playhead.
import "./filmstrip.css";
import { range } from "d3-array";
import { type ReactNode, useMemo } from "react";
import { StageCard } from "../../components/StageCard.tsx";
import type { PartPlaces } from "../../extension/feature.ts";
import { formatPercent, formatQuantity } from "../../scenario/units.ts";
import { clientsOf } from "../lab/flows/members.ts";
import { useLab, useOverlay, usePlayhead, useSample } from "../lab/state/hooks.ts";
import type { Run } from "../lab/state/labStore.ts";
import { type Arrived, arrivedAt, type Load, loadAt, loadsOf, type PageFlow } from "./loads.ts";
import { PagePicture } from "./PagePicture.tsx";
import { pageLoadTexts as texts } from "./texts/index.ts";

/** The number of pictures of a strip. */
const PICTURES = 8;
/** The steps between two pictures, in seconds. */
const STEPS = [0.05, 0.1, 0.2, 0.25, 0.5, 1, 2, 5, 10, 20, 50, 100] as const;

export default function FilmstripCard({ at, presenting }: PartPlaces["stage"]): ReactNode {
  const help = { title: texts.helpTitle, text: texts.help };
  return (
    <StageCard id="filmstrip" title={texts.title} {...{ help, at, presenting }}>
      <Filmstrips />
    </StageCard>
  );
}

/** The flows of a run that load pages, with their loads. */
function useLoads(run: Run | null) {
  const version = useSample((sample) => sample.recordVersion);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the record grows in place
  return useMemo(() => {
    const pages = run ? clientsOf(run.record, "page") : [];
    return pages.flatMap(({ entry: { id }, member }) => {
      const page = run && { record: run.record, member };
      return page ? { id, page, loads: loadsOf(page) } : [];
    });
  }, [run, version]);
}

function Filmstrips(): ReactNode {
  const run = useLab((s) => s.run);
  const overlay = useOverlay(run);
  const before = useLoads(overlay?.run ?? null);
  const playhead = usePlayhead();
  return useLoads(run).map(({ id, page, loads }) => {
    const index = loadAt(loads, playhead);
    const former = before.find((of) => of.id === id);
    const [load, formerLoad] = [loads[index], former?.loads[index]];
    if (!load) return <p key={id}>{texts.notBegun}</p>;
    const longest = Math.max(...[load, formerLoad].map((of) => of?.took ?? of?.lasts ?? 0));
    const step = STEPS.find((of) => of * (PICTURES - 1) >= longest) ?? STEPS.at(-1) ?? 1;
    const common = { number: index + 1, step, after: playhead - load.began };
    return (
      <div key={id} className="stack gap-2">
        <Strip name={former ? texts.now : ""} {...{ ...common, page, load }} />
        {former && formerLoad && overlay && (
          <Strip name={overlay.name} {...common} page={former.page} load={formerLoad} />
        )}
      </div>
    );
  });
}

interface StripProps {
  /** The name of the run; empty if there is only one. */
  readonly name: string;
  /** The number of the load. */
  readonly number: number;
  readonly page: PageFlow;
  readonly load: Load;
  /** The time between two pictures, and from the beginning of the load to the playhead, in seconds. */
  readonly step: number;
  readonly after: number;
}

function Strip({ name, number, page, load, step, after }: StripProps): ReactNode {
  const at = Math.min(PICTURES - 1, Math.max(0, Math.floor(after / step + 1e-9)));
  const { took } = load;
  return (
    <div>
      <p className="text-s">
        <b>{texts.load({ name, number })}</b>{" "}
        {wordsOf(arrivedAt(page, load, Math.max(0, after)), Math.max(0, after))}{" "}
        <span className="faint">
          {took === null ? texts.incomplete : texts.complete({ time: formatQuantity(took, "s", 3) })}
        </span>
      </p>
      <ol className="page-film" aria-hidden="true">
        {range(0, PICTURES * step, step).map((time, i) => (
          <li key={time} className={i === at ? "is-now" : i > at ? "is-ahead" : undefined}>
            <PagePicture arrived={arrivedAt(page, load, time)} />
            {formatQuantity(time, "s", 3)}
          </li>
        ))}
      </ol>
    </div>
  );
}

/** What of the page is there at the playhead, in words. */
function wordsOf(arrived: Arrived | null, after: number): string {
  const time = formatQuantity(Math.round(after * 10) / 10, "s");
  if (!arrived) return texts.unknown({ time });
  const { documents, style_sheets, fonts, images, scripts } = arrived;
  if (Math.min(documents, style_sheets, fonts, images, scripts) === 1) return texts.all({ time });
  if (documents === 0 || style_sheets < 1) return texts.blank({ time });
  return texts.partly({
    time,
    text: fonts === 1 ? texts.text : texts.paleText,
    images: formatPercent(images, 2),
    scripts: formatPercent(scripts, 2),
  });
}
