// The changes of an experiment in the address of its page: `#/papers/ldaplus/fig9b?set=tcp%3Dnewreno`. Each
// `set` has the form of `fairshare papers ID --set`.

import { queryOf, withQuery } from "../../../address/route.ts";
import type { Change } from "../../../engine/experiments/types.ts";

const SET_PARAMETER = "set";

export const changeText = ({ path, value }: Change): string => `${path}=${value}`;

/** The changes in a fragment. An entry without a value is ignored. */
export function changesOf(fragment: string): readonly Change[] {
  return queryOf(fragment)
    .getAll(SET_PARAMETER)
    .flatMap((text) => {
      const at = text.indexOf("=");
      return at > 0 ? [{ path: text.slice(0, at), value: text.slice(at + 1) }] : [];
    });
}

/** The fragment with these changes. */
export function fragmentWith(fragment: string, changes: readonly Change[]): string {
  return withQuery(
    fragment,
    new URLSearchParams(changes.map((change) => [SET_PARAMETER, changeText(change)])),
  );
}

/** The `fairshare` command that reproduces the results of these changes. An opened paper is in a `file`. */
export function commandOf(
  experiment: string,
  changes: readonly Change[],
  seeds: number,
  file?: string,
): string {
  const quoted = (text: string): string =>
    /^[\w.=+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
  const sets = changes.map((change) => ` --set ${quoted(changeText(change))}`);
  const of = file === undefined ? "" : `--file ${quoted(file)} `;
  return `fairshare papers ${of}${experiment} --seeds ${seeds}${sets.join("")}`;
}
