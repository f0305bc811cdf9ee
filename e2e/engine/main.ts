// A page that holds the engine and nothing else, for browser tests and benchmarks of worker and WebAssembly.
import { createEngine } from "../../web/src/engine/engine.ts";

Object.assign(globalThis, { engine: createEngine() });
