// The direction in which a flow sends: to the receiver, or back. A document states it in the flow's role.
import type { ReactNode } from "react";
import { ChoiceField } from "../../../components/fields/choice.tsx";
import type { FlowDocument } from "../../../generated/types.ts";
import { writePath } from "../../../scenario/path.ts";
import { useServices } from "../state/context.tsx";
import { useScenario } from "../state/hooks.ts";
import { labTexts } from "../texts/index.ts";
import { wholeRunNote } from "./SettingControl.tsx";

export function FlowDirection({ flow }: { readonly flow: FlowDocument }): ReactNode {
  const { scenario } = useServices();
  const disabled = useScenario((s) => s.editMode === "from");
  // A flow whose path states both ends has no other direction.
  if (flow.path?.from && flow.path.to) return null;
  const { direction, directionHelp, forward, back } = labTexts.traffic;
  const path = `flows.${flow.id}.role`;
  return (
    <ChoiceField
      label={direction}
      help={directionHelp}
      value={flow.role === "reverse" ? "back" : "forward"}
      choices={[
        { value: "forward", label: forward, doc: "" },
        { value: "back", label: back, doc: "" },
      ]}
      disabled={disabled}
      note={wholeRunNote(disabled)}
      onCommit={(to) =>
        scenario.getState().apply(path, (d) => writePath(d, path, to === "back" ? "reverse" : undefined))
      }
    />
  );
}
