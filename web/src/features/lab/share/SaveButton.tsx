// A button that saves a file, with a sentence about the file.
import type { ReactNode } from "react";
import { Button } from "../../../components/Button.tsx";

interface SaveButtonProps {
  readonly label: string;
  readonly help: string;
  readonly disabled: boolean;
  readonly onSave: () => Promise<void>;
}

export function SaveButton({ label, help, disabled, onSave }: SaveButtonProps): ReactNode {
  return (
    <div>
      <Button disabled={disabled} onClick={() => void onSave()}>
        {label}
      </Button>
      <p className="field-note">{help}</p>
    </div>
  );
}
