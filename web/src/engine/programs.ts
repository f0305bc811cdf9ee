// Passes the messages of the page to a runner. The simulator of the first visit has neither the algorithms that few
// scenarios use nor the interpreter of programs, so the whole one is loaded before the first message that needs it.
import { FIRST_ALGORITHMS } from "../generated/constants.ts";
import type { ScenarioDocument } from "../generated/types.ts";
import type { FromWorker, ToWorker } from "./protocol.ts";
import { newFailure, type Runner } from "./runner.ts";
import type { Simulator } from "./simulator.ts";

const firstAlgorithms: ReadonlySet<string> = new Set(FIRST_ALGORITHMS);

/** Whether a text is a document with an algorithm that the simulator of the first visit does not have, or does not exist. */
export function needsWhole(text: string): boolean {
  if (!/algorithm|\\u/.test(text)) return false;
  try {
    const { flows } = JSON.parse(text) as Partial<ScenarioDocument>;
    if (!Array.isArray(flows)) return false;
    return flows.some((flow) => typeof flow?.algorithm === "string" && !firstAlgorithms.has(flow.algorithm));
  } catch {
    return false;
  }
}

const isForWhole = (message: ToWorker): boolean =>
  message.type === "compile" || ("text" in message && needsWhole(message.text));

/** The answer to a message that needs the whole simulator, if it could not be loaded. */
function refusal(message: ToWorker, cause: string): FromWorker | null {
  const issues = [{ path: "", code: "not_loaded", message: cause }];
  switch (message.type) {
    case "check":
      return {
        type: "checked",
        questionId: message.questionId,
        result: { ok: false, issues, canonical: null, derived: null },
      };
    case "load":
      return {
        type: "failed",
        runId: message.runId,
        failure: { ...newFailure("invalid", cause), issues },
      };
    case "compile":
    case "explain":
    case "inspect":
    case "summary":
      return { type: "refused", questionId: message.questionId, message: cause };
    default:
      return null;
  }
}

/**
 * Returns the function that receives messages for the runner.
 * @param loadWhole Loads the whole simulator. Null if the runner has it.
 */
export function receiver(
  runner: Runner,
  post: (message: FromWorker) => void,
  loadWhole: (() => Promise<Simulator>) | null,
): (message: ToWorker) => void {
  let load = loadWhole;
  /** Messages that arrived while the simulator is being loaded, in their order. */
  let waiting: ToWorker[] | null = null;
  const receive = (message: ToWorker): void => {
    if (waiting && message.type !== "ping") waiting.push(message);
    else if (load && isForWhole(message)) void prepare(load, message);
    else runner.receive(message);
  };
  const prepare = async (loadNow: () => Promise<Simulator>, first: ToWorker): Promise<void> => {
    waiting = [];
    try {
      runner.setSimulator(await loadNow());
      load = null;
      runner.receive(first);
    } catch (error) {
      const cause = error instanceof Error ? error.message : String(error);
      const answer = refusal(
        first,
        `The simulator with programs and further algorithms could not be loaded. (${cause})`,
      );
      if (answer) post(answer);
    }
    const later: ToWorker[] = waiting;
    waiting = null;
    for (const message of later) receive(message);
  };
  return receive;
}
