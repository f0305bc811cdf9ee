// A button that opens files or a folder.
import { type ComponentProps, type ReactNode, useEffect, useRef } from "react";
import { Button } from "./Button.tsx";

interface FileButtonProps extends Omit<ComponentProps<typeof Button>, "children" | "onClick"> {
  readonly label: string;
  readonly accept?: string;
  readonly folder?: boolean;
  readonly multiple?: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

export function FileButton({
  label,
  accept,
  folder = false,
  multiple,
  onFiles,
  ...button
}: FileButtonProps): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // React has no property for folders.
    input.current?.toggleAttribute("webkitdirectory", folder);
  }, [folder]);
  return (
    <>
      <Button {...button} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept={accept}
        multiple={multiple}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // The same file can be chosen again after it was corrected.
          event.target.value = "";
          onFiles(files);
        }}
      />
    </>
  );
}
