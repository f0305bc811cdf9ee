// The small picture of a lesson, drawn from the beginning of its run: it ends where the first prediction begins, unless the
// lesson has `wholePicture`. `npm run gen` stores its values.
import { type ReactNode, useEffect, useRef } from "react";
import { showStoredThumb } from "../../charts/sparkline.ts";
import stored from "../../generated/lessonThumbs.json";

type Lines = readonly (readonly (number | null)[])[];

const THUMBS: Readonly<Record<string, Lines>> = stored;
const SIZE = { width: 272, height: 72 };

export function LessonThumb({ id }: { readonly id: string }): ReactNode {
  const host = useRef<HTMLSpanElement>(null);
  const lines = THUMBS[id];
  useEffect(() => (host.current && lines ? showStoredThumb(host.current, lines, SIZE) : undefined), [lines]);
  return lines ? <span ref={host} className="stored-thumb" aria-hidden="true" /> : null;
}
