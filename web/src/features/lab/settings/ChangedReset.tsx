// The button that resets a changed scenario, with the number of changed settings.
import { type ReactNode, useMemo } from "react";
import { diffDocuments } from "../../../scenario/diff.ts";
import { useServices } from "../state/context.tsx";
import { useScenario } from "../state/hooks.ts";
import { Reset } from "./Reset.tsx";

export default function ChangedReset(): ReactNode {
  const { catalogue } = useServices();
  const doc = useScenario((s) => s.doc);
  const opened = useScenario((s) => s.opened);
  const changes = useMemo(() => diffDocuments(opened, doc, catalogue), [opened, doc, catalogue]);
  return <Reset changes={changes.length} />;
}
