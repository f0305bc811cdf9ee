// A page that contains only the engine, for browser tests and benchmarks of the worker and the WebAssembly.
import { createEngine } from "../../web/src/engine/engine.ts";

declare global {
  interface Window {
    /** The engine of the test page e2e/engine; undefined on other pages. */
    engineUnderTest: ReturnType<typeof createEngine>;
  }
}

window.engineUnderTest = createEngine();
