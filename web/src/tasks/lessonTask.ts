// The place below the task of a step of a lesson, where features add parts.
import type { LessonRun } from "./measures.ts";
import type { Lesson, Step } from "./model.ts";
import type { Answer } from "./tasks.ts";

declare module "../extension/feature.ts" {
  interface PartPlaces {
    /** Below the task of a step of a lesson. */
    readonly lessonTask: {
      readonly lesson: Lesson;
      readonly step: Step;
      /** The run of the step as far as it is computed. */
      readonly run: LessonRun | null;
      /** Whether the page is projected, with large text. */
      readonly presenting: boolean;
      readonly onAnswer: (answer: Answer) => void;
    };
  }
}
