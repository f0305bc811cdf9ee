// Whether the page can show a document from a link or a file.
import type { EngineClient } from "../engine/types.ts";
import { withQuotationMarks } from "../features/lab/state/runController.ts";
import type { Issue, ScenarioDocument } from "../generated/types.ts";
import type { Opening } from "../scenario/opening.ts";
import { firstExample } from "./boot.ts";

/**
 * The simulator's message if a document from outside of the page has values of a wrong type or lacks some, so that the page
 * cannot show it. Other problems are shown with the scenario.
 */
export async function shapeProblem(engine: EngineClient, doc: ScenarioDocument): Promise<string | undefined> {
  const { issues } = await engine.check(JSON.stringify(doc));
  const isShape = ({ code }: Issue): boolean => code === "wrong_type" || code === "missing";
  const issue = withQuotationMarks(issues).find(isShape);
  return issue && `${issue.path}: ${issue.message.trim()}`;
}

/** The opening, or its refusal if the page cannot show the scenario of the link. */
export async function checkShape(engine: EngineClient, opening: Opening): Promise<Opening> {
  const { link, doc, comparison } = opening;
  const raw = link ? await shapeProblem(engine, doc) : undefined;
  if (raw !== undefined) return firstExample({ problem: "notAScenario", raw });
  const isCompared = comparison !== undefined && comparison !== "unreadable";
  const isUnreadable = isCompared && (await shapeProblem(engine, comparison.before)) !== undefined;
  return isUnreadable ? { ...opening, comparison: "unreadable" } : opening;
}
