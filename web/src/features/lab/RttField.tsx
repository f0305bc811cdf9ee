// The base RTT of a flow as one setting. The document has no such field: the base RTT follows from the delays.
import type { ReactNode } from "react";
import { NumberField } from "../../components/NumberField.tsx";
import type { SliderRange } from "../../components/slider.ts";
import type { FlowDocument, ScenarioDocument, Span } from "../../generated/types.ts";
import { dumbbellOf, fieldAt } from "../../scenario/descriptors.ts";
import { readPath, writePath } from "../../scenario/path.ts";
import { S } from "../../strings/index.ts";
import { useServices } from "./context.tsx";
import { useScenario } from "./hooks.ts";

const RTT: SliderRange = { min: 0.002, max: 1, scale: "log", integer: false };

const numeric = (span: Span | undefined, fallback: number): number | null =>
  span === undefined ? fallback : typeof span === "number" ? span : null;

/**
 * The base RTT: the delays of the link in both directions plus twice those of the access links. Setting it gives both access
 * links the same delay.
 */
export function RttField({ flow }: { readonly flow: FlowDocument }): ReactNode {
  const { scenario, catalogue } = useServices();
  const doc = useScenario((s) => s.doc);
  const from = useScenario((s) => s.editMode === "from");
  const plain = (path: string, fallback: number): number => {
    const value = readPath(doc, path) ?? fieldAt(catalogue.document, path)?.default;
    return typeof value === "number" ? value : fallback;
  };
  const there = plain("network.forward.delay", 0.01);
  const back = dumbbellOf(doc)?.reverse ? plain("network.reverse.delay", there) : there;
  const access = (side: "sender" | "receiver"): number => {
    const value = fieldAt(catalogue.document, `flows.*.access.${side}`)?.default;
    return typeof value === "number" ? value : 0.005;
  };
  const sender = numeric(flow.access?.sender, access("sender"));
  const receiver = numeric(flow.access?.receiver, access("receiver"));
  const least = there + back;
  const varies = sender === null || receiver === null;
  const value = varies ? null : Number((least + 2 * (sender + receiver)).toPrecision(12));
  const edit = (rtt: number): ((d: ScenarioDocument) => ScenarioDocument) => {
    const side = Math.max(0, Number(((rtt - least) / 4).toPrecision(12)));
    return (d) =>
      writePath(
        writePath(d, `flows.${flow.id}.access.sender`, side),
        `flows.${flow.id}.access.receiver`,
        side,
      );
  };
  return (
    <NumberField
      label={S.lab.rtt}
      help={S.lab.rttHelp}
      unit="s"
      value={value}
      fallback={least + 2 * (access("sender") + access("receiver"))}
      range={{ ...RTT, min: Math.max(RTT.min, least) }}
      min={least}
      disabled={from}
      nullMeans={varies ? S.lab.rttVaries : undefined}
      note={from ? S.lab.onlyWhole : undefined}
      onCommit={(next, fold) => {
        const rtt = next ?? least + 2 * (access("sender") + access("receiver"));
        scenario.getState().apply(`rtt ${flow.id}`, edit(rtt), fold);
      }}
      onPreview={(next) => scenario.setState({ preview: edit(next)(scenario.getState().doc) })}
    />
  );
}
