// Scenario files, which are opened with a file picker or dropped onto the page, and saved as formatted JSON.
// Only the size and the JSON syntax are checked here. The simulator validates the content.
import type { ScenarioDocument } from "../generated/types.ts";

/** The maximum size of a scenario file in bytes, and of its text in characters. */
export const MAX_FILE_SIZE = 2_000_000;

export type FileRead =
  | { readonly ok: true; readonly doc: ScenarioDocument }
  | {
      readonly ok: false;
      readonly reason: "too-big" | "not-json" | "not-a-scenario";
      /** The browser's message, which may state the position of the error. */
      readonly detail?: string;
    };

export function readScenarioText(text: string): FileRead {
  if (text.length > MAX_FILE_SIZE) return { ok: false, reason: "too-big" };
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    return { ok: false, reason: "not-json", ...(error instanceof Error ? { detail: error.message } : {}) };
  }
  if (typeof value !== "object" || value === null || Array.isArray(value) || !("v" in value))
    return { ok: false, reason: "not-a-scenario" };
  return { ok: true, doc: value as ScenarioDocument };
}

export async function readScenarioFile(file: File): Promise<FileRead> {
  if (file.size > MAX_FILE_SIZE) return { ok: false, reason: "too-big" };
  return readScenarioText(await file.text());
}

/** A title as the beginning of a file name. */
export function fileStem(title: string, fallback: string): string {
  const stem = title
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60);
  return stem || fallback;
}

export const scenarioFileName = (doc: ScenarioDocument): string =>
  `${fileStem(doc.title ?? "", "scenario")}.fairshare.json`;

export function scenarioFileText(doc: ScenarioDocument): string {
  return `${JSON.stringify(doc, null, 2)}\n`;
}

/** Downloads a file with the given content. */
export function download(name: string, type: string, content: BlobPart): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const anchor = document.createElement("a");
  anchor.href = url;
  anchor.download = name;
  anchor.click();
  // The download needs the address until it has started. One second is enough even for slow browsers.
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
