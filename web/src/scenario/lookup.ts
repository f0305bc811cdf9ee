// Finds elements of long lists by their names.

/**
 * Returns the function that finds the element of a list with a name. Each list is indexed once, so it must not
 * change afterwards.
 */
export function lookup<T>(nameOf: (element: T) => string) {
  const indices = new WeakMap<readonly T[], ReadonlyMap<string, T>>();
  return (list: readonly T[], name: string): T | undefined => {
    const index = indices.get(list) ?? new Map(list.map((element) => [nameOf(element), element]));
    indices.set(list, index);
    return index.get(name);
  };
}
