// The settings that the program of a flow declares, as controls.
import { type ReactNode, useEffect, useState } from "react";
import { programTexts } from "../../../components/program/texts/index.ts";
import type { ProgramReport } from "../../../generated/types.ts";
import { translated } from "../../../language/sentences.ts";
import { programOf } from "../../../scenario/descriptors.ts";
import { declaredSettings, keepDeclared } from "../../../scenario/programs.ts";
import { useServices } from "../state/context.tsx";
import { useScenario } from "../state/hooks.ts";
import { SettingControl } from "./SettingControl.tsx";

export default function ProgramSettings({ flow }: { readonly flow: string }): ReactNode {
  const { catalogue, session } = useServices();
  const code = useScenario((s) => programOf(catalogue, flow, s.doc));
  const [, setReport] = useState<ProgramReport | null>(null);
  const settings = declaredSettings(code);
  const isKnown = settings !== undefined;
  useEffect(() => {
    if (isKnown) return;
    session.engine.compile(code).then(
      (report) => {
        keepDeclared(code, report);
        setReport(report);
      },
      // The interpreter of programs could not be loaded. The check of the document reports this too.
      () => undefined,
    );
  }, [session, code, isKnown]);
  return settings?.map(({ name, doc }) => (
    <SettingControl
      key={name}
      path={`flows.${flow}.params.settings.${name}`}
      help={translated(doc, programTexts.comments) || undefined}
    />
  ));
}
