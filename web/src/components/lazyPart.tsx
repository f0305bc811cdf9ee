// Parts of the page that are loaded when they are opened. One that cannot be loaded says so in its place, and everything
// else stays as it is.
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
