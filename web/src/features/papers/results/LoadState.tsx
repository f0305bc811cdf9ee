// Shows the loaded content, or a message that it is being loaded or could not be loaded.
import type { ReactNode } from "react";
import { paperTexts } from "../texts/index.ts";
import type { Loaded } from "./load.ts";

interface LoadStateProps<T> {
  readonly loaded: Loaded<T>;
  readonly children: (value: T) => ReactNode;
}

export function LoadState<T>({ loaded, children }: LoadStateProps<T>): ReactNode {
  switch (loaded.state) {
    case "ready":
      return children(loaded.value);
    case "loading":
      return (
        <p className="papers-loading" role="status">
          {paperTexts.loading}
        </p>
      );
    case "failed":
      return (
        <div className="callout" role="alert">
          <p>{paperTexts.failed}</p>
          <button type="button" className="button" onClick={loaded.retry}>
            {paperTexts.retry}
          </button>
        </div>
      );
  }
}
