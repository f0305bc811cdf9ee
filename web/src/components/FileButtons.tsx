// Buttons that save a thing as files of several formats.
import type { ReactNode } from "react";
import { download } from "../storage/file.ts";
import { Button } from "./Button.tsx";

interface OfferedFile {
  /** The format, on the button. */
  readonly format: string;
  /** What the button saves, for screen readers. */
  readonly label: string;
  readonly name: string;
  readonly type: string;
  readonly content: () => string | Blob | Promise<string | Blob>;
}

interface FileButtonsProps {
  readonly legend: string;
  readonly files: readonly OfferedFile[];
  readonly disabled?: boolean;
}

export function FileButtons({ legend, files, disabled = false }: FileButtonsProps): ReactNode {
  const save = async ({ name, type, content }: OfferedFile): Promise<void> =>
    download(name, type, await content());
  return (
    <fieldset className="cluster gap-1 text-m" disabled={disabled}>
      <legend>{legend}</legend>
      {files.map((file) => (
        <Button key={file.format} small aria-label={file.label} onClick={() => void save(file)}>
          {file.format}
        </Button>
      ))}
    </fieldset>
  );
}
