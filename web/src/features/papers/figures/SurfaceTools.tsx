// The choices about a surface: its form, and the direction from which it is seen.
import type { ReactNode } from "react";
import type { GridForm } from "../../../charts/paper/index.ts";
import { SegmentedControl } from "../../../components/fields/choice.tsx";
import { P } from "../../../strings/papers.ts";

/** The surface is turned in steps of this many degrees. */
const TURN_STEP = 15;

interface SurfaceToolsProps {
  readonly form: GridForm;
  readonly turn: number;
  readonly setForm: (form: GridForm) => void;
  readonly setTurn: (turn: number) => void;
}

export function SurfaceTools({ form, turn, setForm, setTurn }: SurfaceToolsProps): ReactNode {
  return (
    <div className="figure-tools cluster gap-3 top">
      <SegmentedControl
        small
        label={P.form}
        value={form}
        options={[
          { value: "both", label: P.both },
          { value: "surface", label: P.surface },
          { value: "map", label: P.map },
        ]}
        onChange={setForm}
      />
      {form !== "map" && (
        <label className="check row text-m">
          {P.turn}
          <input
            type="range"
            min={-180}
            max={180}
            step={TURN_STEP}
            value={turn}
            onChange={(event) => setTurn(Number(event.target.value))}
          />
        </label>
      )}
    </div>
  );
}
