// The choice of the kind of network: dumbbell, parking lot or graph. A change to another kind keeps the
// settings that the new kind can express. If settings would be lost, a dialog lists them and asks for
// confirmation.
import { type ReactNode, useState } from "react";
import { Button } from "../../../components/Button.tsx";
import { Dialog } from "../../../components/Dialog.tsx";
import { ChoiceField } from "../../../components/fields/choice.tsx";
import type { Conversion, Lost } from "../../../scenario/networkKind.ts";
import { pageTexts } from "../../../texts/index.ts";
import { useServices } from "../state/context.tsx";
import { useScenario } from "../state/hooks.ts";
import { labTexts } from "../texts/index.ts";
import { useSetting, wholeRunNote } from "./SettingControl.tsx";

export function NetworkKind({ kind }: { readonly kind: string }): ReactNode {
  const { scenario, catalogue } = useServices();
  const editsFromPlayhead = useScenario((s) => s.editMode === "from");
  const [pending, setPending] = useState<Conversion | null>(null);
  const { field } = useSetting("network.kind");
  const variants = field?.variants ?? [];
  if (variants.length < 2) return null;
  const apply = ({ doc }: Conversion): void => {
    setPending(null);
    scenario.getState().apply("network.kind", () => doc);
  };
  const change = async (next: string): Promise<void> => {
    const { convertNetwork, isNetworkKind } = await import("../../../scenario/networkKind.ts");
    if (!isNetworkKind(next)) return;
    const conversion = convertNetwork(scenario.getState().doc, next, catalogue);
    if (conversion.lost) setPending(conversion);
    else apply(conversion);
  };
  return (
    <>
      <ChoiceField
        label={pageTexts.lab.networkKind}
        help={variants.find((v) => v.value === kind)?.doc}
        value={kind}
        choices={variants.map((v) => ({ value: v.value, label: v.label, doc: "" }))}
        disabled={editsFromPlayhead}
        note={wholeRunNote(editsFromPlayhead)}
        onCommit={(next) => next !== undefined && void change(next)}
      />
      {pending?.lost && (
        <NetworkLossDialog
          lost={pending.lost}
          onClose={() => setPending(null)}
          onConfirm={() => apply(pending)}
        />
      )}
    </>
  );
}

interface NetworkLossDialogProps {
  readonly lost: Lost;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

/** If a change of the kind of network would drop settings, lists them and asks for confirmation. */
function NetworkLossDialog({ lost, onClose, onConfirm }: NetworkLossDialogProps): ReactNode {
  const { links, nodes, paths, changes } = lost;
  return (
    <Dialog title={labTexts.networkLoss.title} open onClose={onClose}>
      <p>{labTexts.networkLoss.intro}</p>
      <ul className="bullets">
        {links.length > 0 && <li>{labTexts.networkLoss.links({ ids: links.join(", ") })}</li>}
        {nodes && <li>{labTexts.networkLoss.nodes}</li>}
        {paths.length > 0 && <li>{labTexts.networkLoss.paths({ flows: paths.join(", ") })}</li>}
        {changes > 0 && <li>{labTexts.networkLoss.changes({ n: changes })}</li>}
      </ul>
      <div className="cluster">
        <Button primary onClick={onConfirm}>
          {labTexts.networkLoss.confirm}
        </Button>
        <Button onClick={onClose}>{labTexts.networkLoss.cancel}</Button>
      </div>
    </Dialog>
  );
}
