// What can be done with the program of a flow outside of the Lab: the race, and the file of an algorithm in Rust.
import { type ReactNode, useId, useState } from "react";
import { keepProgram, programAddress } from "../../../components/program/raceProgram.ts";
import { exportAlgorithm } from "../../../engine/race/race.ts";
import { download } from "../../../storage/file.ts";
import { PROGRAM } from "../../../strings/program.ts";

export interface ProgramActionsProps {
  /** A program without errors. */
  readonly code: string;
}

/** The name of an algorithm in documents. */
const NAME = "[a-z][a-z0-9]*(_[a-z0-9]+)*";

export default function ProgramActions({ code }: ProgramActionsProps): ReactNode {
  const [name, setName] = useState("my_own");
  const [note, setNote] = useState<string | null>(null);
  const hint = useId();
  const race = async (): Promise<void> => {
    keepProgram(code);
    location.hash = await programAddress(code);
  };
  const save = async (): Promise<void> => {
    const { text, left_out } = await exportAlgorithm(code, name);
    download(`${name}.rs`, "text/plain", text);
    setNote(PROGRAM.exported(`${name}.rs`, left_out.length));
  };
  return (
    <form
      className="program-signals"
      onSubmit={(event) => {
        event.preventDefault();
        save().catch((error: unknown) => setNote(error instanceof Error ? error.message : String(error)));
      }}
    >
      <button type="button" className="button is-primary" onClick={() => void race()}>
        {PROGRAM.race}
      </button>
      <label>
        {PROGRAM.exportName}{" "}
        <input
          className="text-box"
          required
          maxLength={40}
          pattern={NAME}
          aria-describedby={hint}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </label>
      <button type="submit" className="button">
        {PROGRAM.export}
      </button>
      <p className="field-note" id={hint} role="status">
        {note ?? PROGRAM.exportHint}
      </p>
    </form>
  );
}
