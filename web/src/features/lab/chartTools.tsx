// Choices in the head of a chart: which signal, which queue.

import { type ReactNode, useState } from "react";
import { Select } from "../../components/choice.tsx";
import type { SeriesInfo } from "../../generated/types.ts";
import { dumbbellOf } from "../../scenario/descriptors.ts";
import { S } from "../../strings/index.ts";
import { linkName } from "./chartData.ts";
import { useServices } from "./context.tsx";
import { useScenario } from "./hooks.ts";
import type { Run } from "./state/labStore.ts";

/** The chosen signal, and the function that chooses one. Without a valid choice, the first signal is chosen. */
export function useChosenSignal(
  signals: readonly SeriesInfo[],
): [SeriesInfo | undefined, (id: string) => void] {
  const [chosen, setChosen] = useState("");
  return [signals.find((s) => s.signal === chosen) ?? signals[0], setChosen];
}

export function SignalChoice({
  label,
  signals,
  value,
  onChange,
}: {
  readonly label: string;
  readonly signals: readonly SeriesInfo[];
  readonly value: SeriesInfo | undefined;
  readonly onChange: (signal: string) => void;
}): ReactNode {
  if (signals.length < 2 || !value) return null;
  return (
    <Select
      name={S.lab.signalOf(label)}
      value={value.signal}
      choices={signals.map((s) => ({ value: s.signal, label: s.label, doc: "" }))}
      onCommit={onChange}
    />
  );
}

/** The choice of the link whose queue is shown, if there is more than one to choose from. */
export function LinkChoice({ run, link }: { readonly run: Run | null; readonly link: string }): ReactNode {
  const { session } = useServices();
  const doc = useScenario((s) => s.doc);
  const links = run?.record.derived.links ?? [];
  const reverseIsUsed =
    Boolean(dumbbellOf(doc)?.reverse) || (doc.flows ?? []).some((f) => f.role === "reverse");
  if (links.length < 2 || (links.length === 2 && !reverseIsUsed)) return null;
  return (
    <Select
      name={S.lab.whichQueue}
      value={link}
      choices={links.map((l) => ({ value: l.id, label: linkName(l.id), doc: "" }))}
      onCommit={(id) => session.chooseQueue(id)}
    />
  );
}
