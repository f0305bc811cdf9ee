// One flow of a run as the page knows it.
export interface Member {
  /** The expanded id: `web.3`. */
  readonly id: string;
  readonly label: string;
  readonly algorithm: string;
  readonly role: string;
  readonly entity: string;
  /** When it starts; the earliest that it can where `startIsDrawn`. */
  readonly start: number;
  /** The document gives a range: when it started is known from the run alone (`startedMembers`). */
  readonly startIsDrawn?: boolean;
  readonly stop: number;
  readonly baseRtt: number;
  /** The directions of links that its data takes. */
  readonly route: readonly string[];
}
