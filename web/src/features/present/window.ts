// How the two windows of a presentation identify each other. This file is part of the first download.
import { LECTURER } from "../../extension/notes.ts";

/**
 * The lecturer's window asks for a port. `leads`: its state applies to both, because the projected window was
 * loaded again.
 */
export interface Hello {
  readonly kind: typeof LECTURER;
  readonly leads: boolean;
}

export const isHello = (data: unknown): data is Hello => (data as Partial<Hello> | null)?.kind === LECTURER;

/** The name of the window that opened a lecturer's window. It stays when the window is loaded again. */
const PROJECTED = "fairshare-projected";

export const isProjected = (): boolean => window.name === PROJECTED;

export function setProjected(projected: boolean): void {
  window.name = projected ? PROJECTED : "";
}

/** Opens the lecturer's window, which shows the same state at first. Null if the browser refuses. */
export function openLecturer(): Window | null {
  const opened = open(location.href, LECTURER, "popup,width=1100,height=800");
  setProjected(opened !== null);
  return opened;
}
