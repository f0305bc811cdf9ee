// The choices about a surface: its form, and the direction from which it is seen.
import type { ReactNode } from "react";
import type { GridForm } from "../../../charts/paper/index.ts";
import { SegmentedControl } from "../../../components/fields/choice.tsx";
import { paperTexts } from "../texts/index.ts";

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
        label={paperTexts.form}
        value={form}
        options={[
          { value: "both", label: paperTexts.both },
          { value: "surface", label: paperTexts.surface },
          { value: "map", label: paperTexts.map },
        ]}
        onChange={setForm}
      />
      {form !== "map" && (
        <label className="check row text-m">
          {paperTexts.turn}
          <input
            type="range"
            className="slider"
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
