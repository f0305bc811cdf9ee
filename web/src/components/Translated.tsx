// A sentence of the simulator in the language of the page. One without a translation states that it is English.
import type { ReactNode } from "react";
import { translated } from "../language/sentences.ts";

export function Translated({ text, table }: { readonly text: string; readonly table: object }): ReactNode {
  const shown = translated(text, table);
  return <span lang={shown === text ? "en" : undefined}>{shown}</span>;
}
