// Answers the requests of the page that embeds a page with steps, such as a lesson, and reports its progress.
import { notesStore } from "../../extension/notes.ts";
import type { Json } from "../../generated/types.ts";
import { describe, openChannel, reportSize } from "./channel.ts";
import { PROTOCOL, Refusal, type Request, refuseUnknown } from "./protocol.ts";

/** Listens to the parent of the frame. Returns the function that stops. */
export function startLessonRemote(origin: string | null, version: string): () => void {
  const channel = openChannel(origin, (request, reply) => {
    const { id } = request;
    try {
      reply({ fairshare: PROTOCOL, id, ok: true, value: answer(request, version) });
    } catch (error) {
      reply({ fairshare: PROTOCOL, id, ok: false, error: describe(error) });
    }
  });
  if (!channel) return () => undefined;
  const { report } = channel;
  let [shown, solved, isReady]: [string | null | undefined, ReadonlySet<string>, boolean] = [
    undefined,
    new Set(),
    false,
  ];
  const look = (): void => {
    const notes = notesStore.getState();
    if (!notes) return;
    const { title, step, steps, id } = notes;
    if (!isReady) report({ event: "ready", version, title, steps });
    if (!isReady || id !== shown) report({ event: "step", id, step, steps });
    // What was solved before the lesson was opened is part of `state`.
    for (const one of notes.solved)
      if (isReady && !solved.has(one))
        report({ event: "solved", id: one, solved: notes.solved.length, steps });
    [shown, solved, isReady] = [id, new Set(notes.solved), true];
  };
  const stops = [notesStore.subscribe(look), reportSize(report), channel.close];
  look();
  return () => {
    for (const stop of stops) stop();
  };
}

function answer({ method, params }: Request, version: string): Json {
  if (method !== "state")
    throw new Refusal(
      "method",
      "A lesson has no such method. It answers `state`, and reports `step` and `solved`.",
    );
  refuseUnknown(params, []);
  const notes = notesStore.getState();
  if (!notes) throw new Refusal("", "There is no lesson at this address, or it is not loaded yet.");
  const { title, step, steps, id, solved } = notes;
  return { title, id, step, steps, solved: [...solved], version };
}
