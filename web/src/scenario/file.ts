// Scenario files: opened from a picker or a drop, saved as pretty JSON. What a file says is checked by the simulator;
// here only its size and that it is JSON at all.
import type { ScenarioDocument } from "./document.ts";

export const MAX_FILE = 2_000_000;

export type FileRead =
  | { readonly ok: true; readonly doc: ScenarioDocument }
  | {
      readonly ok: false;
      readonly reason: "too-big" | "not-json" | "not-a-scenario";
      /** What the browser says of the place, in its own words. */
      readonly detail?: string;
    };

export function readScenarioText(text: string): FileRead {
  if (text.length > MAX_FILE) return { ok: false, reason: "too-big" };
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
  if (file.size > MAX_FILE) return { ok: false, reason: "too-big" };
  return readScenarioText(await file.text());
}

export function scenarioFileName(doc: ScenarioDocument): string {
  const stem = (doc.title ?? "")
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60);
  return `${stem || "scenario"}.fairshare.json`;
}

export function scenarioFileText(doc: ScenarioDocument): string {
  return `${JSON.stringify(doc, null, 2)}\n`;
}

/** Hands a file to the browser's downloads. */
export function download(name: string, type: string, content: BlobPart): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const anchor = document.createElement("a");
  anchor.href = url;
  anchor.download = name;
  anchor.click();
  // The click has taken its own reference; a second later even slow browsers have begun.
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
