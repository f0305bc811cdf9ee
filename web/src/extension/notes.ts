// The notes that a page gives to a lecturer, who sees them in a window of their own.
import { createStore } from "zustand/vanilla";

export interface Notes {
  readonly title: string;
  /** The number of the shown step, starting with 1. */
  readonly step: number;
  readonly steps: number;
  /** The id of the shown step. Null after the last one. */
  readonly id: string | null;
  /** The ids of the solved steps. */
  readonly solved: readonly string[];
  /** Null if the step has no notes. */
  readonly text: string | null;
  /** What is expected of the students. Null if that is only known later, or nothing is asked. */
  readonly expected: string | null;
  /** The text and the task of the next step. Null after the last step. */
  readonly next: readonly string[] | null;
  /** The address of the step within its section. */
  readonly page: string;
  /** Shows another step by its index, also if the present one is not solved. */
  readonly show: (step: number) => void;
}

/** The notes of the shown page. Null if it has none. */
export const notesStore = createStore<Notes | null>(() => null);

/** The name of the lecturer's window, which stays when the window is loaded again. */
export const LECTURER = "fairshare-presenter";

/** Whether this is the lecturer's window of a presentation. */
export const isLecturer = (): boolean => window.name === LECTURER && window.opener !== null;
