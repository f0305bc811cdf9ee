// Saves the figure, the values and results as the command line prints them, and the document of the sweep.
import type { ReactNode } from "react";
import type { Panel } from "../../charts/paper/index.ts";
import { figurePng, figureSvg } from "../../experiments/figureFiles.ts";
import { download } from "../../storage/file.ts";
import { P } from "../../strings/papers.ts";
import { VARY } from "../../strings/vary.ts";
import type { SweepDocument } from "./sweepDocument.ts";
import type { SweepSession } from "./sweepSessions.ts";

interface VarySaveProps {
  readonly sweep: SweepDocument;
  readonly session: SweepSession;
  readonly panels: readonly Panel[];
  readonly title: string;
  readonly hasResults: boolean;
}

export function VarySave({ sweep, session, panels, title, hasResults }: VarySaveProps): ReactNode {
  const picture = { panels, title, form: "map", turn: 0 } as const;
  const files: readonly (readonly [string, string, boolean, () => unknown])[] = [
    ["SVG", P.saveSvg, panels.length > 0, () => download("sweep.svg", "image/svg+xml", figureSvg(picture))],
    [
      "PNG",
      P.savePng,
      panels.length > 0,
      async () => download("sweep.png", "image/png", await figurePng(picture)),
    ],
    ["CSV", VARY.saveCsv, hasResults, async () => download("sweep.csv", "text/csv", await session.csv())],
    [
      "JSON",
      VARY.saveJson,
      hasResults,
      async () => download("sweep-results.json", "application/json", await session.report()),
    ],
    [
      VARY.document,
      VARY.saveDocument,
      true,
      () => download("sweep.json", "application/json", `${JSON.stringify(sweep, null, 2)}\n`),
    ],
  ];
  return (
    <fieldset className="save-buttons">
      <legend>{VARY.save}</legend>
      {files
        .filter(([, , isOffered]) => isOffered)
        .map(([name, label, , save]) => (
          <button
            key={name}
            type="button"
            className="button is-small"
            aria-label={`${label}: ${name}`}
            onClick={() => void save()}
          >
            {name}
          </button>
        ))}
    </fieldset>
  );
}
