// The choices of the table "Which one wins".
import { type ReactNode, useId } from "react";
import { SegmentedControl } from "../../components/fields/choice.tsx";
import { pageTexts } from "../../texts/index.ts";
import { NETWORK_IDS, QUANTITIES } from "./matrix.ts";
import { type Competitor, MATRIX_FAMILIES, type MatrixChoice } from "./matrixChoice.ts";
import { winsTexts } from "./texts/index.ts";

interface MatrixControlsProps {
  readonly choice: MatrixChoice;
  readonly competitors: readonly Competitor[];
  readonly onChoice: (next: Partial<MatrixChoice>) => void;
}

export function MatrixControls({ choice, competitors, onChoice }: MatrixControlsProps): ReactNode {
  const orderId = useId();
  const { families } = choice;
  return (
    <div className="matrix-controls cluster gap-5 text-m">
      <SegmentedControl
        label={winsTexts.network}
        value={choice.network}
        options={NETWORK_IDS.map((id) => ({ value: id, label: winsTexts.networks[id] }))}
        onChange={(network) => onChoice({ network })}
      />
      <SegmentedControl
        label={winsTexts.quantity}
        value={choice.quantity}
        options={QUANTITIES.map((id) => ({ value: id, label: winsTexts.quantities[id] }))}
        onChange={(quantity) => onChoice({ quantity })}
      />
      <fieldset className="cluster gap-4 flat text-m" aria-label={winsTexts.families}>
        {MATRIX_FAMILIES.map((family) => (
          <label className="check" key={family}>
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
            {pageTexts.algorithms.families[family]}
          </label>
        ))}
      </fieldset>
      <label htmlFor={orderId}>
        {winsTexts.order}{" "}
        <select
          id={orderId}
          className="select"
          value={choice.order}
          onChange={({ target }) => onChoice({ order: target.value })}
        >
          {(["family", "name", "mean"] as const).map((id) => (
            <option key={id} value={id}>
              {winsTexts.orders[id]}
            </option>
          ))}
          <optgroup label={winsTexts.valuesAgainst}>
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
