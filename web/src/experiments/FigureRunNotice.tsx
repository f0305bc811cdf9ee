// The line above the Lab that names the figure, sweep or table from which the run was opened, with the values
// of the run there.
import "./experiments.css";
import type { ReactNode } from "react";
import { type StoreApi, useStore } from "zustand";
import type { FigureRun } from "../address/figureRun.ts";
import { IconButton } from "../components/icons.tsx";
import type { ScenarioStore } from "../scenario/store.ts";
import { experimentTexts } from "./texts/index.ts";

type ReadonlyStore<T> = Pick<StoreApi<T>, "getState" | "getInitialState" | "subscribe">;

interface LabRun {
  readonly outcome: { readonly resultId: string } | null;
}

interface FigureRunNoticeProps {
  readonly run: FigureRun;
  readonly scenario: ScenarioStore;
  /** The store of the Lab, with the outcome of a complete run. */
  readonly lab: ReadonlyStore<{ readonly run: LabRun | null }>;
  readonly onDismiss: () => void;
}

export default function FigureRunNotice({ run, scenario, lab, onDismiss }: FigureRunNoticeProps): ReactNode {
  const isOpen = useStore(scenario, (s) => s.origin.openingId === run.openingId);
  const isEdited = useStore(scenario, (s) => s.edits > 0);
  const resultId = useStore(lab, ({ run: shown }) => shown?.outcome?.resultId ?? null);
  if (!isOpen) return null;
  const { notice } = experimentTexts;
  const texts = run.from === "figure" ? notice : notice[run.from];
  return (
    <aside className="figure-run callout is-plain" aria-label={notice.from({ place: run.place })}>
      <div>
        <b>{notice.from({ place: run.place })}.</b>{" "}
        {run.values.map(({ label, value, mean }) => (
          <span key={label}>
            {notice.value({ label, value })}
            {mean !== null && notice.ofSeeds({ value: mean, seeds: run.seeds })}.{" "}
          </span>
        ))}
        <span role="status">
          {isEdited
            ? notice.edited
            : resultId === null
              ? notice.running
              : resultId === run.resultId
                ? texts.same
                : texts.different}
        </span>{" "}
        <a href={run.address}>{texts.back}</a>
      </div>
      <IconButton icon="close" label={notice.close} tipSide="left" onClick={onDismiss} />
    </aside>
  );
}
