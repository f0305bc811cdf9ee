// The example that the page opens without a link, and the list of the examples that are loaded. The other
// examples (examples.ts) are loaded when one of them is opened.
import { type Example, example, flow, LIMIT, setRtt } from "./example.ts";

export const FIRST_EXAMPLE: Example = example(
  "near-far",
  "rate",
  "A near and a far flow share one link",
  "The flow with the shorter round trip grows faster after every loss and gets the larger share.",
  {
    rate: 1e7,
    limit: { packets: 30 },
    flows: [flow("near", "near", "newreno", 0.02), flow("far", "far", "newreno", 0.08)],
    settings: { duration: 30 },
  },
  [
    { label: "Buffer of 15 packets", set: [[LIMIT, { packets: 15 }]] },
    { label: "Equal round trips", set: setRtt(0.02, "far") },
    {
      label: "Add UDP at 2 Mb/s",
      add: [
        flow("udp", "UDP", "udp", 0.04, {
          role: "background",
          source: { kind: "cbr", rate: 2e6 },
          start: 10,
        }),
      ],
    },
  ],
);

let loadedExamples: readonly Example[] = [FIRST_EXAMPLE];

/** Called by examples.ts when it is loaded. */
export function setLoadedExamples(examples: readonly Example[]): void {
  loadedExamples = examples;
}

/** The example with this id; undefined if there is none, or if it is not loaded. */
export function findExample(id: string | undefined): Example | undefined {
  return loadedExamples.find((e) => e.id === id);
}

/** Whether a loaded example has this title in its document. */
export const isExampleTitle = (title: string | undefined): boolean =>
  title !== undefined && loadedExamples.some((e) => e.title === title);

/** Loads the example with this id, and returns it; undefined if there is none. */
export async function loadExample(id: string): Promise<Example | undefined> {
  if (!findExample(id)) await import("./examples.ts");
  return findExample(id);
}
