// The small picture of an algorithm, drawn from a run that shows its mechanism. `npm run gen`
// stores its values.
import { type ReactNode, useEffect, useRef } from "react";
import { showStoredThumb } from "../../charts/sparkline.ts";
import stored from "../../generated/algorithmThumbs.json";

type Lines = readonly (readonly (number | null)[])[];

const THUMBS: Readonly<Record<string, Lines>> = stored;
const SIZE = { width: 64, height: 24 };

export function AlgorithmThumb({ id }: { readonly id: string }): ReactNode {
  const host = useRef<HTMLSpanElement>(null);
  const lines = THUMBS[id];
  useEffect(() => (host.current && lines ? showStoredThumb(host.current, lines, SIZE) : undefined), [lines]);
  return lines ? <span ref={host} className="stored-thumb" aria-hidden="true" /> : null;
}
