// The room that this window leads: the code and the lecturer's key, which stay until the window is closed. A window that
// this one opens leads the same room.
const LED = "fairshare.class.led";

/** `CODE/KEY`, or null. */
export function ledRoom(): string | null {
  try {
    return sessionStorage.getItem(LED);
  } catch {
    return null;
  }
}

export function leadRoom(room: string): void {
  sessionStorage.setItem(LED, room);
}
