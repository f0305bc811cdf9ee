// Components that are loaded when they are first shown. If loading fails twice, a message is shown instead of
// the component, and the other parts of the page are not affected.
import {
  type ComponentType,
  type LazyExoticComponent,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useState,
} from "react";
import { textsLoaded } from "../language/localized.ts";
import { pageTexts } from "../texts/index.ts";

type Load<P> = () => Promise<{ readonly default: ComponentType<P> }>;

async function loadTwice<P>(load: Load<P>): ReturnType<Load<P>> {
  const part = await load().catch(() => load().catch(() => ({ default: LoadingFailed as ComponentType<P> })));
  await textsLoaded();
  return part;
}

/** A component that is loaded when it is first shown. A `Suspense` around it shows something else meanwhile. */
export function lazyComponent<P>(load: Load<P>): LazyExoticComponent<ComponentType<P>> {
  return lazy(() => loadTwice(load));
}

/** A component that is loaded when it is first shown. Nothing is shown meanwhile. */
export function lazyPart<P extends object>(load: Load<P>): ComponentType<P> {
  const Part: ComponentType<P> = lazyComponent(load);
  return function LazyPart(props: P): ReactNode {
    return (
      <Suspense fallback={null}>
        <Part {...props} />
      </Suspense>
    );
  };
}

/**
 * A component that can be loaded before it is shown. It is shown as soon as it is loaded, whereas React shows
 * the fallback of a lazy component for at least 300 ms.
 */
export function earlyPart<P>(load: Load<P>): {
  readonly load: () => Promise<void>;
  /** The component; null until it is loaded. */
  readonly useComponent: () => ComponentType<P> | null;
} {
  let component: ComponentType<P> | null = null;
  let loading: Promise<void> | null = null;
  const loadOnce = (): Promise<void> => {
    loading ??= loadTwice(load).then((part) => {
      component = part.default;
    });
    return loading;
  };
  const useComponent = (): ComponentType<P> | null => {
    const [loaded, setLoaded] = useState(() => component);
    useEffect(() => {
      if (loaded === null) void loadOnce().then(() => setLoaded(() => component));
    }, [loaded]);
    return loaded;
  };
  return { load: loadOnce, useComponent };
}

function LoadingFailed(): ReactNode {
  return (
    <p className="callout" role="alert">
      {pageTexts.app.partMissing}
    </p>
  );
}
