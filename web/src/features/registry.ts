// The features of the page, in the order of their tabs and menu entries. To delete a feature, delete its folder and its
// line in this list (docs/architecture.md, "Features").
import type { Feature } from "../extension/feature.ts";
import { assignments } from "./assignments/manifest.ts";
import { call } from "./call/manifest.ts";
import { classroom } from "./classroom/manifest.ts";
import { compare } from "./compare/manifest.ts";
import { drive } from "./drive/manifest.ts";
import { embed } from "./embed/manifest.ts";
import { exports } from "./exports/manifest.ts";
import { kept } from "./kept/manifest.ts";
import { lessons } from "./lessons/manifest.ts";
import { line } from "./line/manifest.ts";
import { measured } from "./measured/manifest.ts";
import { models } from "./models/manifest.ts";
import { page } from "./page/manifest.ts";
import { papers } from "./papers/manifest.ts";
import { paths } from "./paths/manifest.ts";
import { player } from "./player/manifest.ts";
import { present } from "./present/manifest.ts";
import { program } from "./program/manifest.ts";
import { race } from "./race/manifest.ts";
import { reference } from "./reference/manifest.ts";
import { savedFile } from "./savedFile/manifest.ts";
import { scorm } from "./scorm/manifest.ts";
import { vary } from "./vary/manifest.ts";
import { wins } from "./wins/manifest.ts";

export const FEATURES: readonly Feature[] = [
  lessons,
  papers,
  race,
  reference,
  wins,
  drive,
  assignments,
  classroom,
  compare,
  call,
  page,
  player,
  program,
  models,
  measured,
  line,
  paths,
  vary,
  embed,
  kept,
  savedFile,
  scorm,
  exports,
  present,
];
