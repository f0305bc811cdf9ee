// A text that can be copied, also where the browser does not let the page write to the clipboard.
import "./share.css";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "../../../components/Button.tsx";
import { labTexts } from "../texts/index.ts";

/** The time for which the button shows that the text was copied. */
const COPIED_MS = 2500;

export interface CopyBoxProps {
  readonly label: string;
  readonly text: string;
  readonly rows?: number;
  /** Further buttons. */
  readonly children?: ReactNode;
}

export function CopyBox({ label, text, rows = 4, children }: CopyBoxProps): ReactNode {
  const [state, setState] = useState<"idle" | "copied" | "blocked">("idle");
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (state !== "copied") return;
    const timer = setTimeout(() => setState("idle"), COPIED_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async (): Promise<void> => {
    if (text === "") return;
    box.current?.select();
    try {
      await navigator.clipboard.writeText(text);
      setState("copied");
    } catch {
      // Without permission to write to the clipboard, the selected text can still be copied with the
      // keyboard.
      setState("blocked");
      box.current?.focus();
    }
  };
  return (
    <>
      <div className="share-link grid gap-2 top">
        <textarea
          className="text-box"
          ref={box}
          readOnly
          rows={rows}
          value={text}
          aria-label={label}
          onFocus={(event) => event.target.select()}
        />
        <div className="stack gap-2">
          <Button primary onClick={() => void copy()}>
            {state === "copied" ? labTexts.share.copied : labTexts.share.copy}
          </Button>
          {children}
        </div>
      </div>
      {state === "blocked" && (
        <p className="field-note" role="alert">
          {labTexts.share.copyBlocked}
        </p>
      )}
    </>
  );
}
