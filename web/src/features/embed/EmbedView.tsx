// The embedded view of a scenario: playback, the chosen panels and charts or the layout of the link, and the
// link that opens the full page.
import { type ReactNode, useEffect } from "react";
import { pageBase } from "../../address/pageAddress.ts";
import { Button } from "../../components/Button.tsx";
import { Icon } from "../../components/icons.tsx";
import { lazyPart } from "../../components/lazyPart.tsx";
import { pageTexts } from "../../texts/index.ts";
import { FaceView } from "../lab/face/FaceView.tsx";
import { NetworkPanel } from "../lab/overview/Network.tsx";
import { Shares } from "../lab/overview/Shares.tsx";
import { Scrubber, TimeBox } from "../lab/runs/Scrubber.tsx";
import { useShareLink } from "../lab/share/useShareLink.ts";
import { LabCharts } from "../lab/stack/LabCharts.tsx";
import { useServices } from "../lab/state/context.tsx";
import { useLab, useScenario } from "../lab/state/hooks.ts";
import type { EmbedOptions } from "./address.ts";
import { Poster } from "./poster.ts";
import { Remote } from "./remote.ts";
import { embedTexts } from "./texts/index.ts";

const PresentedSettings = lazyPart(() => import("../lab/settings/PresentedSettings.tsx"));
const RunProblems = lazyPart(() => import("../lab/runs/RunProblems.tsx"));

export interface EmbedViewProps {
  readonly options: EmbedOptions;
  /** Whether the link states a moment, which the view then shows. */
  readonly showsMoment: boolean;
  /** Starts the session with the view of the link. Returns the function that ends it. */
  readonly start: () => () => void;
}

export function EmbedView({ options, showsMoment, start }: EmbedViewProps): ReactNode {
  const { session, scenario } = useServices();
  const title = useScenario((s) => s.doc.title ?? "") || pageTexts.lab.untitled;
  const link = useShareLink();
  const hasNotices = useLab((s) => s.failure !== null || s.issues.length > 0 || s.expected !== null);
  // The other services change when the names of the parameters arrive, which must not start the session again.
  useEffect(() => {
    const end = start();
    if (!options.autoplay) session.playback.pause();
    const poster = new Poster(session, !options.autoplay && !showsMoment);
    const stops = [poster.start(), new Remote({ session, scenario }, { ...options, poster }).start(), end];
    return () => {
      for (const stop of stops) stop();
    };
  }, [session, scenario, options, showsMoment, start]);
  const has = (panel: EmbedOptions["panels"][number]): boolean => options.panels.includes(panel);
  if (options.panels.length === 0 && options.charts.length === 0)
    return (
      <FaceView presenting={false}>
        <FullPage link={link ?? pageBase()} />
      </FaceView>
    );
  return (
    <main className="embed stack gap-1" id="main" tabIndex={-1}>
      <EmbedHead title={title} link={link ?? pageBase()} />
      <EmbedTransport />
      {has("controls") && <PresentedSettings paths={options.controls} />}
      {hasNotices && <RunProblems />}
      {(has("fairness") || has("network")) && (
        <div className="embed-overview fits grid">
          {has("fairness") && <Shares presenting={false} coversWholeRun={false} />}
          {has("network") && <NetworkPanel presenting={false} coversWholeRun={false} />}
        </div>
      )}
      {options.charts.length > 0 && (
        <LabCharts presenting={false} onWhy={(_flow, t) => session.playback.seek(t)} />
      )}
    </main>
  );
}

/** The title and the link to the full page, which opens in a tab of its own. */
export function EmbedHead({ title, link }: { readonly title: string; readonly link: string }): ReactNode {
  return (
    <header className="embed-head cluster gap-3 between">
      <h1 className="text-l">{title}</h1>
      <FullPage link={link} />
    </header>
  );
}

function FullPage({ link }: { readonly link: string }): ReactNode {
  return (
    <a className="button is-small end" href={link} target="_blank" rel="noopener">
      <Icon name="share" size={16} />
      {embedTexts.openInFull}
    </a>
  );
}

function EmbedTransport(): ReactNode {
  const { session } = useServices();
  const playing = useLab((s) => s.playing);
  return (
    <section className="embed-transport row gap-3" aria-label={pageTexts.lab.playback}>
      <Button primary className="play" onClick={() => session.playback.toggle()}>
        <Icon name={playing ? "pause" : "play"} />
        <span>{playing ? pageTexts.lab.pause : pageTexts.lab.play}</span>
      </Button>
      <Scrubber />
      <TimeBox />
    </section>
  );
}
