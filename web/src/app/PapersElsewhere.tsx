// The section "Papers" of a saved file, which does not contain the experiments.
import type { ReactNode } from "react";
import { NotInSavedFile } from "../components/NotInSavedFile.tsx";
import { E } from "../strings/embed.ts";
import { S } from "../strings/index.ts";

export default function PapersElsewhere(): ReactNode {
  return <NotInSavedFile title={S.app.papers} text={E.papersElsewhere} at={["papers"]} />;
}
