// The changed setting and its effect. This text replaces the text about the scenario.
import { type ReactNode, useMemo } from "react";
import { F } from "../../../strings/face.ts";
import { useServices } from "../state/context.tsx";
import { useLab, useScenario } from "../state/hooks.ts";
import { changesInWords } from "./changesInWords.ts";
import type { Face } from "./useFace.ts";

export default function Changed({ face }: { readonly face: Face }): ReactNode {
  const { catalogue } = useServices();
  const doc = useScenario((s) => s.preview ?? s.doc);
  const derived = useLab((s) => s.derived);
  const { start, labels, reason } = face;
  const words = useMemo(
    () => changesInWords(start, doc, { derived, catalogue, labels }),
    [start, doc, derived, catalogue, labels],
  );
  const text = words === "" ? F.changed : F.now(words);
  return <span className="face-changed">{reason === "" ? text : `${text} ${reason}`}</span>;
}
