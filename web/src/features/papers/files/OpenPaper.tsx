// Opens the file of another paper: a drop zone with a button, and the message about a file that is refused.
import { type DragEvent, type ReactNode, useState } from "react";
import { addressOf } from "../../../address/route.ts";
import { paperTexts } from "../texts/index.ts";
import { openPaper } from "./openedPapers.ts";

export function OpenPaper(): ReactNode {
  const [isOver, setOver] = useState(false);
  const [isReading, setReading] = useState(false);
  const [problem, setProblem] = useState<{ readonly name: string; readonly message: string } | null>(null);
  const open = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    setProblem(null);
    setReading(true);
    try {
      location.hash = addressOf("papers", await openPaper(file));
    } catch (error) {
      setProblem({ name: file.name, message: error instanceof Error ? error.message : String(error) });
    }
    setReading(false);
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    void open(event.dataTransfer.files[0]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the button inside chooses a file with the keyboard
    <div
      className={`paper-drop drop-zone stack left${isOver ? " is-over" : ""}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <p>{paperTexts.files.lead}</p>
      <label className="button">
        {paperTexts.files.open}
        <input
          type="file"
          className="visually-hidden"
          accept=".yaml,.yml,.json,text/plain"
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            event.target.value = "";
            void open(file);
          }}
        />
      </label>
      <p role="status">{isReading ? paperTexts.loading : ""}</p>
      {problem && (
        <p role="alert">
          {paperTexts.files.refused({ name: problem.name })} <span lang="en">{problem.message}</span>
        </p>
      )}
    </div>
  );
}
