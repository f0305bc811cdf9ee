// One flow of a run. A flow with a count has one member for each of its copies.
export interface Member {
  /** The id of the member, such as `web.3`. */
  readonly id: string;
  readonly label: string;
  readonly algorithm: string;
  readonly role: string;
  readonly entity: string;
  /** The time of its start; with `startIsDrawn` the earliest possible one. */
  readonly start: number;
  /** The document gives a range for the start, so the actual start is known from the run only (`startedMembers`). */
  readonly startIsDrawn?: boolean;
  readonly stop: number;
  readonly baseRtt: number;
  /** The link directions that its data packets take. */
  readonly route: readonly string[];
}
