// The choice of the kind of network: dumbbell, parking lot or graph. A change to another kind keeps the
// settings that the new kind can express. If settings would be lost, a dialog lists them and asks for
// confirmation.
import { type ReactNode, Suspense, useState } from "react";
import { ChoiceField } from "../../../components/fields/choice.tsx";
import { lazyPart } from "../../../components/lazyPart.tsx";
import type { Conversion } from "../../../scenario/networkKind.ts";
import { S } from "../../../strings/index.ts";
import { useServices } from "../state/context.tsx";
import { useScenario } from "../state/hooks.ts";
import { useSetting, wholeRunNote } from "./useSetting.tsx";

const NetworkLossDialog = lazyPart(() => import("./NetworkLossDialog.tsx"));

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
        label={S.lab.networkKind}
        help={variants.find((v) => v.value === kind)?.doc}
        value={kind}
        choices={variants.map((v) => ({ value: v.value, label: v.label, doc: "" }))}
        disabled={editsFromPlayhead}
        note={wholeRunNote(editsFromPlayhead)}
        onCommit={(next) => next !== undefined && void change(next)}
      />
      <Suspense fallback={null}>
        {pending?.lost && (
          <NetworkLossDialog
            lost={pending.lost}
            onClose={() => setPending(null)}
            onConfirm={() => apply(pending)}
          />
        )}
      </Suspense>
    </>
  );
}
