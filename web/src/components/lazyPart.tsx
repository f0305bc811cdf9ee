// Parts of the page that are loaded when they are opened. If a part cannot be loaded at the second attempt, a message is shown
// in its place, and everything else keeps working.
import { type ComponentType, type LazyExoticComponent, lazy, type ReactNode } from "react";
import { S } from "../strings/index.ts";

export function lazyPart<P>(
  load: () => Promise<{ readonly default: ComponentType<P> }>,
): LazyExoticComponent<ComponentType<P>> {
  return lazy(() => load().catch(() => load().catch(() => ({ default: LoadingFailed as ComponentType<P> }))));
}

function LoadingFailed(): ReactNode {
  return (
    <p className="callout" role="alert">
      {S.app.partMissing}
    </p>
  );
}
