// The messages between the page and a worker that answers calls. Each worker declares its calls as a type:
// the arguments that the page passes, and the results that the worker returns.

export interface Call<Argument, Answer> {
  readonly argument: Argument;
  readonly answer: Answer;
}

export type Calls = Readonly<Record<string, Call<unknown, unknown>>>;

/** The names of calls. */
export type NameOf<C extends Calls> = keyof C & string;

/**
 * A WebAssembly module that workers share, and the address of the script that wasm-bindgen generated for it.
 */
export interface WasmProgram {
  readonly module: WebAssembly.Module;
  readonly script: string;
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
  /** The answer is not needed any more. */
  | { readonly type: "cancel"; readonly number: number };

export type ReplyMessage =
  /** The worker holds the lock and answers calls. */
  | { readonly type: "ready" }
  /** The worker cannot answer any call, and another worker would fail as well. */
  | { readonly type: "unusable"; readonly message: string }
  | { readonly type: "answer"; readonly number: number; readonly answer: unknown }
  | ({ readonly type: "refusal"; readonly number: number } & Refusal);

/** Why a call has no answer. */
export interface Refusal {
  readonly message: string;
  /** Whether the worker cannot be used any more. */
  readonly isFault: boolean;
}
