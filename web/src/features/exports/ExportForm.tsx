// Saves the run in the format of another tool. The scenario is run again for it, with the code of the command
// line.
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Select } from "../../components/fields/choice.tsx";
import { programWith } from "../../engine/laboratory.ts";
import { askOnce } from "../../engine/workers/client.ts";
import type { ShareProps } from "../../extension/feature.ts";
import { download, fileStem } from "../../storage/file.ts";
import { SharePart } from "../lab/share/SharePart.tsx";
import { linkLabel } from "../lab/state/chartData.ts";
import { useLab, useScenario } from "../lab/state/hooks.ts";
import { type ExportCalls, type ExportFormat, type ExportRequest, FORMATS } from "./calls.ts";
import { exportTexts } from "./texts/index.ts";

const formats = Object.keys(FORMATS) as readonly ExportFormat[];

const program = programWith(
  () => new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "export" }),
);

type Work = "idle" | "running" | "failed";

/**
 * Exports the run and offers it as a file: the state of the work, and the functions that start and cancel it.
 */
function useExport(
  title: string,
  kind: ShareProps["kind"],
): readonly [Work, (request: ExportRequest) => Promise<void>, () => void] {
  const [work, setWork] = useState<Work>("idle");
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const save = async (request: ExportRequest): Promise<void> => {
    const controller = new AbortController();
    running.current = controller;
    setWork("running");
    try {
      const bytes = await askOnce<ExportCalls, "exportRun">(program, "exportRun", request, controller.signal);
      const { extension, type } = FORMATS[request.format];
      download(`${fileStem(title, kind)}.${extension}`, type, bytes);
      setWork("idle");
    } catch {
      setWork(controller.signal.aborted ? "idle" : "failed");
    }
  };
  return [work, save, () => running.current?.abort()];
}

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
  const [format, setFormat] = useState<ExportFormat>("csv");
  const [chosen, setChosen] = useState<{ readonly flow?: string; readonly link?: string }>({});
  const [work, save, cancel] = useExport(title, kind);
  const isRunning = work === "running";
  const flows = (derived?.flows ?? []).map(({ id }) => ({ value: id, label: id, doc: "" }));
  const links = (derived?.links ?? []).map(({ id }) => ({ value: id, label: linkLabel(id), doc: "" }));
  const flow = chosen.flow ?? flows[0]?.value;
  const direction = chosen.link ?? links[0]?.value;
  const request = {
    format,
    document: JSON.stringify(doc),
    flow: format === "qlog" ? flow : undefined,
    link: format === "pcapng" ? direction : undefined,
    url: format === "bibtex" ? link : undefined,
  };
  return (
    <div className="share-part stack">
      <p>{exportTexts.intro}</p>
      <div className="cluster gap-4">
        <Select
          accessibleName={exportTexts.format}
          value={format}
          disabled={isRunning}
          choices={formats.map((value) => ({ value, label: exportTexts.formats[value], doc: "" }))}
          onCommit={(value) => setFormat(value as ExportFormat)}
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
        <button type="button" className="button" onClick={() => (isRunning ? cancel() : void save(request))}>
          {isRunning ? exportTexts.cancel : exportTexts.save}
        </button>
      </div>
      <p className="field-note">{exportTexts.help[format]}</p>
      {isRunning && <p role="status">{exportTexts.running}</p>}
      {work === "failed" && <p role="alert">{exportTexts.failed}</p>}
    </div>
  );
}
