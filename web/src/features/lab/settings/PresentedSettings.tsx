// The settings that stay visible while presenting and in embeds: the given ones, else those of the last change.
import { type ReactNode, useMemo } from "react";
import { diffDocuments } from "../../../scenario/diff.ts";
import { useServices } from "../state/context.tsx";
import { useLab } from "../state/hooks.ts";
import LessonSettings from "./LessonSettings.tsx";

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
  return <LessonSettings paths={paths} changed={changed} />;
}
