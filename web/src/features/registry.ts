// The features of the page, in the order of their tabs and menu entries. To delete a feature, delete its folder and its
// line in this list (docs/architecture.md, "Features").
import type { Feature } from "../extension/feature.ts";
import { algorithms } from "./algorithms/manifest.ts";
import { assignments } from "./assignments/manifest.ts";
import { drive } from "./drive/manifest.ts";
import { exports } from "./exports/manifest.ts";
import { kept } from "./kept/manifest.ts";
import { lessons } from "./lessons/manifest.ts";
import { papers } from "./papers/manifest.ts";
import { race } from "./race/manifest.ts";
import { vary } from "./vary/manifest.ts";

export const FEATURES: readonly Feature[] = [
  lessons,
  papers,
  race,
  algorithms,
  drive,
  assignments,
  vary,
  kept,
  exports,
];
