// Components that are loaded when they are first shown. If loading fails twice, a message is shown in place
// of the component, and the rest of the page is not affected.
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
