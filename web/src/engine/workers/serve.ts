// The worker's side: loads the WebAssembly that the page names, and answers its calls.
import type { CallMessage, Calls, Refusal, ReplyMessage } from "./calls.ts";

interface WorkerScope {
  onmessage: ((event: MessageEvent<CallMessage>) => void) | null;
  postMessage(message: ReplyMessage, transfer?: Transferable[]): void;
}

// In the DOM library's types, `self` is a window, but this file runs in a dedicated worker.
declare const self: WorkerScope;

/** The facts about a call that its handler gets. */
export interface CallContext {
  /** Whether the page does not need the answer any more. */
  isCancelled(): boolean;
  /** Moves a buffer of the answer to the page instead of copying it. */
  transfer(...buffers: Transferable[]): void;
}

export type Handlers<C extends Calls> = {
  readonly [Name in keyof C]: (
    argument: C[Name]["argument"],
    context: CallContext,
  ) => C[Name]["answer"] | Promise<C[Name]["answer"]>;
};

type AnyHandlers = Readonly<Record<string, (argument: unknown, context: CallContext) => unknown>>;

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

/** An error without issues is a fault, after which the WebAssembly cannot be used. */
function refusalOf(error: unknown): Refusal {
  const issues = issuesOf(error);
  if (issues === null) return { message: messageOf(error), isFault: true };
  const lines = issues.map(({ path, message }) => (path ? `${path}: ${message}` : message));
  return { message: lines.join("\n"), isFault: false };
}

/**
 * Holds a lock until the worker ends. The page waits for the lock and so learns that the worker has ended.
 */
function holdLock(name: string): Promise<void> {
  if (!navigator.locks) return Promise.resolve();
  return new Promise((resolve) => {
    void navigator.locks.request(name, () => {
      resolve();
      return new Promise<never>(() => undefined);
    });
  });
}

/**
 * Answers calls with the handlers that `create` makes from the script of the WebAssembly. Without
 * WebAssembly, the script is null. A handler that returns a promise lets other calls begin before it is done.
 */
export function serveCalls<C extends Calls, Script = null>(
  create: (script: Script) => Handlers<C>,
  describe: (error: unknown) => Refusal = refusalOf,
): void {
  let handlers: AnyHandlers | null = null;
  const early: CallMessage[] = [];
  const running = new Set<number>();

  const answer = async ({ number, name, argument }: CallMessage & { type: "call" }): Promise<void> => {
    running.add(number);
    const transfers: Transferable[] = [];
    const context: CallContext = {
      isCancelled: () => !running.has(number),
      transfer: (...buffers) => transfers.push(...buffers),
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

  const receive = (message: CallMessage): void => {
    if (message.type === "open") void open(message);
    else if (handlers === null) early.push(message);
    else if (message.type === "call") void answer(message);
    else running.delete(message.number);
  };

  const open = async ({ wasm, lock }: CallMessage & { type: "open" }): Promise<void> => {
    try {
      await holdLock(lock);
      const script = wasm && ((await import(/* @vite-ignore */ wasm.script)) as LoadableScript);
      if (wasm) await script?.default({ module_or_path: wasm.module });
      // The page and the worker share the type of the calls, so every name has a handler for its argument.
      handlers = create(script as Script) as unknown as AnyHandlers;
      self.postMessage({ type: "ready" });
      for (const message of early.splice(0)) receive(message);
    } catch (error) {
      self.postMessage({ type: "unusable", message: messageOf(error) });
    }
  };

  self.onmessage = ({ data }) => receive(data);
}
