// The state that each window of a presentation has about the other window, apart from the shared state
// (desk.ts).
import { createStore } from "zustand/vanilla";

/** A position in the projected window: an element of the page, and the shares of its width and height. */
export interface Laser {
  readonly on: string;
  readonly x: number;
  readonly y: number;
}

export type CodePlace = "none" | "corner" | "whole";

export interface PresenterState {
  readonly state: "off" | "waiting" | "connected" | "closed";
  readonly frozen: boolean;
  readonly laser: Laser | null;
  /** Where the projected window shows the QR code. */
  readonly code: CodePlace;
}

const NOTHING: PresenterState = { state: "off", frozen: false, laser: null, code: "none" };

export const presenterStore = createStore<PresenterState>(() => NOTHING);

/** The state after the other window was closed. */
export const reset = (state: PresenterState["state"]): void => presenterStore.setState({ ...NOTHING, state });
