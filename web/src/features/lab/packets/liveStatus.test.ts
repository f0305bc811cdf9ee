// What the caption of the packets says about the queue.
import { expect, test } from "vitest";
import { viewTexts } from "../../../charts/views/texts/index.ts";
import { statusOf } from "./LivePackets.tsx";
import type { LiveState } from "./livePicture.ts";

const stateOf = (length: number): LiveState =>
  ({
    mode: "queues",
    isLoading: false,
    failure: "",
    perDot: 100,
    scene: { dots: [{ stage: "queue", length }] },
  }) as unknown as LiveState;

test("the caption calls bars packets only if each bar can be seen", () => {
  expect(statusOf(stateOf(4))).toContain(viewTexts.live.queues);
  expect(statusOf(stateOf(1))).toContain(viewTexts.live.thin);
});
