// A button that opens files or a folder.
import { type ReactNode, useEffect, useRef } from "react";

interface FileButtonProps {
  readonly label: string;
  readonly accept?: string;
  readonly disabled?: boolean;
  readonly folder?: boolean;
  readonly multiple?: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

export function FileButton({
  label,
  accept,
  disabled,
  folder,
  multiple,
  onFiles,
}: FileButtonProps): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // React has no property for folders.
    input.current?.toggleAttribute("webkitdirectory", folder ?? false);
  }, [folder]);
  return (
    <>
      <button type="button" className="button" disabled={disabled} onClick={() => input.current?.click()}>
        {label}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept={accept}
        multiple={multiple}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          event.target.value = "";
          onFiles(files);
        }}
      />
    </>
  );
}
