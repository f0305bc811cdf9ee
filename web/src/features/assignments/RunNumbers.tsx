// The numbers of a student's run that questions can ask for.
import type { ReactNode } from "react";
import { Disclosure } from "../../components/surfaces.tsx";
import { formatQuantity } from "../../scenario/units.ts";
import { measure } from "../../tasks/measures.ts";
import { periodText } from "./conditions.ts";
import { quantitiesOf } from "./draft.ts";
import { quantityText } from "./NumberEditor.tsx";
import type { ShownRun } from "./QuestionForm.tsx";
import { assignmentTexts } from "./texts/index.ts";

export function RunNumbers({ run }: { readonly run: ShownRun | null }): ReactNode {
  return (
    <Disclosure summary={assignmentTexts.numbers}>
      {run?.summary ? (
        <table className="table text-m">
          <caption>{periodText({}, run.doc)}</caption>
          <tbody>
            {quantitiesOf(run.doc).map((quantity) => (
              <tr key={quantityText(quantity)}>
                <th scope="row">{quantityText(quantity)}</th>
                <td>
                  {formatQuantity(measure(run, quantity.measure) * quantity.factor, "", 4)} {quantity.unit}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <p>{assignmentTexts.goalPending}</p>
      )}
    </Disclosure>
  );
}
