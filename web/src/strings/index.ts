// The strings of the interface, by language. Each language is a file of its own with the same keys; `S` is the language in use.
import { en } from "./en.ts";

/** The keys of every language, and the arguments of those that take a number or a name. */
export type Strings = typeof en;

export const S: Strings = en;
