// The changes in the address of an experiment's page, as React state.
import { useCallback, useEffect, useState } from "react";
import { replaceAddress, watchAddress } from "../../../address/route.ts";
import type { Change } from "../../../engine/experiments/types.ts";
import { changesOf, fragmentWith } from "./questionLink.ts";

export function useChangesInAddress(): readonly [readonly Change[], (changes: readonly Change[]) => void] {
  const [changes, setState] = useState(() => changesOf(location.hash));
  useEffect(() => {
    const update = (): void => {
      const next = changesOf(location.hash);
      setState((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
    };
    return watchAddress(update);
  }, []);
  const setChanges = useCallback((next: readonly Change[]): void => {
    setState(next);
    replaceAddress(fragmentWith(location.hash, next));
  }, []);
  return [changes, setChanges];
}
