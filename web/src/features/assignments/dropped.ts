// The files that were dropped or chosen. Folders are opened, and their files are named by their paths.
import type { DroppedFile } from "../../engine/assignments/checker.ts";

/** The most files that are taken from folders. */
const MAX_FILES = 5000;

/** Whether a file belongs to an operating system and not to a student. */
const isHidden = (path: string): boolean => path.split("/").some((part) => part.startsWith("."));

export function pickedFiles(files: readonly File[]): readonly DroppedFile[] {
  return files
    .map((file) => ({ name: file.webkitRelativePath || file.name, file }))
    .filter(({ name }) => !isHidden(name))
    .slice(0, MAX_FILES);
}

export async function droppedFiles(transfer: DataTransfer): Promise<readonly DroppedFile[]> {
  // The entries must be read before the first pause, because the browser then clears the transfer.
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry());
  const plain = [...transfer.files];
  if (entries.every((entry) => entry === null)) return pickedFiles(plain);
  const found: DroppedFile[] = [];
  for (const entry of entries) if (entry) await collect(entry, found);
  return found;
}

async function collect(entry: FileSystemEntry, found: DroppedFile[]): Promise<void> {
  const name = entry.fullPath.replace(/^\//, "");
  if (found.length >= MAX_FILES || isHidden(name)) return;
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) =>
      (entry as FileSystemFileEntry).file(resolve, reject),
    );
    found.push({ name, file });
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  // A call returns a part of the entries, and an empty list at the end.
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (part.length === 0) return;
    for (const inner of part) await collect(inner, found);
  }
}
