// Reports to a learning management system, recorded by a stub of its interface.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { findApi, MAX_SUSPEND_DATA, type ScormApi, ScormSession, scormTime } from "./session.ts";

/** Stores what a page sets, as a learning management system does, and counts commits and ends. */
class StubApi implements ScormApi {
  readonly values = new Map<string, string>();
  calls: string[] = [];
  accepts = true;
  LMSInitialize = (): string => this.#called("Initialize", String(this.accepts));
  LMSFinish = (): string => this.#called("Finish", "true");
  LMSCommit = (): string => this.#called("Commit", "true");
  LMSGetValue = (element: string): string => this.values.get(element) ?? "";
  LMSSetValue = (element: string, value: string): string => {
    this.values.set(element, value);
    return "true";
  };
  #called(name: string, result: string): string {
    this.calls.push(name);
    return result;
  }
}

let api: StubApi;
beforeEach(() => {
  vi.useFakeTimers();
  api = new StubApi();
});
afterEach(() => void vi.useRealTimers());

const begin = (now = () => 0): ScormSession => {
  const session = ScormSession.begin(api, now);
  if (!session) throw new Error("the session was refused");
  return session;
};

test("a new score is committed at once", () => {
  const session = begin();
  session.report({ score: 40, finished: false, states: ["state"] });
  expect(Object.fromEntries(api.values)).toEqual({
    "cmi.core.score.min": "0",
    "cmi.core.score.max": "100",
    "cmi.core.score.raw": "40",
    "cmi.core.lesson_status": "incomplete",
    "cmi.suspend_data": "state",
  });
  expect(api.calls).toEqual(["Initialize", "Commit"]);
  session.report({ score: 40, finished: false, states: ["later"] });
  expect(api.calls).toHaveLength(2);
  vi.runAllTimers();
  expect(api.calls).toEqual(["Initialize", "Commit", "Commit"]);
});

test("what was completed stays completed", () => {
  api.values.set("cmi.core.lesson_status", "completed");
  begin().report({ score: 0, finished: false, states: [] });
  expect(api.values.get("cmi.core.lesson_status")).toBe("completed");
});

test("the end of a session is reported once", () => {
  let now = 0;
  const session = begin(() => now);
  now = 3_723_450;
  session.finish();
  session.finish();
  session.report({ score: 100, finished: true, states: ["x"] });
  expect(api.values.get("cmi.core.session_time")).toBe("0001:02:03.45");
  expect(api.values.get("cmi.core.exit")).toBe("suspend");
  expect(api.values.has("cmi.core.score.raw")).toBe(false);
  expect(api.calls).toEqual(["Initialize", "Commit", "Finish"]);
});

test("times have the form of the specification", () => {
  expect([0, 59_999, 36_000_000].map(scormTime)).toEqual(["0000:00:00.00", "0000:00:59.99", "0010:00:00.00"]);
});

test("a refused session reports nothing", () => {
  api.accepts = false;
  expect(ScormSession.begin(api)).toBeNull();
});

test("the interface is found above the page and above its opener", () => {
  const top = { API: api, parent: null as unknown, opener: null };
  top.parent = top;
  const frame = { parent: { parent: top } };
  expect(findApi(frame as unknown as Window)).toBe(api);
  const alone = { parent: null as unknown, opener: frame };
  alone.parent = alone;
  expect(findApi(alone as unknown as Window)).toBe(api);
});

test("the first state that fits into its field is stored", () => {
  const session = begin();
  const states = ["x".repeat(MAX_SUSPEND_DATA + 1), "y".repeat(MAX_SUSPEND_DATA), "z"];
  session.report({ score: 0, finished: false, states });
  expect(api.values.get("cmi.suspend_data")).toBe(states[1]);
  session.report({ score: 0, finished: false, states: states.slice(0, 1) });
  expect(api.values.get("cmi.suspend_data")).toBe(states[1]);
});
