// The section "Papers" of a saved file, which does not contain the experiments.
import type { ReactNode } from "react";
import { E } from "../strings/embed.ts";
import { S } from "../strings/index.ts";
import { NotInSavedFile } from "./NotInSavedFile.tsx";

export default function PapersElsewhere(): ReactNode {
  return <NotInSavedFile title={S.app.papers} text={E.papersElsewhere} section="papers" />;
}
