// Answers the requests of the page that embeds a scenario, and reports events to it.

import { findExample, loadExample } from "../../examples/firstExample.ts";
import type { Json, ScenarioDocument } from "../../generated/types.ts";
import { withSettings } from "../../scenario/edit.ts";
import { isPath } from "../../scenario/path.ts";
import { applySettings, decodeLink } from "../../scenario/shareLink.ts";
import { newOrigin } from "../../scenario/store.ts";
import type { LabServices } from "../lab/state/context.tsx";
import type { Run } from "../lab/state/labStore.ts";
import { describe, openChannel, reportSize } from "./channel.ts";
import type { Poster } from "./poster.ts";
import {
  PROTOCOL,
  Refusal,
  type Reply,
  type Report,
  type Request,
  readNumber,
  refuseUnknown,
} from "./protocol.ts";

/** The minimum time between two reports of the playhead. */
const TIME_INTERVAL_MS = 250;

/** The slowest and the fastest playback, in simulated seconds per second. */
const [SLOWEST, FASTEST] = [0.001, 100] as const;

type Params = Request["params"];
type Services = Pick<LabServices, "session" | "scenario">;

export interface RemoteOptions {
  /** The only accepted origin. Null: any. */
  readonly origin: string | null;
  /** Whether a scenario that the page sets plays at once. */
  readonly autoplay: boolean;
  readonly poster: Poster;
}

export class Remote {
  readonly #services: Services;
  readonly #options: RemoteOptions;
  /** Requests are answered one after another, so that `set` and `result` refer to the same scenario. */
  #queue: Promise<void> = Promise.resolve();

  constructor(services: Services, options: RemoteOptions) {
    this.#services = services;
    this.#options = options;
  }

  /** Listens to the parent of the frame. Returns the function that stops. */
  start(): () => void {
    const { session } = this.#services;
    const channel = openChannel(this.#options.origin, (request, reply) => this.#answer(request, reply));
    if (!channel) return () => undefined;
    const { report } = channel;
    const stops = [this.#reportPlayback(report), this.#reportResults(report), reportSize(report)];
    const { doc } = this.#services.scenario.getState();
    report({
      event: "ready",
      version: session.engineVersion,
      title: doc.title ?? "",
      duration: session.timeView.state.duration,
    });
    return () => {
      channel.close();
      for (const stop of stops) stop();
    };
  }

  #reportPlayback(report: (message: Report) => void): () => void {
    const { session } = this.#services;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const sendTime = (): void => {
      timer = undefined;
      report({ event: "time", t: session.playback.time });
    };
    const stops = [
      session.timeView.subscribe((now, before) => {
        if (now.playhead !== before.playhead) timer ??= setTimeout(sendTime, TIME_INTERVAL_MS);
      }),
      session.store.subscribe((now, before) => {
        if (now.playing !== before.playing)
          report({ event: now.playing ? "play" : "pause", t: session.playback.time });
      }),
      () => clearTimeout(timer),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }

  #reportResults(report: (message: Report) => void): () => void {
    return this.#services.session.store.subscribe(({ run }, before) => {
      if (!run?.outcome || (before.run?.outcome && before.run.id === run.id)) return;
      report({ event: "result", resultId: run.outcome.resultId, version: run.engineVersion });
    });
  }

  #answer(request: Request, reply: (message: Reply) => void): void {
    const { id } = request;
    const work = async (): Promise<void> => {
      try {
        reply({ fairshare: PROTOCOL, id, ok: true, value: await this.#perform(request) });
      } catch (error) {
        reply({ fairshare: PROTOCOL, id, ok: false, error: describe(error) });
      }
    };
    // A result may take long. Other requests do not wait for it.
    if (request.method === "result") void this.#queue.then(work);
    else this.#queue = this.#queue.then(work);
  }

  #perform({ method, params }: Request): Json | Promise<Json> {
    const { playback, timeView } = this.#services.session;
    const { poster } = this.#options;
    switch (method) {
      case "set":
        return this.#set(params);
      case "seek":
        refuseUnknown(params, ["t"]);
        poster.leave();
        playback.seek(readNumber(params, "t", 0, timeView.state.duration));
        return this.#state();
      case "play":
        refuseUnknown(params, ["speed"]);
        poster.leave();
        if (params["speed"] !== undefined) playback.setSpeed(readNumber(params, "speed", SLOWEST, FASTEST));
        playback.play();
        return this.#state();
      case "pause":
        refuseUnknown(params, []);
        playback.pause();
        return this.#state();
      case "state":
        refuseUnknown(params, []);
        return this.#state();
      case "result":
        refuseUnknown(params, []);
        return this.#result();
    }
  }

  #state(): Json {
    const { playback, timeView, engineVersion } = this.#services.session;
    return {
      t: playback.time,
      duration: timeView.state.duration,
      playing: playback.playing,
      computedTo: playback.computedTo,
      title: this.#services.scenario.getState().doc.title ?? "",
      version: engineVersion,
    };
  }

  async #set(params: Params): Promise<Json> {
    refuseUnknown(params, ["scenario", "link", "settings"]);
    const { scenario, session } = this.#services;
    const opened = await this.#documentOf(params);
    const doc = withSettings(opened ?? scenario.getState().doc, readSettings(params["settings"]));
    const verdict = await session.engine.check(JSON.stringify(doc));
    const [issue] = verdict.issues;
    if (!verdict.ok) throw new Refusal(placeOf(issue?.path), issue?.message ?? "The scenario is not valid.");
    if (opened) {
      scenario.getState().open(doc, newOrigin("own"));
      if (!this.#options.autoplay) session.playback.pause();
      this.#options.poster.reset();
    } else {
      scenario.getState().apply("embedding page", () => doc);
      // The problems of the previous document do not belong to this document.
      session.store.setState({ failure: null, issues: [] });
    }
    return { title: doc.title ?? "", duration: session.durationOf(doc) };
  }

  /** The scenario that a message opens. Null if it only changes settings of the open scenario. */
  async #documentOf({ scenario, link, settings }: Params): Promise<ScenarioDocument | null> {
    if (scenario !== undefined && link !== undefined)
      throw new Refusal("params", "State a scenario or a link, not both.");
    if (scenario !== undefined) {
      if (typeof scenario !== "object" || scenario === null || Array.isArray(scenario))
        throw new Refusal("params.scenario", "A scenario must be an object.");
      return scenario as ScenarioDocument;
    }
    if (link === undefined) {
      if (settings === undefined) throw new Refusal("params", "State a scenario, a link, or settings.");
      return null;
    }
    if (typeof link !== "string") throw new Refusal("params.link", "A link must be a text.");
    const decoded = await decodeLink(link.slice(Math.max(0, link.indexOf("#"))));
    if (decoded.kind === "scenario") return decoded.content.scenario;
    if (decoded.kind === "example") {
      await loadExample(decoded.example);
      const example = findExample(decoded.example);
      if (example) return applySettings(example.doc, decoded.settings);
      throw new Refusal("params.link", "The link names an example that does not exist.");
    }
    throw new Refusal("params.link", "This is not a complete share link.");
  }

  /** Waits for the result of the open scenario. */
  #result(): Promise<Json> {
    const { session, scenario } = this.#services;
    return new Promise((resolve, reject) => {
      const stops: (() => void)[] = [];
      const end = (finish: () => void): void => {
        for (const stop of stops.splice(0)) stop();
        finish();
      };
      const look = (): void => {
        const { run, failure, issues } = session.store.getState();
        const { doc } = scenario.getState();
        const [issue] = issues;
        if (failure) end(() => reject(new Refusal("", failure.message)));
        else if (issue) end(() => reject(new Refusal(placeOf(issue.path), issue.message)));
        else if (run?.outcome && run.doc === doc) end(() => resolve(resultOf(run)));
      };
      stops.push(session.store.subscribe(look), scenario.subscribe(look));
      look();
    });
  }
}

/** The result of a complete run, as plain JSON. Its flows have the names of the document in all languages. */
function resultOf({ doc, engineVersion, outcome }: Run): Json {
  const names = new Map((doc.flows ?? []).map(({ id, label }) => [id, label]));
  const flows = outcome?.summary.flows.map((flow) => ({ ...flow, label: names.get(flow.id) ?? flow.label }));
  return JSON.parse(
    JSON.stringify({
      resultId: outcome?.resultId,
      version: engineVersion,
      scenario: doc,
      summary: outcome && { ...outcome.summary, flows },
    }),
  ) as Json;
}

function readSettings(settings: unknown): readonly (readonly [string, Json | undefined])[] {
  if (settings === undefined) return [];
  if (typeof settings !== "object" || settings === null || Array.isArray(settings))
    throw new Refusal("params.settings", "Settings must be an object with a value for each path.");
  return Object.entries(settings as Record<string, Json>).map(([path, value]) => {
    if (!isPath(path)) throw new Refusal(`params.settings.${path}`, "This is not the path of a setting.");
    // Null means "not stated", because JSON has no undefined: the default applies.
    return [path, value === null ? undefined : value] as const;
  });
}

/** The position of a problem of the scenario. */
const placeOf = (path: string | undefined): string => (path ? `scenario.${path}` : "scenario");
