// The choices about a surface: its form, and the direction from which it is seen.
import type { ReactNode } from "react";
import type { GridForm } from "../../../charts/paper/index.ts";
import { SegmentedControl } from "../../../components/fields/choice.tsx";
import { Slider } from "../../../components/fields/Slider.tsx";
import { paperTexts } from "../texts/index.ts";

/** The directions of a surface in degrees. */
const TURNS = { min: -180, max: 180, scale: "linear", integer: true } as const;

interface SurfaceToolsProps {
  readonly form: GridForm;
  readonly turn: number;
  readonly setForm: (form: GridForm) => void;
  readonly setTurn: (turn: number) => void;
}

export function SurfaceTools({ form, turn, setForm, setTurn }: SurfaceToolsProps): ReactNode {
  return (
    <div className="no-print cluster gap-3 top">
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
        <div className="check surface-turn text-m">
          <span className="nowrap">{paperTexts.turn}</span>
          <Slider
            range={TURNS}
            value={turn}
            fallback={0}
            label={paperTexts.turn}
            valueText={`${turn}\u00b0`}
            onPreview={setTurn}
            onCommit={setTurn}
          />
        </div>
      )}
    </div>
  );
}
