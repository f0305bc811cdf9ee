// The program of the simulator's worker.
import { Runner } from "./runner.ts";
import { instantiate, type Simulator } from "./simulator.ts";
import type { SimulatorCalls } from "./simulatorCalls.ts";
import { serveCalls } from "./workers/serve.ts";
import { createTurns } from "./workers/turns.ts";

const host = { clockMs: () => performance.now(), nextTurn: createTurns() };

serveCalls<SimulatorCalls, Simulator>(
  (simulator) => new Runner(simulator, host).handlers,
  undefined,
  async (wasm) => {
    if (!wasm) throw new Error("The simulator needs its WebAssembly.");
    return instantiate(wasm.module);
  },
);
