/**
 * One flow of a run. An entry of the document with a `count` defines several flows (members), such as `web.0`
 * and `web.1`.
 */
export interface Member {
  /** The id of the member, such as `web.3`. */
  readonly id: string;
  readonly label: string;
  readonly algorithm: string;
  readonly role: string;
  /** The name of the flow in the record, such as `flow:web.3`. */
  readonly entity: string;
  /** The start time, in simulated seconds. If `startIsRandom`, the earliest possible start. */
  readonly start: number;
  /**
   * Whether the document gives a range for the start. Then only the events of the run contain the actual
   * start (`startedMembers`).
   */
  readonly startIsRandom?: boolean;
  /** The stop time, in simulated seconds, at most the duration of the run. */
  readonly stop: number;
  /** The base RTT, in seconds. */
  readonly baseRtt: number;
  /** The time between full packets at the flow's fair share, in seconds. */
  readonly packetInterval: number;
  /** The link directions on the route of the data packets. */
  readonly route: readonly string[];
}
