// The choices of the table "Which one wins".
import { type ReactNode, useId } from "react";
import { SegmentedControl } from "../../components/fields/choice.tsx";
import { S } from "../../strings/index.ts";
import { M } from "../../strings/matrix.ts";
import { NETWORK_IDS, QUANTITIES } from "./matrix.ts";
import { type Competitor, MATRIX_FAMILIES, type MatrixChoice } from "./matrixChoice.ts";

interface MatrixControlsProps {
  readonly choice: MatrixChoice;
  readonly competitors: readonly Competitor[];
  readonly onChoice: (next: Partial<MatrixChoice>) => void;
}

export function MatrixControls({ choice, competitors, onChoice }: MatrixControlsProps): ReactNode {
  const order = useId();
  const { families } = choice;
  return (
    <div className="matrix-controls cluster gap-5 text-m">
      <SegmentedControl
        label={M.network}
        value={choice.network}
        options={NETWORK_IDS.map((id) => ({ value: id, label: M.networks[id] }))}
        onChange={(network) => onChoice({ network })}
      />
      <SegmentedControl
        label={M.quantity}
        value={choice.quantity}
        options={QUANTITIES.map((id) => ({ value: id, label: M.quantities[id] }))}
        onChange={(quantity) => onChoice({ quantity })}
      />
      <fieldset className="cluster gap-4 flat text-m" aria-label={M.families}>
        {MATRIX_FAMILIES.map((family) => (
          <label key={family} className="check">
            <input
              type="checkbox"
              checked={families.includes(family)}
              onChange={({ target }) =>
                onChoice({
                  families: MATRIX_FAMILIES.filter((id) =>
                    id === family ? target.checked : families.includes(id),
                  ),
                })
              }
            />
            {S.algorithms.families[family]}
          </label>
        ))}
      </fieldset>
      <label htmlFor={order}>
        {M.order}{" "}
        <select
          id={order}
          className="select"
          value={choice.order}
          onChange={({ target }) => onChoice({ order: target.value })}
        >
          {(["family", "name", "mean"] as const).map((id) => (
            <option key={id} value={id}>
              {M.orders[id]}
            </option>
          ))}
          <optgroup label={M.valuesAgainst}>
            {competitors.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </optgroup>
        </select>
      </label>
    </div>
  );
}
