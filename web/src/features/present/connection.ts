// The connection between the two windows: a port that the projected window, which opened the other one, sends to the lecturer's window
// when that window asks for it. Both windows are on one machine and belong to the same site.
import { desk, type PartMessage } from "./desk.ts";
import { type Laser, presenterStore, reset } from "./presenterStore.ts";

const HELLO = "fairshare-presenter-hello";
const PORT = "fairshare-presenter-port";

/** The time between two looks whether the other window is still open. A window that crashes says no goodbye. */
const CHECK_MS = 1000;

type Message =
  | { readonly kind: "part"; readonly message: PartMessage }
  | { readonly kind: "frozen"; readonly frozen: boolean }
  | { readonly kind: "laser"; readonly laser: Laser | null }
  | { readonly kind: "code"; readonly code: boolean }
  | { readonly kind: "bye" };

/** A message to a page from a file cannot name its origin. */
const target = (): string => (location.origin === "null" ? "*" : location.origin);

let port: MessagePort | null = null;

const send = (message: Message): void => port?.postMessage(message);

/** Waits for the lecturer's window. Calls `onClosed` when it is closed. Returns the function that ends the connection. */
export function connectProjected(popup: Window, pause: () => void, onClosed: () => void): () => void {
  presenterStore.setState({ state: "waiting" });
  const greet = ({ source, data }: MessageEvent<unknown>): void => {
    if (source !== popup || data !== HELLO) return;
    const channel = new MessageChannel();
    use(channel.port1, (message) => receiveProjected(message, pause));
    popup.postMessage(PORT, target(), [channel.port2]);
    presenterStore.setState({ state: "connected" });
    // While the picture is frozen, changes of the projected window do not reach the lecturer.
    desk.connect("projected", (message) => {
      if (!presenterStore.getState().frozen) send({ kind: "part", message });
    });
  };
  addEventListener("message", greet);
  return whileOpen(popup, () => {
    removeEventListener("message", greet);
    reset("off");
    onClosed();
  });
}

function receiveProjected(message: Message, pause: () => void): void {
  switch (message.kind) {
    case "part":
      desk.receive(message.message);
      break;
    case "frozen":
      presenterStore.setState({ frozen: message.frozen });
      if (message.frozen) pause();
      break;
    case "laser":
      presenterStore.setState({ laser: message.laser });
      break;
    case "code":
      presenterStore.setState({ code: message.code });
      break;
  }
}

/** Asks the window that opened this one for a port. Returns the function that ends the connection. */
export function connectLecturer(opener: Window): () => void {
  presenterStore.setState({ state: "waiting" });
  const accept = ({ source, data, ports }: MessageEvent<unknown>): void => {
    const [received] = ports;
    if (source !== opener || data !== PORT || !received) return;
    use(received, (message) => {
      if (message.kind === "part" && !presenterStore.getState().frozen) desk.receive(message.message);
    });
    presenterStore.setState({ state: "connected" });
    desk.connect("lecturer", (message) => {
      if (!presenterStore.getState().frozen) send({ kind: "part", message });
    });
  };
  addEventListener("message", accept);
  opener.postMessage(HELLO, target());
  return whileOpen(opener, () => {
    removeEventListener("message", accept);
    reset("closed");
  });
}

/** Keeps the picture of the projected window as it is, or shows there what the lecturer has prepared. */
export function setFrozen(frozen: boolean): void {
  presenterStore.setState({ frozen });
  send({ kind: "frozen", frozen });
  if (!frozen) desk.sendAll();
}

export function setCode(code: boolean): void {
  presenterStore.setState({ code });
  send({ kind: "code", code });
}

export const pointLaser = (laser: Laser | null): void => send({ kind: "laser", laser });

function use(next: MessagePort, receive: (message: Message) => void): void {
  port?.close();
  port = next;
  next.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.kind === "bye") onBye();
    else receive(data);
  };
}

let onBye: () => void = () => undefined;

/** Calls `end` once: when the other window says goodbye or is closed, or when the returned function is called. */
function whileOpen(other: Window, end: () => void): () => void {
  const sayBye = (): void => send({ kind: "bye" });
  const stop = (): void => {
    clearInterval(timer);
    removeEventListener("pagehide", sayBye);
    onBye = () => undefined;
    desk.disconnect();
    port?.close();
    port = null;
    end();
  };
  const timer = setInterval(() => {
    if (other.closed) stop();
  }, CHECK_MS);
  // A window that is reloaded says goodbye as well, but it stays open and greets again.
  onBye = () => {
    if (other.closed) stop();
  };
  addEventListener("pagehide", sayBye);
  return stop;
}
