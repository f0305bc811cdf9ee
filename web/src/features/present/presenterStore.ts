// The state that each window of a presentation has about the other window, apart from the shared state
// (desk.ts).
import { createStore } from "zustand/vanilla";

/** What the lecturer sees of a lesson. */
export interface LessonNotes {
  readonly title: string;
  /** The number of the shown step, starting with 1. */
  readonly step: number;
  readonly steps: number;
  /** Null if the step has no notes. */
  readonly text: string | null;
  /** The text and the task of the next step. Null after the last step. */
  readonly next: readonly string[] | null;
  /** The page of the step in the section of the lessons. */
  readonly page: string;
  /** Shows another step by its index, also if the present one is not solved. */
  readonly show: (step: number) => void;
}

/** A position in the projected window: an element of the page, and the shares of its width and height. */
export interface Laser {
  readonly on: string;
  readonly x: number;
  readonly y: number;
}

export interface PresenterState {
  readonly state: "off" | "waiting" | "connected" | "closed";
  readonly frozen: boolean;
  readonly laser: Laser | null;
  /** Whether the projected window shows the QR code. */
  readonly code: boolean;
  readonly notes: LessonNotes | null;
}

const NOTHING: PresenterState = { state: "off", frozen: false, laser: null, code: false, notes: null };

export const presenterStore = createStore<PresenterState>(() => NOTHING);

/** The state after the other window was closed. The notes belong to this window. */
export const reset = (state: PresenterState["state"]): void =>
  presenterStore.setState({ ...NOTHING, state, notes: presenterStore.getState().notes });
