// The players of adaptive video: charts of their buffers and of the bit rates of their segments, in which the times without a
// moving picture are shaded, next to the run before or the one that is kept for comparison; and the players at the playhead in words.
import "./player.css";
import { type ReactNode, useMemo } from "react";
import type { TimeChartData } from "../../charts/index.ts";
import { StageCard } from "../../components/StageCard.tsx";
import type { PartPlaces } from "../../extension/feature.ts";
import { textIn } from "../../scenario/numbers.ts";
import { formatQuantity } from "../../scenario/units.ts";
import { useChartInputs } from "../lab/charts/chartInputs.ts";
import { clientsOf, type Member } from "../lab/flows/members.ts";
import { ChartHost } from "../lab/stack/ChartHost.tsx";
import { flowSignalData } from "../lab/state/chartData.ts";
import { useServices } from "../lab/state/context.tsx";
import { useLab, useOverlay, usePlayhead, useSample } from "../lab/state/hooks.ts";
import type { Run } from "../lab/state/labStore.ts";
import { playerAt, waitsOf } from "./playerAt.ts";
import { playerTexts as texts } from "./texts/index.ts";

type StageProps = PartPlaces["stage"];

export default function PlayerCard({ at, presenting }: StageProps): ReactNode {
  const help = { title: texts.helpTitle, text: texts.help };
  return (
    <StageCard id="player" title={texts.title} {...{ help, at, presenting }}>
      <Players presenting={presenting} />
    </StageCard>
  );
}

function useFilms(run: Run | null): readonly Member[] {
  return useMemo(() => (run ? clientsOf(run.record, "video").map(({ member }) => member) : []), [run]);
}

function Players({ presenting }: Pick<StageProps, "presenting">): ReactNode {
  const { session } = useServices();
  const run = useLab((s) => s.run);
  const overlay = useOverlay(run);
  const films = useFilms(run);
  const before = useFilms(overlay?.run ?? null);
  const inputs = useChartInputs(run);
  const version = useSample((sample) => sample.recordVersion);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the record grows in place
  const bands = useMemo(
    () =>
      films.flatMap((film) => {
        const { startup, stalls } = waitsOf({ record: run?.record, member: film });
        const named = [[startup, texts.starts] as const, ...stalls.map((of) => [of, texts.stalls] as const)];
        return named.map(([[from, to], label]) => ({ from, to, label }));
      }),
    [films, run, version],
  );
  const chart = (id: string, title: string, unit: string, timeAxis: boolean): ReactNode => {
    const data: TimeChartData = inputs
      ? { ...flowSignalData(inputs, id), events: null, bands }
      : { lines: [] };
    const onAsk = (_: string, t: number): void => session.playback.seek(t);
    return (
      <ChartHost hasMenu={false} height={100} {...{ id, title, unit, data, presenting, timeAxis, onAsk }} />
    );
  };
  if (!run) return null;
  return (
    <>
      {chart("video_buffer", texts.buffer, "s", false)}
      {chart("segment_rate", texts.quality, "bit/s", true)}
      {films.map((film) => {
        const former = before.find(({ id }) => id === film.id);
        const names = films.length > 1 ? `${film.label}, ` : "";
        return (
          <div key={film.id}>
            <Words
              film={film}
              run={run}
              name={former ? `${names}${texts.now}` : films.length > 1 ? film.label : ""}
            />
            {former && overlay && <Words film={former} run={overlay.run} name={`${names}${overlay.name}`} />}
          </div>
        );
      })}
    </>
  );
}

interface WordsProps {
  readonly film: Member;
  readonly run: Run;
  /** What the words are about; empty if there is one player in one run. */
  readonly name: string;
}

/** A player at the playhead and in the whole run, in words. */
function Words({ film, run, name }: WordsProps): ReactNode {
  const playhead = usePlayhead();
  const { phase, waits, buffer, rate } = playerAt({ record: run.record, member: film }, playhead);
  const seconds = (value: number): string => formatQuantity(Math.round(value * 10) / 10, "s");
  const text = texts.phases[phase];
  const now = { time: seconds(waits), buffer: seconds(buffer), rate: formatQuantity(rate, "bit/s", 3) };
  const summary = run.outcome?.summary.flows.find(({ id }) => id === film.id);
  return (
    <p className="text-s">
      {name !== "" && <b>{name}: </b>}
      {typeof text === "string" ? text : text(now)}{" "}
      {summary && (
        <span className="faint">
          {texts.total({
            stalled: textIn("video", "video_stalled_s", summary),
            stalls: summary.video?.stalls ?? 0,
            rate: textIn("video", "video_rate_bps", summary),
          })}
        </span>
      )}
    </p>
  );
}
