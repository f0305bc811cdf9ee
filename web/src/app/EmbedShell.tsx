// The page inside the frame of another page: one scenario or one lesson, without the header and the dialogs,
// and without storing anything in the browser.
import { type ReactNode, Suspense, useCallback, useEffect, useMemo, useState } from "react";
import { type EmbedOptions, readEmbed } from "../address/embedAddress.ts";
import { pageBase } from "../address/pageAddress.ts";
import { addressOf, readRoute } from "../address/route.ts";
import { lazyComponent } from "../components/lazyPart.tsx";
import { EmbedHead, EmbedView } from "../features/embed/EmbedView.tsx";
import { LabProvider } from "../features/lab/state/context.tsx";
import { DEFAULT_CHARTS, knownCharts } from "../features/lab/state/shownCharts.ts";
import { scormSession } from "../features/lessons/scorm.ts";
import { type Opening, readOpening } from "./boot.ts";
import { FORM_CATALOGUE, loadFullCatalogue } from "./catalogue.ts";
import type { ShellServices } from "./startLab.ts";
import { appTexts } from "./texts/index.ts";
import { useEmbedTheme } from "./theme.ts";

const Lessons = lazyComponent(async () => {
  const [{ default: View }, catalogue] = await Promise.all([
    import("../features/lessons/LessonsView.tsx"),
    loadFullCatalogue(),
  ]);
  return {
    default: ({ page }: { readonly page: string | null }) => (
      <View page={page} catalogue={catalogue} onOpen={() => undefined} />
    ),
  };
});

const FRAME: EmbedOptions = {
  panels: [],
  charts: [],
  face: false,
  autoplay: false,
  theme: null,
  origin: null,
  controls: [],
};

export default function EmbedShell({ services }: { readonly services: ShellServices }): ReactNode {
  const { opening } = services;
  const options = useMemo(() => withCharts(readEmbed(location.search) ?? FRAME, opening), [opening]);
  const [route, setRoute] = useState(() => readRoute(location.hash));
  useEmbedTheme(options.theme);
  useOpenedLinks(services, setRoute);
  const lesson = route?.section === "lessons" ? route.page : null;
  return (
    <LabProvider services={services}>
      {opening.refused && (
        <p className="embed-problem" role="alert">
          {appTexts.refused}
        </p>
      )}
      {lesson === null ? (
        <ScenarioView services={services} options={options} />
      ) : (
        <div className="embed">
          <EmbedHead title="" link={`${pageBase()}${addressOf("lessons", lesson)}`} />
          {globalThis.fairshareFile?.scorm && !scormSession() && <p role="status">{appTexts.noLms}</p>}
          <Suspense fallback={<main className="boot" id="main" />}>
            <Lessons page={lesson} />
          </Suspense>
        </div>
      )}
    </LabProvider>
  );
}

function ScenarioView({
  services,
  options,
}: {
  readonly services: ShellServices;
  readonly options: EmbedOptions;
}): ReactNode {
  const { session, opening } = services;
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

/** Opens the scenario or lesson of a fragment that the embedding page sets later. */
function useOpenedLinks(
  services: ShellServices,
  onRoute: (route: ReturnType<typeof readRoute>) => void,
): void {
  useEffect(() => {
    const open = (): void => {
      const route = readRoute(location.hash);
      onRoute(route);
      if (!route) services.open(readOpening(location.hash, FORM_CATALOGUE.version));
    };
    addEventListener("hashchange", open);
    return () => removeEventListener("hashchange", open);
  }, [services, onRoute]);
}
