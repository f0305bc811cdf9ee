// The check of hand-ins in a saved file, which does not contain the checks.
import type { ReactNode } from "react";
import { NotInSavedFile } from "../../components/NotInSavedFile.tsx";
import { A } from "../../strings/assignments.ts";

export function CheckView(_: { readonly version: string }): ReactNode {
  return <NotInSavedFile title={A.check} text={A.checkElsewhere} at={["assignments", "check"]} />;
}
