// Parts of the page that are loaded when they are opened. A part that cannot be loaded shows a message in its place, and the rest
// of the page keeps working.
import { type ComponentType, type LazyExoticComponent, lazy, type ReactNode } from "react";
import { S } from "../strings/index.ts";

export function lazyPart<P>(
  load: () => Promise<{ readonly default: ComponentType<P> }>,
): LazyExoticComponent<ComponentType<P>> {
  return lazy(() => load().catch(() => load().catch(() => ({ default: Missing as ComponentType<P> }))));
}

function Missing(): ReactNode {
  return (
    <p className="callout" role="alert">
      {S.app.partMissing}
    </p>
  );
}
