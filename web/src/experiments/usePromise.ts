// What a promise gives, as React state.
import { useEffect, useState } from "react";

/** Null while the promise is pending. */
export type Promised<T> = { readonly value: T } | { readonly message: string } | null;

/**
 * What a promise gives, or why it fails. The promise is made when `isWanted` is true, and again when `key`
 * changes.
 */
export function usePromise<T>(load: () => Promise<T>, key: string, isWanted: boolean): Promised<T> {
  const [promised, setPromised] = useState<Promised<T>>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for what is loaded
  useEffect(() => {
    setPromised(null);
    if (!isWanted) return undefined;
    let isCurrent = true;
    load().then(
      (value) => isCurrent && setPromised({ value }),
      (error: unknown) =>
        isCurrent && setPromised({ message: error instanceof Error ? error.message : String(error) }),
    );
    return () => {
      isCurrent = false;
    };
  }, [key, isWanted]);
  return promised;
}
