// One flow of a run. If the document gives a flow a count, each copy is a member.
export interface Member {
  /** The id of the member, such as `web.3`. */
  readonly id: string;
  readonly label: string;
  readonly algorithm: string;
  readonly role: string;
  readonly entity: string;
  /** The start time. With `startIsRandom`, the earliest possible start. */
  readonly start: number;
  /**
   * Whether the document gives a range for the start. The actual start is then known only from the events of the run
   * (`startedMembers`).
   */
  readonly startIsRandom?: boolean;
  readonly stop: number;
  readonly baseRtt: number;
  /** The link directions on the route of the data packets. */
  readonly route: readonly string[];
}
