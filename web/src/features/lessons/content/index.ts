// All lessons, in the order of the list.
import type { Lesson } from "../model.ts";
import { AQM } from "./aqm.ts";
import { BUFFER } from "./buffer.ts";
import { BUFFERBLOAT } from "./bufferbloat.ts";
import { NEAR_FAR } from "./nearFar.ts";
import { OVERSHOOT } from "./overshoot.ts";
import { RECOVERY } from "./recovery.ts";
import { SAWTOOTH } from "./sawtooth.ts";

export const LESSONS: readonly Lesson[] = [SAWTOOTH, OVERSHOOT, NEAR_FAR, RECOVERY, BUFFER, BUFFERBLOAT, AQM];

export const findLesson = (id: string | null): Lesson | undefined =>
  LESSONS.find((lesson) => lesson.id === id);
