// The thumbnail of an example: a small picture of its run.
import { type ReactNode, useEffect, useRef } from "react";
import { patchChildren } from "../../../charts/core/svgDom.ts";
import { readTheme } from "../../../charts/index.ts";
import { thumbNode } from "../../../charts/sparkline.ts";
import type { Example } from "../../../examples/example.ts";
import { useServices } from "../state/context.tsx";
import { linesOf } from "./exampleLines.ts";

/** The size of a thumbnail in pixels. */
const SIZE = { width: 236, height: 76 };

/**
 * The picture of an example. Its run is computed on the pool of workers when the drawer is opened for the
 * first time.
 */
export function Thumbnail({ example }: { readonly example: Example }): ReactNode {
  const { session } = useServices();
  const host = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    let cancelled = false;
    linesOf(example, session.engine)
      .then(({ lines, ...scale }) => {
        const element = host.current;
        if (cancelled || !element) return;
        const theme = readTheme(element);
        patchChildren(element, [thumbNode(lines, { ...SIZE, ...scale, theme, label: "", lineWidth: 1.4 })]);
      })
      .catch(() => undefined);
    return () => {
      cancelled = true;
    };
  }, [session, example]);
  return <span className="example-picture" ref={host} aria-hidden="true" />;
}
