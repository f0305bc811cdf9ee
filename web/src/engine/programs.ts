// Passes the messages of the page to a runner. The simulator of the first visit has no interpreter of programs, so the
// other one is loaded before the first message that needs it.
import type { ScenarioDocument } from "../generated/types.ts";
import type { FromWorker, ToWorker } from "./protocol.ts";
import { newFailure, type Runner } from "./runner.ts";
import type { Simulator } from "./simulator.ts";

/** Whether a text is a document in which a flow has a program. */
export function hasProgram(text: string): boolean {
  if (!/own|\\u/.test(text)) return false;
  try {
    const { flows } = JSON.parse(text) as Partial<ScenarioDocument>;
    return Array.isArray(flows) && flows.some((flow) => flow?.algorithm === "own");
  } catch {
    return false;
  }
}

const needsPrograms = (message: ToWorker): boolean =>
  message.type === "compile" || ("text" in message && hasProgram(message.text));

/** The answer to a message that needs programs, if their interpreter could not be loaded. */
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
 * @param loadPrograms Loads the simulator with the interpreter of programs. Null if the runner's simulator has it, or if it is an earlier
 * release.
 */
export function receiver(
  runner: Runner,
  post: (message: FromWorker) => void,
  loadPrograms: (() => Promise<Simulator>) | null,
): (message: ToWorker) => void {
  let load = loadPrograms;
  /** Messages that arrived while the interpreter is being loaded, in their order. */
  let waiting: ToWorker[] | null = null;
  const receive = (message: ToWorker): void => {
    if (waiting && message.type !== "ping") waiting.push(message);
    else if (load && needsPrograms(message)) void prepare(load, message);
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
      const answer = refusal(first, `The interpreter of programs could not be loaded. (${cause})`);
      if (answer) post(answer);
    }
    const later: ToWorker[] = waiting;
    waiting = null;
    for (const message of later) receive(message);
  };
  return receive;
}
