// The note in Share that measured data are not part of a link.
import type { ReactNode } from "react";
import { importTexts } from "../../engine/imports/texts/index.ts";
import { useMeasured } from "./useMeasured.ts";

export default function MeasuredNote(): ReactNode {
  return useMeasured().files.length > 0 && <p className="field-note">{importTexts.notInLink}</p>;
}
