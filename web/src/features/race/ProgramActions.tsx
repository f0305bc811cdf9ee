// Opens the race with the program of a flow.
import type { ReactNode } from "react";
import { Button } from "../../components/Button.tsx";
import { programTexts } from "../../components/program/texts/index.ts";
import type { PartPlaces } from "../../extension/feature.ts";
import { keepProgram, programAddress } from "./program.ts";

export default function ProgramActions({ code }: PartPlaces["program"]): ReactNode {
  const race = async (): Promise<void> => {
    keepProgram(code);
    location.hash = await programAddress(code);
  };
  return (
    <p className="cluster">
      <Button primary onClick={() => void race()}>
        {programTexts.race}
      </Button>
    </p>
  );
}
