// The views of the lab: each reads its choices from the name of the view, such as "phase.near|far", and
// renders its frame with a title, a sentence about how to read it, its data and the controls in its head.
import { type ReactNode, useMemo } from "react";
import { emptyPicture } from "../../../charts/views/declare.ts";
import { delayView } from "../../../charts/views/delayView.ts";
import { distributionView, type SpreadForm } from "../../../charts/views/distributionView.ts";
import { phaseView } from "../../../charts/views/phaseView.ts";
import { scalesView } from "../../../charts/views/scalesView.ts";
import { sharesView } from "../../../charts/views/sharesView.ts";
import { viewTexts } from "../../../charts/views/texts/index.ts";
import type { View } from "../../../charts/views/types.ts";
import { SegmentedControl, Select } from "../../../components/fields/choice.tsx";
import { pageTexts } from "../../../texts/index.ts";

import { useChartInputs } from "../charts/chartInputs.ts";
import { LinkChoice, useVariant } from "../charts/chartTools.tsx";
import { shortLabel } from "../flows/groups.ts";
import type { ChartInputs } from "../state/chartData.ts";
import {
  delayInputs,
  phaseChoices,
  phaseInputs,
  phasePair,
  type Quantity,
  quantitiesOf,
  scalesInputs,
  sharesInputs,
  spreadInputs,
} from "./viewInputs.ts";
import { joinVariant, splitVariant, type ViewProps } from "./viewProps.ts";

/** A view of the inputs of all charts, made again when the inputs or `choice` change. */
function useView(
  inputs: ChartInputs | null,
  choice: string,
  make: (inputs: ChartInputs) => View | null,
): View | null {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `make` depends only on `choice`
  return useMemo(() => (inputs ? make(inputs) : null), [inputs, choice]);
}

export function SharesView({ run, frame }: ViewProps): ReactNode {
  const inputs = useChartInputs(run);
  const content = useMemo(() => (inputs ? sharesInputs(inputs) : null), [inputs]);
  const view = useMemo(() => (content ? sharesView(content) : null), [content]);
  const tools = inputs && <LinkChoice run={inputs.run} link={inputs.link} />;
  return frame({ title: content?.title ?? pageTexts.views.shares, hint: viewTexts.shares.hint, view, tools });
}

export function PhaseView({ run, frame }: ViewProps): ReactNode {
  const inputs = useChartInputs(run);
  const [variant, setVariant] = useVariant("phase");
  const choices = inputs ? phaseChoices(inputs) : [];
  const pair = phasePair(choices, splitVariant(variant));
  const view = useView(inputs, `${pair?.[0].id} ${pair?.[1].id}`, (all) => {
    const found = pair && phaseInputs(all, pair);
    return found ? phaseView(found) : EMPTY_PHASE;
  });
  const options = choices.map((group) => ({ value: group.id, label: shortLabel(group), doc: "" }));
  const select = (side: 0 | 1, label: string): ReactNode =>
    pair &&
    choices.length > 2 && (
      <Select
        accessibleName={label}
        value={pair[side].id}
        choices={options}
        onCommit={(id) => {
          const [x, y] = [pair[0].id, pair[1].id];
          // Choosing the flow of the other axis exchanges the two.
          const next = side === 0 ? [id, id === y ? x : y] : [id === x ? y : x, id];
          setVariant(joinVariant(next));
        }}
      />
    );
  const tools = (
    <>
      {select(0, viewTexts.phase.across)}
      {select(1, viewTexts.phase.up)}
    </>
  );
  return frame({ title: pageTexts.views.phase, hint: viewTexts.phase.hint, view, tools });
}

/** What is shown of a run with a single flow. */
const EMPTY_PHASE: View = {
  version: () => 0,
  from: 0,
  computedTo: () => 0,
  read: () => emptyPicture(viewTexts.phase.needsTwo),
};

export function DelayView({ run, frame }: ViewProps): ReactNode {
  const inputs = useChartInputs(run);
  const [variant, setVariant] = useVariant("delay");
  const delay = variant === "rtt" ? "rtt" : "wait";
  const view = useView(inputs, delay, (all) => delayView(delayInputs(all, delay)));
  const tools = (
    <SegmentedControl
      small
      label={viewTexts.delay.which}
      value={delay}
      options={[
        { value: "wait", label: viewTexts.delay.wait },
        { value: "rtt", label: viewTexts.delay.rtt },
      ]}
      onChange={(next) => setVariant(next === "rtt" ? "rtt" : "")}
    />
  );
  return frame({ title: pageTexts.views.delay, hint: viewTexts.delay.hint, view, tools });
}

const FORMS: readonly SpreadForm[] = ["cdf", "hist", "tail"];

export function SpreadView({ run, frame }: ViewProps): ReactNode {
  const inputs = useChartInputs(run);
  const [variant, setVariant] = useVariant("spread");
  const offered: readonly Quantity[] = inputs ? quantitiesOf(inputs) : ["wait"];
  const [wantedQuantity, wantedForm] = splitVariant(variant);
  const quantity = offered.find((id) => id === wantedQuantity) ?? offered[0] ?? "wait";
  const form = FORMS.find((id) => id === wantedForm) ?? "cdf";
  const view = useView(inputs, `${quantity} ${form}`, (all) =>
    distributionView(spreadInputs(all, quantity, form)),
  );
  const forms = quantity === "frame" ? FORMS.filter((id) => id !== "hist") : FORMS;
  const isOfLink = quantity === "wait" || quantity === "occupancy";
  const tools = (
    <>
      {inputs && isOfLink && <LinkChoice run={inputs.run} link={inputs.link} />}
      <Select
        accessibleName={viewTexts.spread.quantity}
        value={quantity}
        choices={offered.map((id) => ({ value: id, label: viewTexts.spread.quantities[id], doc: "" }))}
        onCommit={(id) => setVariant(joinVariant([id, form]))}
      />
      <SegmentedControl
        small
        label={viewTexts.spread.form}
        value={forms.includes(form) ? form : "cdf"}
        options={forms.map((id) => ({ value: id, label: viewTexts.spread.forms[id] }))}
        onChange={(next) => setVariant(joinVariant([quantity, next]))}
      />
    </>
  );
  return frame({ title: pageTexts.views.spread, hint: viewTexts.spread.hint[form], view, tools });
}

export function ScalesView({ run, frame }: ViewProps): ReactNode {
  const inputs = useChartInputs(run);
  const view = useView(inputs, "", (all) => scalesView(scalesInputs(all)));
  return frame({ title: pageTexts.views.scales, hint: viewTexts.scales.hint, view });
}
