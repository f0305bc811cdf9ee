// Texts at points.
import { type Column, type Mark, mark } from "../core/mark.ts";
import { svg } from "../core/svg.ts";
import { type Look, lookOf } from "./rule.ts";

/** One text per point, moved by `dx` and `dy` pixels. */
export function textMark(
  channels: { readonly x: Column; readonly y: Column },
  texts: readonly string[],
  look: Look,
  dx = 0,
  dy = 0,
): Mark {
  return mark(channels, ({ x, y }) =>
    texts.map((text, i) =>
      svg("text", { x: (x[i] ?? 0) + dx, y: (y[i] ?? 0) + dy, ...lookOf(look, i) }, text),
    ),
  );
}
