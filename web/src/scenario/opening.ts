// How the page opens a scenario.
import type { ScenarioDocument } from "../generated/types.ts";
import type { Layout } from "./layout.ts";
import type { LinkContent, LinkProblem } from "./shareLink.ts";
import type { Origin } from "./store.ts";

export interface RefusedLink {
  readonly problem: LinkProblem | "unknownExample" | "notAScenario";
  /** The fragment of the link, the unknown id of an example, or the simulator's message about the scenario. */
  readonly raw: string;
}

/** The run with which the author of a link compared: its document, and the result ID that it gave. */
export interface Comparison {
  readonly before: ScenarioDocument;
  readonly result: string;
}

export interface Opening {
  readonly doc: ScenarioDocument;
  readonly origin: Origin;
  /** The content of the link from which the scenario was opened; null for the first example. */
  readonly link: LinkContent | null;
  /** Default: the layout of the link, or without a link the layout that the user chose last. */
  readonly layout?: Layout | null;
  /** What the link compares the scenario with. */
  readonly comparison?: Comparison | "unreadable";
  readonly refused: RefusedLink | null;
}
