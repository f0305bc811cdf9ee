// The page inside the frame of another page: one scenario, or one page of a feature such as a lesson.
import "./embed.css";
import { type ReactNode, useCallback, useEffect, useMemo, useState } from "react";
import { pageBase } from "../../address/pageAddress.ts";
import { addressOf, readRoute } from "../../address/route.ts";
import type { FrameProps } from "../../extension/feature.ts";
import { pageAt } from "../../extension/installed.ts";
import type { Opening } from "../../scenario/opening.ts";
import { useServices } from "../lab/state/context.tsx";
import { DEFAULT_CHARTS, knownCharts } from "../lab/state/shownCharts.ts";
import { type EmbedOptions, readEmbed } from "./address.ts";
import { EmbedHead, EmbedView } from "./EmbedView.tsx";
import { startLessonRemote } from "./lessonRemote.ts";
import { embedTexts } from "./texts/index.ts";

const FRAME: EmbedOptions = {
  panels: [],
  charts: [],
  face: false,
  autoplay: false,
  theme: null,
  origin: null,
  controls: [],
};

export default function EmbedFrame({ opening, openLink, Page }: FrameProps): ReactNode {
  const options = useMemo(() => withCharts(readEmbed(location.search) ?? FRAME, opening), [opening]);
  const route = useOpenedLinks(openLink);
  return (
    <>
      {opening.refused && (
        <p className="embed-problem" role="alert">
          {embedTexts.refused}
        </p>
      )}
      {!route?.page || !pageAt(route.section, route.page)?.canEmbed ? (
        <ScenarioView opening={opening} options={options} />
      ) : (
        <PageView section={route.section} page={route.page} origin={options.origin} Page={Page} />
      )}
    </>
  );
}

interface PageViewProps extends Pick<FrameProps, "Page"> {
  readonly section: string;
  readonly page: string;
  readonly origin: string | null;
}

/** One page of a feature, such as a lesson. */
function PageView({ section, page, origin, Page }: PageViewProps): ReactNode {
  const { session } = useServices();
  useEffect(() => startLessonRemote(origin, session.engineVersion), [origin, session]);
  return (
    <div className="embed stack gap-1">
      <EmbedHead title="" link={`${pageBase()}${addressOf(section, page)}`} />
      <Page section={section} page={page} />
    </div>
  );
}

interface ScenarioViewProps {
  readonly opening: Opening;
  readonly options: EmbedOptions;
}

function ScenarioView({ opening, options }: ScenarioViewProps): ReactNode {
  const { session } = useServices();
  const start = useCallback(() => {
    const { link } = opening;
    if (link?.view) session.showLinkView(link.view);
    session.setOwnCharts(options.charts.length > 0 ? options.charts : DEFAULT_CHARTS);
    if (link?.result) session.expectResult({ result: link.result, engine: link.engine ?? null });
    return session.start();
  }, [session, opening, options]);
  const showsMoment = opening.link?.view?.t !== undefined;
  return <EmbedView options={options} showsMoment={showsMoment} start={start} />;
}

/**
 * The options with charts that exist, or with none if the view shows one question. Without any panel, the view shows the layout of the link, its charts,
 * or the rates.
 */
function withCharts(options: EmbedOptions, { link }: Opening): EmbedOptions {
  if (options.face) return { ...options, panels: [], charts: [] };
  const charts = knownCharts(options.charts) ?? [];
  if (charts.length > 0 || options.panels.length > 0 || link?.view?.l) return { ...options, charts };
  return { ...options, charts: knownCharts(link?.view?.c ?? []) ?? ["rate"] };
}

/** The route of the fragment, which the embedding page may set later. Opens the scenario of a fragment without one. */
function useOpenedLinks(openLink: FrameProps["openLink"]): ReturnType<typeof readRoute> {
  const [route, setRoute] = useState(() => readRoute(location.hash));
  useEffect(() => {
    const open = (): void => {
      const next = readRoute(location.hash);
      setRoute(next);
      if (!next) openLink(location.hash);
    };
    addEventListener("hashchange", open);
    return () => removeEventListener("hashchange", open);
  }, [openLink]);
  return route;
}
