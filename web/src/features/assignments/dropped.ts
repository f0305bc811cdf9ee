// The files that were dropped or chosen. Folders are opened, and their files are named by their paths. Every
// file is in the list, also one that cannot be read.
import type { DroppedFile } from "./checker.ts";

/** The most files that are taken from folders. */
const MAX_FILES = 5000;

/** The path in a folder, without the name of the folder itself. */
const pathInside = (path: string): string => path.split("/").slice(1).join("/");

const notRead = (name: string, kind: string, text: string): DroppedFile => ({
  name,
  path: "",
  file: { kind, text },
});

/** The first files, and how many are left out. */
function limited(files: readonly DroppedFile[], isComplete: boolean): readonly DroppedFile[] {
  if (files.length <= MAX_FILES && isComplete) return files;
  const rest = isComplete ? `${files.length - MAX_FILES} more files` : "More files";
  const text = `${rest} were not read, because at most ${MAX_FILES} are read at once. Drop them separately.`;
  return [...files.slice(0, MAX_FILES), notRead("\u2026", "size", text)];
}

export const pickedFiles = (files: readonly File[]): readonly DroppedFile[] =>
  limited(
    files.map((file) => ({
      name: file.webkitRelativePath || file.name,
      path: pathInside(file.webkitRelativePath),
      file,
    })),
    true,
  );

export async function droppedFiles(transfer: DataTransfer): Promise<readonly DroppedFile[]> {
  // The entries must be read before the first pause, because the browser then clears the transfer.
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry());
  const plain = [...transfer.files];
  if (entries.every((entry) => entry === null)) return pickedFiles(plain);
  const found: DroppedFile[] = [];
  for (const entry of entries) if (entry) await collect(entry, found);
  return limited(found, found.length <= MAX_FILES);
}

async function collect(entry: FileSystemEntry, found: DroppedFile[]): Promise<void> {
  // One more file than allowed shows that there are more.
  if (found.length > MAX_FILES) return;
  const name = entry.fullPath.replace(/^\//, "");
  try {
    if (entry.isFile) {
      const file = await new Promise<File>((resolve, reject) =>
        (entry as FileSystemFileEntry).file(resolve, reject),
      );
      found.push({ name, path: pathInside(name), file });
    } else await collectFolder(entry as FileSystemDirectoryEntry, name, found);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    found.push(notRead(name, "unreadable", `The browser could not read it: ${reason}`));
  }
}

async function collectFolder(
  folder: FileSystemDirectoryEntry,
  name: string,
  found: DroppedFile[],
): Promise<void> {
  const reader = folder.createReader();
  let isEmpty = true;
  // A call returns a part of the entries, and an empty list at the end.
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (part.length === 0) break;
    isEmpty = false;
    for (const inner of part) await collect(inner, found);
  }
  if (isEmpty) found.push(notRead(name, "skipped", "Not read: an empty folder."));
}
