// The connection to the server of a room (sim-core/classroom/src/http.rs has its requests).
import { useEffect, useState } from "react";
import { pageBase } from "../../address/pageAddress.ts";
import type { BarPrediction, CurvePrediction } from "../../tasks/model.ts";
import type { CurvePoint } from "../../tasks/PredictPicture.tsx";

/** A question as everyone sees it. The server reads the first four parts: which values an answer has. */
export interface Question {
  readonly count: number;
  readonly low: number;
  readonly high: number;
  readonly whole: boolean;
  /** The lesson and the step, as in their address. */
  readonly step: string;
  readonly title: string;
  readonly ask: string;
  /** What is predicted, with the run before the prediction. */
  readonly what?: CurvePrediction | BarPrediction;
  readonly past?: readonly CurvePoint[];
  /** The answers to choose from. */
  readonly options?: readonly string[];
  /** How often each option was chosen when the question was asked for the first time. */
  readonly before?: readonly number[];
}

/** What is shown to everyone after a question. */
export interface Result {
  /** The values of the run where predictions have values, and its curve. */
  readonly actual?: readonly number[];
  readonly points?: readonly CurvePoint[];
  /** How often each option was chosen, and the right ones. Without the right ones, the question may be asked again. */
  readonly counts?: readonly number[];
  readonly right?: readonly number[];
  /** The sentence of the lesson after the answer. */
  readonly after?: string;
}

/** What everyone in the room sees. `id` counts the questions. */
export interface Shown {
  readonly id: number;
  readonly open: boolean;
  readonly question: Question | null;
  readonly result: Result | null;
}

/** What the lecturer sees as well. */
export interface Overview extends Shown {
  /** The address at which phones find the page. */
  readonly address: string;
  readonly people: number;
  readonly answers: readonly (readonly number[])[];
}

/** `live`, `lost` while the browser tries to connect again, `none` if there is no such room. */
export type Connection = "connecting" | "live" | "lost" | "none";

/** A request of a room: `CODE/events`, `CODE/answer`, or `CODE/lead/KEY/ask` and the like. */
const requestOf = (path: string): string => new URL(`class/${path}`, pageBase()).href;

/** The time after which a refused connection is tried again. */
const RETRY_MS = 4000;

/**
 * Follows a room, and connects again after a loss of the network or a sleep of the phone. Browsers open a lost stream again by
 * themselves; a refused one is opened again here.
 */
export function useRoom<T extends Shown>(path: string): readonly [T | null, Connection] {
  const [shown, setShown] = useState<T | null>(null);
  const [connection, setConnection] = useState<Connection>("connecting");
  useEffect(() => {
    let source: EventSource | null = null;
    let retry: ReturnType<typeof setTimeout> | undefined;
    const connect = (): void => {
      source = new EventSource(requestOf(path));
      source.onmessage = ({ data }: MessageEvent<string>) => {
        setShown(JSON.parse(data) as T);
        setConnection("live");
      };
      source.onerror = () => {
        setConnection("lost");
        if (source?.readyState !== EventSource.CLOSED) return;
        // A stream does not state why the server refused it.
        void fetch(requestOf(path), { method: "HEAD" })
          .then(({ status }) => setConnection(status === 404 || status === 403 ? "none" : "lost"))
          .catch(() => undefined);
        retry = setTimeout(connect, RETRY_MS);
      };
    };
    connect();
    // When a phone wakes up, its stream may be dead although no error was reported.
    const wake = (): void => {
      if (document.visibilityState !== "visible") return;
      clearTimeout(retry);
      source?.close();
      connect();
    };
    document.addEventListener("visibilitychange", wake);
    return () => {
      document.removeEventListener("visibilitychange", wake);
      clearTimeout(retry);
      source?.close();
    };
  }, [path]);
  return [shown, connection];
}

/** Why a message was not accepted. `network`: it did not reach the server. */
export type SendProblem = "network" | "unreadable" | "closed" | "full" | "tooFast" | "noRoom" | "noKey";

const send = async (path: string, message: unknown): Promise<SendProblem | null> => {
  try {
    const response = await fetch(requestOf(path), { method: "POST", body: JSON.stringify(message) });
    if (response.ok) return null;
    return ((await response.json()) as { readonly error: SendProblem }).error;
  } catch {
    return "network";
  }
};

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Sends an answer, and again while the network is lost or the server is busy: at most five times in a quarter of a minute. */
export async function sendAnswer(
  code: string,
  answer: { readonly question: number; readonly person: string; readonly values: readonly number[] },
): Promise<SendProblem | null> {
  for (let attempt = 1; ; attempt++) {
    const problem = await send(`${code}/answer`, answer);
    if ((problem !== "network" && problem !== "tooFast") || attempt === 5) return problem;
    await wait(1000 * attempt);
  }
}

export const ask = (room: string, question: Question): Promise<SendProblem | null> =>
  send(`${lead(room)}/ask`, question);

export const reveal = (room: string, result: Result): Promise<SendProblem | null> =>
  send(`${lead(room)}/reveal`, result);

/** The path of the lecturer's requests for `CODE/KEY`. */
const lead = (room: string): string => room.replace("/", "/lead/");

/** The lecturer's view of the room `CODE/KEY`. */
export const useLedRoom = (room: string): readonly [Overview | null, Connection] =>
  useRoom<Overview>(`${lead(room)}/events`);
