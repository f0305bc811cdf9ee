// Reads assignments from files and links, and writes them. A link contains the compressed students' file.
import { pack, unpack } from "../../scenario/packed.ts";
import { isRecord } from "../../scenario/path.ts";
import { knownCharts } from "../lab/state/shownCharts.ts";
import { type Assignment, type AssignmentWithKey, MAX_POINTS } from "./model.ts";

/** The maximum size of an assignment in characters. */
const MAX_LENGTH = 1_000_000;

export type AssignmentRead =
  | { readonly ok: true; readonly assignment: Assignment }
  | { readonly ok: false; readonly reason: "broken" | "handIn" | "later" | "points" };

/**
 * Reads the students' or the lecturer's file. Its key is left out. The simulator validates the scenario when
 * it runs it.
 */
export function readAssignment(text: string): AssignmentRead {
  if (text.length > MAX_LENGTH) return { ok: false, reason: "broken" };
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return { ok: false, reason: "broken" };
  }
  if (!isRecord(value)) return { ok: false, reason: "broken" };
  if (value.fairshare === "hand-in") return { ok: false, reason: "handIn" };
  if (value.fairshare !== "assignment") return { ok: false, reason: "broken" };
  if (value.v !== 1) return { ok: false, reason: "later" };
  if (value.kind === "race") return readRace(value);
  const texts = [value.id, value.title, value.text, value.due, value.version];
  const lists = [value.charts, value.settings, value.controls, value.questions];
  if (
    texts.some((part) => typeof part !== "string") ||
    lists.some((part) => !Array.isArray(part)) ||
    !isRecord(value.scenario) ||
    !(value.charts as readonly unknown[]).every((chart) => typeof chart === "string") ||
    !(value.settings as readonly unknown[]).every(isSetting) ||
    !(value.controls as readonly unknown[]).every(isControl) ||
    !(value.questions as readonly unknown[]).every(isQuestion)
  )
    return { ok: false, reason: "broken" };
  if (!(value.questions as readonly unknown[]).every(hasPoints)) return { ok: false, reason: "points" };
  const { key: _key, ...rest } = value;
  const assignment = rest as unknown;
  return { ok: true, assignment: withKnownCharts(assignment as Assignment) };
}

/** A race: what the page shows of it. The WebAssembly reads its key. */
function readRace({ id, title, text = "", due = "" }: Readonly<Record<string, unknown>>): AssignmentRead {
  if (typeof id !== "string" || typeof title !== "string") return { ok: false, reason: "broken" };
  const lists = { charts: [], settings: [], controls: [], questions: [] };
  const texts = { id, title, text: String(text), due: String(due), version: "" };
  const scenario = { v: 1, flows: [] } as const;
  const assignment = { fairshare: "assignment", v: 1, kind: "race", seed: "same", scenario } as const;
  return { ok: true, assignment: { ...assignment, ...texts, ...lists } };
}

/** What belongs to one race: the id in both files, and the secret in the lecturer's file. */
export interface RaceKey {
  readonly id: string;
  readonly secret: string;
}

/** A random id and a random secret. */
export function newRaceKey(): RaceKey {
  const random = (bytes: number): string =>
    [...crypto.getRandomValues(new Uint8Array(bytes))]
      .map((byte) => byte.toString(16).padStart(2, "0"))
      .join("");
  return { id: random(8), secret: random(16) };
}

/** The lecturer's and the students' file of a race. */
export function raceFiles(
  { id, secret }: RaceKey,
  texts: Pick<Assignment, "title" | "text" | "due">,
): { readonly lecturer: string; readonly students: string } {
  const students = { fairshare: "assignment", v: 1, kind: "race", id, ...texts };
  const lecturer = { ...students, key: { secret } };
  const textOf = (file: object): string => `${JSON.stringify(file, null, 2)}\n`;
  return { lecturer: textOf(lecturer), students: textOf(students) };
}

/** Charts of a later version are left out. */
const withKnownCharts = (assignment: Assignment): Assignment => ({
  ...assignment,
  charts: knownCharts(assignment.charts) ?? ["rate", "queue"],
});

const isSetting = (value: unknown): boolean =>
  isRecord(value) && typeof value.path === "string" && typeof value.access === "string";

const isControl = (value: unknown): boolean =>
  isRecord(value) &&
  typeof value.id === "string" &&
  typeof value.label === "string" &&
  Array.isArray(value.options) &&
  value.options.length > 1 &&
  value.options.every(
    (option: unknown) => isRecord(option) && typeof option.label === "string" && Array.isArray(option.set),
  );

/** Whether the points of a question, if it states them, are a number that the check accepts. */
const hasPoints = (value: unknown): boolean => {
  const points = isRecord(value) ? (value.points ?? 1) : null;
  return typeof points === "number" && points >= 0 && points <= MAX_POINTS;
};

function isQuestion(value: unknown): boolean {
  if (!isRecord(value) || typeof value.id !== "string" || typeof value.ask !== "string") return false;
  const { intro = "", values = {}, oneControl = false } = value;
  if (typeof intro !== "string" || !isRecord(values) || typeof oneControl !== "boolean") return false;
  switch (value.kind) {
    case "choice":
      return Array.isArray(value.options) && value.options.every((option) => typeof option === "string");
    case "number":
      return typeof value.unit === "string" && typeof value.tolerance === "number";
    case "text":
      return true;
    case "goal":
      return Array.isArray(value.when);
    case "predict":
      return (
        isRecord(value.what) &&
        (value.what.kind === "curve" || (value.what.kind === "bars" && Array.isArray(value.what.bars)))
      );
    default:
      return false;
  }
}

/** The students' file: the assignment without the key. */
export function withoutKey({ key: _key, ...assignment }: AssignmentWithKey): Assignment {
  return assignment;
}

export const assignmentText = (assignment: Assignment): string => `${JSON.stringify(assignment, null, 2)}\n`;

/** The query of the address of an assignment. */
export const encodeAssignment = async (assignment: Assignment): Promise<string> =>
  `s=${await pack(JSON.stringify(assignment))}`;

/** The assignment in a parameter of an address. Never throws. */
export async function decodeAssignment(parameter: string): Promise<AssignmentRead> {
  const unpacked = await unpack(parameter);
  return typeof unpacked === "string" ? { ok: false, reason: "broken" } : readAssignment(unpacked.text);
}
