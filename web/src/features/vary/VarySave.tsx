// Saves the figure, the values and results as the command line prints them, and the document of the sweep.
import type { ReactNode } from "react";
import type { Panel } from "../../charts/paper/index.ts";
import { FileButtons } from "../../components/FileButtons.tsx";
import { figurePng, figureSvg } from "../../experiments/figureFiles.ts";
import { experimentTexts } from "../../experiments/texts/index.ts";
import { type SweepDocument, seedsOf } from "./sweepDocument.ts";
import type { SweepSession } from "./sweepSessions.ts";
import { varyTexts } from "./texts/index.ts";

interface VarySaveProps {
  readonly sweep: SweepDocument;
  readonly session: SweepSession;
  readonly panels: readonly Panel[];
  readonly title: string;
  readonly hasResults: boolean;
  readonly version: string;
}

export function VarySave({ sweep, session, panels, title, hasResults, version }: VarySaveProps): ReactNode {
  const { title: of = "", seed = 1 } = sweep.scenario;
  const seeds = { first: seed, last: seed + seedsOf(sweep) - 1, n: seedsOf(sweep) };
  const origin = varyTexts.origin({ title: of, ...seeds, version });
  const picture = { panels, title, form: "map", turn: 0, origin } as const;
  const named = (format: string, label: string, name: string, type: string) => ({
    format,
    label: `${label}: ${format}`,
    name,
    type,
  });
  const json = "application/json";
  const pictures = [
    {
      ...named("SVG", experimentTexts.saveSvg, "sweep.svg", "image/svg+xml"),
      content: () => figureSvg(picture),
    },
    { ...named("PNG", experimentTexts.savePng, "sweep.png", "image/png"), content: () => figurePng(picture) },
  ];
  const results = [
    { ...named("CSV", varyTexts.saveCsv, "sweep.csv", "text/csv"), content: () => session.csv() },
    { ...named("JSON", varyTexts.saveJson, "sweep-results.json", json), content: () => session.report() },
  ];
  const document = {
    ...named(varyTexts.document, varyTexts.saveDocument, "sweep.json", json),
    content: () => `${JSON.stringify(sweep, null, 2)}\n`,
  };
  return (
    <FileButtons
      legend={varyTexts.save}
      files={[...(panels.length > 0 ? pictures : []), ...(hasResults ? results : []), document]}
    />
  );
}
