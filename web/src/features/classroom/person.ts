// A phone in a room: its name, which is random, and its answer, so that a reload loses nothing.
import type { Drawing } from "../../tasks/prediction.ts";

export interface Person {
  readonly name: string;
  /** The question to which the answer belongs. */
  readonly question: number;
  readonly drawing: Drawing;
  readonly sent: boolean;
}

const keyOf = (code: string): string => `fairshare.class.${code}`;

function randomName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function readPerson(code: string): Person {
  const fresh: Person = { name: randomName(), question: 0, drawing: [], sent: false };
  try {
    const stored = sessionStorage.getItem(keyOf(code));
    return stored ? { ...fresh, ...(JSON.parse(stored) as Partial<Person>) } : fresh;
  } catch {
    return fresh;
  }
}

export function keepPerson(code: string, person: Person): void {
  try {
    sessionStorage.setItem(keyOf(code), JSON.stringify(person));
  } catch {
    // Without storage, a reload begins again with another name.
  }
}
