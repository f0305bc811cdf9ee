// Reports progress to a learning management system through the run-time interface of SCORM 1.2, and reads the
// state of the last session (SCORM Run-Time Environment 1.2, section 3.3). Lessons report with
// `reportProgress`; an assignment can report in the same way.
import type { Progress } from "../../extension/offers.ts";

/**
 * The interface that the learning management system provides as `API` in a window above the page. All
 * arguments and results are texts.
 */
export interface ScormApi {
  LMSInitialize(parameter: ""): string;
  LMSFinish(parameter: ""): string;
  LMSGetValue(element: string): string;
  LMSSetValue(element: string, value: string): string;
  LMSCommit(parameter: ""): string;
}

/** The largest number of characters of `cmi.suspend_data`. */
export const MAX_SUSPEND_DATA = 4096;

/** The specification lets a page search this many windows above itself. */
const MAX_PARENTS = 500;

/**
 * Reports without a new score are committed after this time, because a commit can be a request to a server.
 */
const COMMIT_DELAY_MS = 5000;

type WindowWithApi = Window & { readonly API?: ScormApi | null };

/**
 * The interface in a window, in the windows above it, or in those above its opener. Null if there is none.
 */
export function findApi(from: Window): ScormApi | null {
  const above = (start: Window | null): ScormApi | null => {
    let current = start;
    for (let i = 0; current && i < MAX_PARENTS; i++) {
      try {
        const { API } = current as WindowWithApi;
        if (API) return API;
      } catch {
        // A window of another origin cannot be read.
      }
      if (current.parent === current) return null;
      current = current.parent;
    }
    return null;
  };
  return above(from) ?? above(from.opener as Window | null);
}

/** A duration as the specification writes it: HHHH:MM:SS.SS. */
export function scormTime(ms: number): string {
  const hundredths = Math.floor(ms / 10);
  const pad = (n: number, digits: number): string => String(n).padStart(digits, "0");
  const seconds = Math.floor(hundredths / 100);
  const hours = pad(Math.floor(seconds / 3600), 4);
  return `${hours}:${pad(Math.floor(seconds / 60) % 60, 2)}:${pad(seconds % 60, 2)}.${pad(hundredths % 100, 2)}`;
}

export class ScormSession {
  readonly #api: ScormApi;
  readonly #started: number;
  readonly #now: () => number;
  #state: string;
  #committedScore = "";
  #timer: ReturnType<typeof setTimeout> | undefined;
  #finished = false;
  #complete = false;

  /** Begins a session. Null if the learning management system refuses. */
  static begin(api: ScormApi, now: () => number = () => performance.now()): ScormSession | null {
    return api.LMSInitialize("") === "true" ? new ScormSession(api, now) : null;
  }

  private constructor(api: ScormApi, now: () => number) {
    this.#api = api;
    this.#now = now;
    this.#started = now();
    this.#state = api.LMSGetValue("cmi.suspend_data");
    const status = api.LMSGetValue("cmi.core.lesson_status");
    this.#complete = ["completed", "passed", "failed"].includes(status);
    api.LMSSetValue("cmi.core.score.min", "0");
    api.LMSSetValue("cmi.core.score.max", "100");
  }

  /** The state that the last session or the last report stored. */
  get state(): string {
    return this.#state;
  }

  report({ score, finished, states }: Progress): void {
    if (this.#finished) return;
    const raw = String(Math.round(score));
    const state = states.find(({ length }) => length <= MAX_SUSPEND_DATA);
    if (state !== undefined) {
      this.#state = state;
      this.#api.LMSSetValue("cmi.suspend_data", state);
    }
    this.#api.LMSSetValue("cmi.core.score.raw", raw);
    // What was completed once stays completed, also when the student begins again.
    this.#complete ||= finished;
    this.#api.LMSSetValue("cmi.core.lesson_status", this.#complete ? "completed" : "incomplete");
    if (raw !== this.#committedScore) {
      this.#committedScore = raw;
      this.#commit();
    } else this.#timer ??= setTimeout(() => this.#commit(), COMMIT_DELAY_MS);
  }

  /** Ends the session, once. The learning management system stores what was reported. */
  finish(): void {
    if (this.#finished) return;
    this.#finished = true;
    clearTimeout(this.#timer);
    this.#api.LMSSetValue("cmi.core.session_time", scormTime(this.#now() - this.#started));
    this.#api.LMSSetValue("cmi.core.exit", this.#complete ? "" : "suspend");
    this.#api.LMSCommit("");
    this.#api.LMSFinish("");
  }

  #commit(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#api.LMSCommit("");
  }
}

let session: ScormSession | null | undefined;

/**
 * The session of the page, if it is the page of a SCORM package and a learning management system was found.
 * It ends with the page.
 */
export function scormSession(): ScormSession | null {
  if (session !== undefined) return session;
  const api = globalThis.fairshareFile?.scorm ? findApi(window) : null;
  const begun = api && ScormSession.begin(api);
  if (begun) addEventListener("pagehide", () => begun.finish());
  session = begun;
  return begun;
}
