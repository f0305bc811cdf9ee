// The texts about what the page keeps in this browser: the dialog that saves and loads it, and the notice that the
// browser refuses to store it.
import { localized } from "./localized.ts";

export const KEPT = localized("kept", {
  intro:
    "What you make is stored in this browser only: scenarios, undo steps, progress in lessons, assignments, checked hand-ins and choices. It is lost when you clear the data of this site or close a private window. Save it as one file to keep it, or to move it to another browser.",
  refused:
    "This browser does not let the page store anything more. Your work lasts until you close this page. Save it as a file now.",
  counts: {
    scenarios: (n: number) => (n === 1 ? "1 scenario" : `${n} scenarios`),
    lessons: (n: number) => (n === 1 ? "1 lesson" : `${n} lessons`),
    works: (n: number) => (n === 1 ? "1 assignment in work" : `${n} assignments in work`),
    lists: (n: number) => (n === 1 ? "1 list of hand-ins" : `${n} lists of hand-ins`),
  },
  inBrowser: "In this browser:",
  inFile: "In the file:",
  save: "Save everything as a file",
  load: "Load a file\u2026",
  problems: {
    "too-big": "The file is too large. Files with the data of a browser have at most 64 MB.",
    "not-kept":
      "This is no file with the data of a browser. To open a scenario, choose Examples, then Open a file.",
    newer: "A later version of Fairshare wrote this file. Open it there, or update this page.",
  },
  conflicts: (n: number) =>
    n === 1
      ? "One thing is in both with different contents. Keep:"
      : `${n} things are in both with different contents. Keep:`,
  ofBrowser: "what is in this browser",
  ofFile: "what is in the file",
  opens:
    "The scenario of the file is opened with its undo steps. The scenario that is open now stays under Recent.",
  confirm: "Load and restart the page",
  unstored: (n: number) =>
    n === 1
      ? "The browser had no space for one thing of the file. Delete data of other pages, then load the file again."
      : `The browser had no space for ${n} things of the file. Delete data of other pages, then load the file again.`,
  notStored: "This browser cannot store your work.",
  notStoredAdvice:
    "It lasts until you close this page: the storage is full or not allowed. Save it as a file before you leave.",
} as const);
