// The comparison in a share link: `w=RESULT~path~value~!path` states the result of the run before the last change, and the
// settings that turn the document of the link back into the document before the change. `!path` is a setting that it does not
// have. If this cannot be written in settings, one packed document follows. Without either, the document is that of the example.
import type { ScenarioDocument } from "../generated/types.ts";
import type { Comparison } from "./opening.ts";
import { pack, unpackJson } from "./packed.ts";
import { isPath, isRecord, writePath } from "./path.ts";
import { readSetting, settingsBetween, settingText } from "./shareLink.ts";

/** A longer comparison is left out of the link. */
const MAX_LENGTH = 2000;

/** Undefined if the comparison is too long. */
export async function writeComparison(
  doc: ScenarioDocument,
  { before, result }: Comparison,
  example: ScenarioDocument | undefined,
): Promise<string | undefined> {
  if (before === example) return result;
  const settings = settingsBetween(doc, before, true) ?? [];
  const parts = settings.flatMap(([path, value]) =>
    value === undefined ? [`!${path}`] : [path, settingText(value)],
  );
  const packed = await pack(JSON.stringify(before));
  const isReadable =
    parts.length > 0 &&
    parts.every((part) => !part.includes("~")) &&
    encodeURIComponent(parts.join("~")).length <= packed.length;
  const text = [result, ...(isReadable ? parts : [packed])].join("~");
  return text.length <= MAX_LENGTH ? text : undefined;
}

/** Null if the text is damaged. */
export async function readComparison(
  text: string,
  doc: ScenarioDocument,
  example: ScenarioDocument | undefined,
): Promise<Comparison | null> {
  const [result = "", ...parts] = text.split("~");
  if (!/^[0-9a-f]{16}$/.test(result)) return null;
  const [first] = parts;
  if (first === undefined) return example ? { before: example, result } : null;
  if (parts.length === 1 && !first.startsWith("!")) {
    const before = await unpackJson(first);
    return isRecord(before) ? { before: before as ScenarioDocument, result } : null;
  }
  let before = doc;
  for (let i = 0; i < parts.length; i += 1) {
    const part = parts[i] ?? "";
    const isRemoved = part.startsWith("!");
    const path = isRemoved ? part.slice(1) : part;
    if (!isRemoved) i += 1;
    const value = parts[i];
    if (!isPath(path) || value === undefined) return null;
    before = writePath(before, path, isRemoved ? undefined : readSetting(value));
  }
  return { before, result };
}
