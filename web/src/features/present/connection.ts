// The connection between the two windows: a port that the projected window sends to the lecturer's window
// when this window requests it. The projected window has opened the lecturer's window. Both windows are on
// one machine and belong to the same site. Each of them can be loaded again: the lecturer's window asks until
// it gets a port, and asks again after the projected window was loaded again.
import { desk, type PartMessage } from "../../extension/desk.ts";
import { LECTURER } from "../../extension/notes.ts";
import { type CodePlace, type Laser, presenterStore, reset } from "./presenterStore.ts";
import { type Hello, isHello } from "./window.ts";

const PORT = "fairshare-presenter-port";

/**
 * The time between two checks whether the other window is still open. A window that crashes does not notify
 * the other window.
 */
const CHECK_MS = 500;

type Message =
  | { readonly kind: "part"; readonly message: PartMessage }
  | { readonly kind: "frozen"; readonly frozen: boolean }
  | { readonly kind: "laser"; readonly laser: Laser | null }
  | { readonly kind: "code"; readonly code: CodePlace }
  | { readonly kind: "bye" };

/** A message to a page from a file cannot name its origin. */
const target = (): string => (location.origin === "null" ? "*" : location.origin);

let port: MessagePort | null = null;

const send = (message: Message): void => port?.postMessage(message);

const isFrozen = (): boolean => presenterStore.getState().frozen;

/** While the picture is frozen, changes in one window are not sent to the other. */
const sendPart = (message: PartMessage): void => {
  if (!isFrozen()) send({ kind: "part", message });
};

/**
 * Waits for the lecturer's window. Calls `onClosed` when it is closed. Returns the function that ends the
 * connection.
 */
export function connectProjected(popup: Window, pause: () => void, onClosed: () => void): () => void {
  presenterStore.setState({ state: "waiting" });
  const greet = ({ source, data }: MessageEvent<unknown>): void => {
    if (source !== popup || !isHello(data)) return;
    const channel = new MessageChannel();
    reset("connected");
    use(channel.port1, (message) => receiveProjected(message, pause));
    popup.postMessage(PORT, target(), [channel.port2]);
    desk.connect("projected", !data.leads, sendPart);
  };
  addEventListener("message", greet);
  const stopChecks = endWhenClosed(popup, () => {
    disconnect("off");
    onClosed();
  });
  return () => {
    removeEventListener("message", greet);
    stopChecks();
    disconnect("off");
  };
}

function receiveProjected(message: Message, pause: () => void): void {
  switch (message.kind) {
    case "part":
      desk.receive(message.message);
      break;
    case "frozen":
      presenterStore.setState({ frozen: message.frozen });
      if (message.frozen) pause();
      // The view that the lecturer has prepared replaces the changes that were made here in the meantime.
      else desk.follow();
      break;
    case "laser":
      presenterStore.setState({ laser: message.laser });
      break;
    case "code":
      presenterStore.setState({ code: message.code });
      break;
    case "bye":
      // The lecturer's window is closed or loaded again. Its tools end with it.
      disconnect("waiting");
      break;
  }
}

/** Asks the window that opened this one for a port. Returns the function that ends the connection. */
export function connectLecturer(opener: Window): () => void {
  let wasConnected = false;
  const ask = (): void => {
    if (presenterStore.getState().state !== "waiting") return;
    const hello: Hello = { kind: LECTURER, leads: wasConnected };
    opener.postMessage(hello, target());
  };
  const accept = ({ source, data, ports }: MessageEvent<unknown>): void => {
    const [received] = ports;
    if (source !== opener || data !== PORT || !received) return;
    reset("connected");
    use(received, (message) => {
      if (message.kind === "part" && !isFrozen()) desk.receive(message.message);
      if (message.kind === "bye") disconnect("waiting");
    });
    desk.connect("lecturer", wasConnected, sendPart);
    wasConnected = true;
  };
  presenterStore.setState({ state: "waiting" });
  addEventListener("message", accept);
  ask();
  const asking = setInterval(ask, CHECK_MS);
  const stopChecks = endWhenClosed(opener, () => {
    clearInterval(asking);
    disconnect("closed");
  });
  return () => {
    clearInterval(asking);
    removeEventListener("message", accept);
    stopChecks();
    disconnect("off");
  };
}

/** Freezes the picture of the projected window, or shows in it the view that the lecturer has prepared. */
export function setFrozen(frozen: boolean): void {
  presenterStore.setState({ frozen });
  send({ kind: "frozen", frozen });
  if (!frozen) desk.sendAll();
}

export function setCode(code: CodePlace): void {
  presenterStore.setState({ code });
  send({ kind: "code", code });
}

export const pointLaser = (laser: Laser | null): void => send({ kind: "laser", laser });

function use(next: MessagePort, receive: (message: Message) => void): void {
  port?.close();
  port = next;
  next.onmessage = ({ data }: MessageEvent<Message>) => receive(data);
}

function disconnect(state: "off" | "waiting" | "closed"): void {
  desk.disconnect();
  port?.close();
  port = null;
  reset(state);
}

/**
 * Calls `end` when the other window is closed, and notifies the other window when this window is closed.
 * Returns the function that ends both.
 */
function endWhenClosed(other: Window, end: () => void): () => void {
  const sayBye = (): void => send({ kind: "bye" });
  const timer = setInterval(() => {
    if (!other.closed) return;
    clearInterval(timer);
    end();
  }, CHECK_MS);
  addEventListener("pagehide", sayBye);
  return () => {
    clearInterval(timer);
    removeEventListener("pagehide", sayBye);
  };
}
