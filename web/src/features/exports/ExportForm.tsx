// Saves the run in the format of another tool, for which the scenario is run again with the code of the command line, or a
// part of it as a film.
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "../../components/Button.tsx";
import { Select } from "../../components/fields/choice.tsx";
import { programWith } from "../../engine/laboratory.ts";
import { askOnce } from "../../engine/workers/client.ts";
import type { ShareProps } from "../../extension/feature.ts";
import { formatQuantity } from "../../scenario/units.ts";
import { download, fileStem } from "../../storage/file.ts";
import { SharePart } from "../lab/share/SharePart.tsx";
import { linkLabel } from "../lab/state/chartData.ts";
import { useServices } from "../lab/state/context.tsx";
import { useLab, useScenario } from "../lab/state/hooks.ts";
import { type ExportCalls, type ExportFormat, type ExportRequest, FilmProblem, FORMATS } from "./calls.ts";
import { exportTexts } from "./texts/index.ts";

const formats = [...(Object.keys(FORMATS) as readonly ExportFormat[]), "film"] as const;
type Stretch = keyof typeof exportTexts.stretches;
const stretches = Object.keys(exportTexts.stretches) as readonly Stretch[];

const program = programWith(
  () => new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "export" }),
);

/** The text about work that is done or has failed, or the share of running work; null for no work. */
type Work = { readonly text: string; readonly isBad: boolean } | { readonly share: number } | null;

/** What is saved. `onShare` is called with the share of the work that is done. */
type Make = (
  signal: AbortSignal,
  onShare: (share: number) => void,
) => Promise<{ readonly extension: string; readonly type: string; readonly content: BlobPart }>;

/**
 * Exports the run and offers it as a file: the state of the work, and the functions that start and cancel it.
 */
function useExport(
  title: string,
  kind: ShareProps["kind"],
): readonly [Work, (make: Make) => Promise<void>, () => void] {
  const [work, setWork] = useState<Work>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const save = async (make: Make): Promise<void> => {
    const controller = new AbortController();
    running.current = controller;
    setWork({ share: 0 });
    try {
      const { extension, type, content } = await make(controller.signal, (share) => setWork({ share }));
      const file = new Blob([content], { type });
      download(`${fileStem(title, kind)}.${extension}`, type, file);
      setWork({ text: exportTexts.saved({ size: formatQuantity(file.size, "bytes") }), isBad: false });
    } catch (error) {
      const text = error instanceof FilmProblem ? error.message : exportTexts.failed;
      setWork(controller.signal.aborted ? null : { text, isBad: true });
    }
  };
  return [work, save, () => running.current?.abort()];
}

/** A file that a worker writes. */
const exported =
  (request: ExportRequest): Make =>
  async (signal) => ({
    ...FORMATS[request.format],
    content: await askOnce<ExportCalls, "exportRun">(program, "exportRun", request, signal),
  });

/** Only a run can be exported, and not a lesson. */
export default function ExportPart(props: ShareProps): ReactNode {
  if (props.kind !== "scenario") return null;
  return (
    <SharePart title={exportTexts.title}>
      <ExportForm {...props} />
    </SharePart>
  );
}

function ExportForm({ link, title, kind }: ShareProps): ReactNode {
  const doc = useScenario((s) => s.doc);
  const derived = useLab((s) => s.derived);
  const { session } = useServices();
  const [format, setFormat] = useState<ExportFormat | "film">("csv");
  const [stretch, setStretch] = useState<Stretch>("near");
  const [chosen, setChosen] = useState<{ readonly flow?: string; readonly link?: string }>({});
  const [work, save, cancel] = useExport(title, kind);
  const isRunning = work !== null && "share" in work;
  const flows = (derived?.flows ?? []).map(({ id }) => ({ value: id, label: id, doc: "" }));
  const links = (derived?.links ?? []).map(({ id }) => ({ value: id, label: linkLabel(id), doc: "" }));
  const flow = chosen.flow ?? flows[0]?.value;
  const direction = chosen.link ?? links[0]?.value;
  const start = (): void =>
    void save(
      format === "film"
        ? async (signal, onShare) =>
            (await import("./film.ts")).makeFilm({ session, title, stretch, signal, onShare })
        : exported({ ...request, format }),
    );
  const request = {
    document: JSON.stringify(doc),
    flow: format === "qlog" ? flow : undefined,
    link: format === "pcapng" ? direction : undefined,
    url: format === "bibtex" ? link : undefined,
  };
  return (
    <div className="share-part stack">
      <p>{format === "film" ? exportTexts.filmIntro : exportTexts.intro}</p>
      <div className="cluster gap-4">
        <Select
          accessibleName={exportTexts.format}
          value={format}
          disabled={isRunning}
          choices={formats.map((value) => ({ value, label: exportTexts.formats[value], doc: "" }))}
          onCommit={(value) => setFormat(value as typeof format)}
        />
        {format === "qlog" && flow !== undefined && (
          <Select
            accessibleName={exportTexts.flow}
            value={flow}
            choices={flows}
            onCommit={(value) => setChosen({ ...chosen, flow: value })}
          />
        )}
        {format === "pcapng" && direction !== undefined && (
          <Select
            accessibleName={exportTexts.link}
            value={direction}
            choices={links}
            onCommit={(value) => setChosen({ ...chosen, link: value })}
          />
        )}
        {format === "film" && (
          <Select
            accessibleName={exportTexts.stretch}
            value={stretch}
            disabled={isRunning}
            choices={stretches.map((value) => ({ value, label: exportTexts.stretches[value], doc: "" }))}
            onCommit={(value) => setStretch(value as Stretch)}
          />
        )}
        <Button onClick={isRunning ? cancel : start}>
          {isRunning ? exportTexts.cancel : exportTexts.save}
        </Button>
      </div>
      <p className="field-note">{exportTexts.help[format]}</p>
      {isRunning &&
        (format === "film" ? (
          <progress value={work.share} aria-label={exportTexts.formats.film} />
        ) : (
          <p role="status">{exportTexts.running}</p>
        ))}
      {work && "text" in work && <p role={work.isBad ? "alert" : "status"}>{work.text}</p>}
    </div>
  );
}
