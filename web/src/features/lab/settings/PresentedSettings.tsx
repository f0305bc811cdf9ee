// The settings that stay visible while presenting and in embedded pages: the given settings, or those of the last
// change.
import { type ReactNode, useMemo } from "react";
import { diffDocuments } from "../../../scenario/diff.ts";
import { useServices } from "../state/context.tsx";
import { useLab } from "../state/hooks.ts";
import ShownSettings from "./ShownSettings.tsx";

interface PresentedSettingsProps {
  readonly paths?: readonly string[];
}

export default function PresentedSettings({ paths = [] }: PresentedSettingsProps): ReactNode {
  const { catalogue } = useServices();
  const lastChange = useLab((s) => s.lastChange);
  const changed = useMemo(
    () =>
      lastChange
        ? diffDocuments(lastChange.beforeDoc, lastChange.doc, catalogue).map(({ path }) => path)
        : [],
    [lastChange, catalogue],
  );
  return <ShownSettings paths={paths} changed={changed} />;
}
