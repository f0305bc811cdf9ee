// The parts of the lessons' scenarios. `flow` and `setRtt` assume the bottleneck's delay of 5 ms in each direction.

import { example } from "../../../examples/example.ts";
import type { FlowDocument, Limit, LinkDocument, ScenarioDocument } from "../../../generated/types.ts";

export { call, flow, LIMIT, LOSS, QUEUE, RATE, setRtt } from "../../../examples/example.ts";

interface Setup {
  /** In bit/s. */
  readonly rate: number;
  readonly limit: Limit;
  readonly queue?: NonNullable<LinkDocument["queue"]>;
  readonly schedule?: NonNullable<LinkDocument["schedule"]>;
  readonly loss?: NonNullable<LinkDocument["loss"]>;
  readonly flows: readonly FlowDocument[];
  /** In seconds. */
  readonly duration: number;
  readonly settings?: Partial<ScenarioDocument>;
}

/** Flows that share one link, built as the examples of the Lab are. */
export function dumbbell(title: string, { duration, settings, ...setup }: Setup): ScenarioDocument {
  const whole = { ...setup, settings: { duration, ...settings } };
  const unused = { label: "" };
  const { note: _note, ...doc } = example("lesson", "rate", title, "", whole, [unused, unused, unused]).doc;
  return doc;
}
