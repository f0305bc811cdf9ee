// The section "Vary" of a saved file, which contains no code for sweeps.
import type { ReactNode } from "react";
import { NotInSavedFile } from "../components/NotInSavedFile.tsx";
import { VARY } from "../strings/vary.ts";

export default function VaryElsewhere(): ReactNode {
  return <NotInSavedFile title={VARY.title} text={VARY.elsewhere} at={["vary"]} />;
}
