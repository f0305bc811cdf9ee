// A state of a component that both windows of a presentation share.
import { useCallback, useEffect, useRef, useState } from "react";
import { desk, type Handle } from "./desk.ts";

/** The state, and a function that changes it. `name` is that of the part on the desk, and `start` is called once. */
export function useDeskPart<T>(name: string, start: () => T): readonly [T, (change: (now: T) => T) => void] {
  const [value, setValue] = useState(start);
  const latest = useRef(value);
  const handle = useRef<Handle>(null);
  const change = useCallback((of: (now: T) => T): void => {
    const next = of(latest.current);
    latest.current = next;
    setValue(next);
    handle.current?.changed();
  }, []);
  useEffect(() => {
    const part = desk.register(name, {
      read: () => latest.current,
      write: (next) => change(() => next as T),
    });
    handle.current = part;
    return () => {
      handle.current = null;
      part.remove();
    };
  }, [name, change]);
  return [value, change];
}
