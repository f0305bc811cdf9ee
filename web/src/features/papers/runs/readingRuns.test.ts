// The further runs of a claim's readings: one session after another, with their progress, and cancelled.
import { expect, test } from "vitest";
import type { ClaimLine, Judgement, Results } from "../../../charts/paper/index.ts";
import { type RunEnvironment, RunSession } from "../../../engine/experiments/runSession.ts";
import { FakePapers, MemoryStore } from "../../../engine/experiments/testPapers.ts";
import { ReadingRuns, readingsToRun } from "./readingRuns.ts";
import type { ResultsSession } from "./runSessions.ts";

const line: ClaimLine = {
  number: 1,
  text: "A claim",
  judged: true,
  checks: [],
  readings: [
    { what: "Another cell" },
    { what: "A change", changes: [{ path: "tcp", value: "newreno" }], only: [] },
    { what: "Another change", changes: [{ path: "buffer", value: "64" }], only: [] },
  ],
};

const agrees: Judgement = { verdict: "agrees", values: [] };

/** A session whose results have a judgement of the reading at this index only. */
function sessionFor(papers: FakePapers, reading: number): ResultsSession {
  let time = 0;
  const environment: RunEnvironment = {
    program: papers.program,
    store: new MemoryStore(),
    cores: 1,
    // Each reading of the clock is a second later, so that the progress is published at once.
    now: () => {
      time += 1000;
      return time;
    },
  };
  const scope = { experiment: "test", version: "1.0.0", definition: "abc", changes: [] };
  const readings = [0, 1, 2].map((i) => (i === reading ? agrees : null));
  return new RunSession(scope, environment, () => ({ outcomes: [{ readings }] }) as unknown as Results);
}

/** Waits until everything has happened that can happen now. */
async function settle(): Promise<void> {
  for (let i = 0; i < 6; i += 1) await new Promise((resolve) => setTimeout(resolve, 1));
}

test("only readings with changed scenarios need further runs", () => {
  expect(readingsToRun(line).map(({ what }) => what)).toEqual(["A change", "Another change"]);
});

test("the sessions run one after another, and each gives the judgements of its readings", async () => {
  const papers = new FakePapers();
  const runs = new ReadingRuns(line, [sessionFor(papers, 1), sessionFor(papers, 2)]);
  void runs.start();
  const seen: string[] = [];
  for (let i = 0; i < 8; i += 1) {
    await settle();
    const { finished, total, judged } = runs.state.getState();
    seen.push(`${finished} of ${total}, ${judged.filter((judgement) => judgement).length} judged`);
    papers.finish();
  }
  expect(seen[0]).toBe("0 of 8, 0 judged");
  expect(seen[3]).toBe("3 of 8, 0 judged");
  expect(seen[5]).toBe("5 of 8, 1 judged");
  await settle();
  expect(runs.state.getState()).toMatchObject({
    phase: "finished",
    finished: 8,
    judged: [null, agrees, agrees],
  });
});

test("runs that are cancelled can be started again, and finished runs are kept", async () => {
  const papers = new FakePapers();
  const runs = new ReadingRuns(line, [sessionFor(papers, 1)]);
  void runs.start();
  await settle();
  papers.finish();
  await settle();
  runs.cancel();
  expect(runs.state.getState()).toMatchObject({ phase: "idle", finished: 0, judged: [] });
  papers.runs.length = 0;
  void runs.start();
  await settle();
  expect(runs.state.getState()).toMatchObject({ phase: "running", finished: 1, total: 4 });
});
