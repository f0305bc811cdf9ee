// The messages between an embedded view and the page in whose frame it is. Requests are accepted only from the frame's parent
// and, if the address of the view names an origin, only from this origin.
import { idOf, PROTOCOL, Refusal, type Reply, type Report, type Request, readRequest } from "./protocol.ts";

export interface Channel {
  readonly report: (message: Report) => void;
  readonly close: () => void;
}

/** Listens to the parent of the frame, and passes its requests to `answer`. Null if the view is in no frame. */
export function openChannel(
  allowed: string | null,
  answer: (request: Request, reply: (message: Reply) => void) => void,
): Channel | null {
  const { parent } = window;
  if (parent === window) return null;
  const receive = ({ data, origin, source }: MessageEvent<unknown>): void => {
    if (source !== parent) return;
    if (allowed !== null && origin !== allowed) return;
    // A page from a file and a sandboxed frame have the origin "null", to which no message can be
    // addressed.
    const target = origin === "null" ? "*" : origin;
    const reply = (message: Reply): void => parent.postMessage(message, target);
    let request: Request | null;
    try {
      request = readRequest(data);
    } catch (error) {
      reply({ fairshare: PROTOCOL, id: idOf(data), ok: false, error: describe(error) });
      return;
    }
    if (request) answer(request, reply);
  };
  addEventListener("message", receive);
  return {
    report: (message) => parent.postMessage({ fairshare: PROTOCOL, ...message }, allowed ?? "*"),
    close: () => removeEventListener("message", receive),
  };
}

export const describe = (error: unknown): { readonly at: string; readonly message: string } => ({
  at: error instanceof Refusal ? error.at : "",
  message: error instanceof Error ? error.message : String(error),
});

/** Reports the height that the view needs, so that the page can adapt the height of the frame. */
export function reportSize(report: (message: Report) => void): () => void {
  let last = 0;
  const measure = (): void => {
    const height = Math.ceil(document.querySelector("#root > *")?.scrollHeight ?? 0);
    if (height === 0 || height === last) return;
    last = height;
    report({ event: "size", height });
  };
  const observer = new ResizeObserver(measure);
  observer.observe(document.body);
  const root = document.getElementById("root");
  if (root) observer.observe(root);
  measure();
  return () => observer.disconnect();
}
