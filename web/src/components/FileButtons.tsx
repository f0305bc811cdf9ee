// Buttons that save a thing as files of several formats.
import type { ReactNode } from "react";
import { download } from "../storage/file.ts";

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
  readonly className?: string;
  readonly disabled?: boolean;
}

export function FileButtons(props: FileButtonsProps): ReactNode {
  const { legend, files, className = "save-buttons", disabled = false } = props;
  const save = async ({ name, type, content }: OfferedFile): Promise<void> =>
    download(name, type, await content());
  return (
    <fieldset className={className} disabled={disabled}>
      <legend>{legend}</legend>
      {files.map((file) => (
        <button
          key={file.format}
          type="button"
          className="button is-small"
          aria-label={file.label}
          onClick={() => void save(file)}
        >
          {file.format}
        </button>
      ))}
    </fieldset>
  );
}
