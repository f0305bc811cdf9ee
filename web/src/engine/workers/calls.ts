// The messages between the page and its workers. Each worker declares its calls as a type: the arguments that the page
// passes, the answers that the worker returns, and the frames that it sends before an answer.

export interface Call<Argument, Answer, Frame = never> {
  readonly argument: Argument;
  readonly answer: Answer;
  readonly frame: Frame;
}

export type Calls = Readonly<Record<string, Call<unknown, unknown, unknown>>>;

/** The names of calls. */
export type NameOf<C extends Calls> = keyof C & string;

/**
 * A WebAssembly module that workers share, and the address of the script that wasm-bindgen generated for it. The address
 * is null if the program of the worker contains the script.
 */
export interface WasmProgram {
  readonly module: WebAssembly.Module;
  readonly script: string | null;
}

export type CallMessage =
  /** The first message. The worker keeps the lock until it ends. */
  | { readonly type: "open"; readonly wasm: WasmProgram | null; readonly lock: string }
  | {
      readonly type: "call";
      readonly number: number;
      readonly name: string;
      readonly argument: unknown;
    }
  /** The page is ready for another frame of a call. */
  | { readonly type: "credit"; readonly number: number }
  /** The answer is not needed any more. */
  | { readonly type: "cancel"; readonly number: number }
  /** Asks for a sign of life. */
  | { readonly type: "ping" };

export type ReplyMessage =
  /** The worker answers calls. `isLocked`: it holds the lock. */
  | { readonly type: "ready"; readonly isLocked: boolean }
  /** The worker cannot answer any call, and another worker would fail as well. */
  | { readonly type: "unusable"; readonly message: string }
  | { readonly type: "pong" }
  | { readonly type: "frame"; readonly number: number; readonly frame: unknown }
  | { readonly type: "answer"; readonly number: number; readonly answer: unknown }
  | ({ readonly type: "refusal"; readonly number: number } & Refusal);

/** Why a call has no answer. */
export interface Refusal {
  readonly message: string;
  /** Whether the worker cannot be used any more. */
  readonly isFault: boolean;
}
