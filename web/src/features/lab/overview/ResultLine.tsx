// One line that states whether the run gave the result that the opened link states, followed by the note of
// the scenario. Like the message about the last change, it replaces the note, so that the charts do not move
// when the run is complete. With `alone`, the page with one question shows only the statement.
import type { ReactNode } from "react";
import { Icon, IconButton } from "../../../components/icons.tsx";
import { pageTexts } from "../../../texts/index.ts";
import { useServices } from "../state/context.tsx";
import { useLab } from "../state/hooks.ts";
import { useLinkCheck } from "../state/linkCheck.ts";
import { useScenarioTexts } from "../state/useScenarioTexts.ts";
import { labTexts } from "../texts/index.ts";
import { Sentence } from "./Sentence.tsx";

/** Why the result is not that of the link. `made` is the version that computed the result of the link. */
function differs(made: string | null, here: string): string {
  const why = made === null ? "unknown" : made === here ? "edited" : "version";
  return labTexts.lab.resultDiffers({ why, made: made ?? "", here });
}

export default function ResultLine({ alone = false }: { readonly alone?: boolean }): ReactNode {
  const { session } = useServices();
  const expected = useLab((s) => s.expected);
  const result = useLab((s) => s.run?.outcome?.resultId);
  const check = useLinkCheck();
  const { note } = useScenarioTexts();
  if (!expected || !result || !check) return null;
  const matches = check !== "differs";
  const text = matches ? labTexts.lab.resultSame : differs(expected.engine, session.engineVersion);
  const problem = check === "before" || check === "unreadable" ? labTexts.lab.comparison({ check }) : "";
  return (
    <p className={alone ? "face-result row gap-2 text-s" : "last-change row gap-2"} role="status">
      <Icon name={check === "same" ? "check" : "warning"} size={18} />
      <Sentence key={text + problem}>
        <b>{text}</b> <code className="result-id">{result}</code>.
        {problem ? <> {problem}</> : note && !alone && <> {note}</>}
      </Sentence>
      <IconButton
        icon="close"
        size={16}
        className="last-change-close fixed"
        label={pageTexts.lab.close}
        tipSide="left"
        onClick={() => session.expectResult(null)}
      />
    </p>
  );
}
