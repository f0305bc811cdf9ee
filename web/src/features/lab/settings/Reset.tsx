// A button that resets the scenario to the document that was opened, and the number of settings that differ
// from it.
import type { ReactNode } from "react";
import { S } from "../../../strings/index.ts";
import { useServices } from "../state/context.tsx";

export function Reset({ changes }: { readonly changes: number }): ReactNode {
  const { scenario } = useServices();
  const reset = (): void => scenario.getState().apply("reset", () => scenario.getState().opened);
  return (
    <div className="reset row gap-3 faint">
      <button
        type="button"
        className="button is-small"
        title={S.lab.resetTip}
        disabled={changes === 0}
        onClick={reset}
      >
        {S.lab.reset}
      </button>
      <span>{S.lab.changed(changes)}</span>
    </div>
  );
}
