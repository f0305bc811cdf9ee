// Opens the race with the program of a flow.
import type { ReactNode } from "react";
import { keepProgram, programAddress } from "../../../components/program/raceProgram.ts";
import { PROGRAM } from "../../../strings/program.ts";

export interface ProgramActionsProps {
  /** A program without errors. */
  readonly code: string;
}

export default function ProgramActions({ code }: ProgramActionsProps): ReactNode {
  const race = async (): Promise<void> => {
    keepProgram(code);
    location.hash = await programAddress(code);
  };
  return (
    <p className="cluster">
      <button type="button" className="button is-primary" onClick={() => void race()}>
        {PROGRAM.race}
      </button>
    </p>
  );
}
