// The strings of the interface. Each language has a file with the keys of `en`. `S` contains the strings of the language in use.
import { en } from "./en.ts";

/** The type of the strings of every language. */
export type Strings = typeof en;

export const S: Strings = en;
