// The worker's side: loads the WebAssembly that the page names, and answers its calls.
import type { PanicReport } from "../../generated/types.ts";
import type { CallMessage, Calls, Refusal, ReplyMessage, WasmProgram } from "./calls.ts";

interface WorkerScope {
  onmessage: ((event: MessageEvent<CallMessage>) => void) | null;
  postMessage(message: ReplyMessage, transfer?: Transferable[]): void;
}

// In the DOM library's types, `self` is a window, but this file runs in a dedicated worker.
declare const self: WorkerScope;

/** The facts about a call that its handler gets. */
export interface CallContext<Frame = never> {
  /** Whether the page does not need the answer any more. */
  isCancelled(): boolean;
  /** Moves a buffer of the answer to the page instead of copying it. */
  transfer(...buffers: Transferable[]): void;
  /** Sends a frame before the answer, and moves its buffers. */
  send(frame: Frame, ...buffers: Transferable[]): void;
  /** Calls `onChange` when the page is ready for another frame, and when it cancels the call. */
  listen(onChange: (change: "credit" | "cancel") => void): void;
}

export type Handlers<C extends Calls> = {
  readonly [Name in keyof C]: (
    argument: C[Name]["argument"],
    context: CallContext<C[Name]["frame"]>,
  ) => C[Name]["answer"] | Promise<C[Name]["answer"]>;
};

type AnyHandlers = Readonly<Record<string, (argument: unknown, context: CallContext<unknown>) => unknown>>;

/** Every script of wasm-bindgen exports a function that loads the WebAssembly. */
interface LoadableScript {
  default(options: { module_or_path: WebAssembly.Module }): Promise<unknown>;
}

/** The issues that an error of the WebAssembly states as JSON. Null if it states none. */
export function issuesOf(
  error: unknown,
): readonly { readonly path: string; readonly message: string }[] | null {
  try {
    const report: unknown = JSON.parse(messageOf(error));
    if (typeof report === "object" && report !== null && "issues" in report && Array.isArray(report.issues))
      return report.issues;
  } catch {
    // The message is not JSON.
  }
  return null;
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The message of a panic of the WebAssembly, which it throws as JSON, or of another error. */
function faultOf(error: unknown): string {
  try {
    const { panic } = JSON.parse(messageOf(error)) as Partial<PanicReport>;
    if (panic) return panic.place ? `${panic.message} (${panic.place})` : panic.message;
  } catch {
    // The message is not JSON.
  }
  return messageOf(error);
}

/** An error without issues is a fault, after which the WebAssembly cannot be used. */
function refusalOf(error: unknown, withPaths = true): Refusal {
  const issues = issuesOf(error);
  if (issues === null) return { message: faultOf(error), isFault: true };
  const lines = issues.map(({ path, message }) => (withPaths && path ? `${path}: ${message}` : message));
  return { message: lines.join("\n"), isFault: false };
}

/** A refusal whose issues are stated without their paths. */
export const refusalInWords = (error: unknown): Refusal => refusalOf(error, false);

/**
 * Holds a lock until the worker ends. The page waits for the lock and so learns that the worker has ended. False if the
 * browser has no locks here.
 */
function holdLock(name: string): Promise<boolean> {
  return new Promise((resolve) => {
    if (!navigator.locks) resolve(false);
    else
      navigator.locks
        .request(name, () => {
          resolve(true);
          return new Promise<never>(() => undefined);
        })
        .catch(() => resolve(false));
  });
}

/** Loads the script of a WebAssembly. Without WebAssembly, the result is null. */
async function loadScript(wasm: WasmProgram | null): Promise<unknown> {
  if (!wasm?.script) return null;
  const script = (await import(/* @vite-ignore */ wasm.script)) as LoadableScript;
  await script.default({ module_or_path: wasm.module });
  return script;
}

/**
 * Answers calls with the handlers that `create` makes from the script of the WebAssembly, which `load` loads. A handler
 * that returns a promise lets other calls begin before it is done.
 */
export function serveCalls<C extends Calls, Script = null>(
  create: (script: Script) => Handlers<C>,
  describe: (error: unknown) => Refusal = refusalOf,
  load: (wasm: WasmProgram | null) => Promise<unknown> = loadScript,
): void {
  let handlers: AnyHandlers | null = null;
  const early: CallMessage[] = [];
  /** The calls that are not answered, with what their handlers do when they change. */
  const running = new Map<number, (change: "credit" | "cancel") => void>();

  const answer = async ({ number, name, argument }: CallMessage & { type: "call" }): Promise<void> => {
    running.set(number, () => undefined);
    const transfers: Transferable[] = [];
    const context: CallContext<unknown> = {
      isCancelled: () => !running.has(number),
      transfer: (...buffers) => transfers.push(...buffers),
      send: (frame, ...buffers) => {
        if (!context.isCancelled()) self.postMessage({ type: "frame", number, frame }, buffers);
      },
      listen: (onChange) => running.set(number, onChange),
    };
    try {
      const handler = handlers?.[name];
      if (!handler) throw new Error(`The worker has no call ${name}.`);
      const result = await handler(argument, context);
      if (!context.isCancelled()) self.postMessage({ type: "answer", number, answer: result }, transfers);
    } catch (error) {
      if (!context.isCancelled()) self.postMessage({ type: "refusal", number, ...describe(error) });
    } finally {
      running.delete(number);
    }
  };

  const change = (number: number, type: "credit" | "cancel"): void => {
    const onChange = running.get(number);
    if (type === "cancel") running.delete(number);
    onChange?.(type);
  };

  const receive = (message: CallMessage): void => {
    if (message.type === "open") void open(message);
    else if (handlers === null) early.push(message);
    else if (message.type === "ping") self.postMessage({ type: "pong" });
    else if (message.type === "call") void answer(message);
    else change(message.number, message.type);
  };

  const open = async ({ wasm, lock }: CallMessage & { type: "open" }): Promise<void> => {
    try {
      const [isLocked, script] = await Promise.all([holdLock(lock), load(wasm)]);
      // The page and the worker share the type of the calls, so every name has a handler for its argument.
      handlers = create(script as Script) as unknown as AnyHandlers;
      self.postMessage({ type: "ready", isLocked });
      for (const message of early.splice(0)) receive(message);
    } catch (error) {
      self.postMessage({ type: "unusable", message: messageOf(error) });
    }
  };

  self.onmessage = ({ data }) => receive(data);
}
