// Finds elements of long lists by their names.

/**
 * Returns the function that finds the index of the first element of a list with a name. Each list is indexed once, so it
 * must not change afterwards.
 */
export function indexLookup<T>(nameOf: (element: T) => unknown) {
  const indices = new WeakMap<readonly T[], ReadonlyMap<unknown, number>>();
  return (list: readonly T[], name: string): number | undefined => {
    let index = indices.get(list);
    if (!index) {
      index = new Map(list.map((element, i) => [nameOf(element), i] as const).reverse());
      indices.set(list, index);
    }
    return index.get(name);
  };
}

/** Returns the function that finds the first element of a list with a name. */
export function lookup<T>(nameOf: (element: T) => string) {
  const indexOf = indexLookup(nameOf);
  return (list: readonly T[], name: string): T | undefined => list[indexOf(list, name) ?? -1];
}
