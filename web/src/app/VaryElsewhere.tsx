// The section "Vary" of a saved file, which contains no code for sweeps.
import type { ReactNode } from "react";
import { VARY } from "../strings/vary.ts";
import { NotInSavedFile } from "./NotInSavedFile.tsx";

export default function VaryElsewhere(): ReactNode {
  return <NotInSavedFile title={VARY.title} text={VARY.elsewhere} section="vary" />;
}
