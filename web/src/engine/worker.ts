// The worker's program: loads the simulator and passes the page's messages to a `Runner`.
import { compile } from "./compile.ts";
import type { FromWorker, ToWorker } from "./protocol.ts";
import { Runner } from "./runner.ts";
import { instantiate, type Simulator } from "./simulator.ts";

interface WorkerScope {
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
  postMessage(message: FromWorker, transfer: Transferable[]): void;
}

// In the DOM library's types, `self` is a window, but this file runs in a dedicated worker.
declare const self: WorkerScope;
const post = (message: FromWorker, transfer: Transferable[] = []): void =>
  self.postMessage(message, transfer);

/**
 * Returns a function that schedules a call of `work` after all pending tasks of the event loop, including
 * messages from the page. A nested timer would wait at least 4 ms.
 */
function createScheduler(work: () => void): () => void {
  const channel = new MessageChannel();
  channel.port1.onmessage = work;
  return () => channel.port2.postMessage(null);
}

/**
 * Creates the page's simulator from `module` or, if the message names an earlier release, the simulator of
 * the release.
 */
async function simulatorFor(
  message: ToWorker & { type: "init" },
  module: WebAssembly.Module,
): Promise<Simulator> {
  if (!message.release) return instantiate(module);
  const { boundary, scriptUrl, pageUrl } = message.release;
  const [{ releaseSimulator }, releasedScript] = await Promise.all([
    import("./releaseSimulator.ts"),
    import(/* @vite-ignore */ scriptUrl),
  ]);
  return releaseSimulator(boundary, releasedScript, module, async () => instantiate(await compile(pageUrl)));
}

async function start(message: ToWorker & { type: "init" }): Promise<void> {
  try {
    if (typeof WebAssembly !== "object") throw new Error("This browser has no WebAssembly.");
    const module = message.module ?? (await compile(message.url));
    const simulator = await simulatorFor(message, module);
    const runner = new Runner(simulator, { post, clockMs: () => performance.now(), createScheduler });
    self.onmessage = (event) => runner.receive(event.data);
    post({ type: "ready", version: simulator.version(), module });
    for (const early of earlyMessages.splice(0)) runner.receive(early);
  } catch (error) {
    post({ type: "unusable", message: error instanceof Error ? error.message : String(error) });
  }
}

const earlyMessages: ToWorker[] = [];
self.onmessage = (event) => {
  if (event.data.type === "init") void start(event.data);
  else earlyMessages.push(event.data);
};
