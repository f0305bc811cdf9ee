// Generated from the simulator's declarations by `npm run gen`. Do not edit.

/** Number of header values of a series block: key, revision, bin width in s, number of bins, first bin. */
export const SERIES_HEADER = 5;

/** Number of header values before the event rows: revision, number of rows, first row. */
export const EVENTS_HEADER = 3;

/** Number of values of an event row: time in s, code, index of the entity, value, count. */
export const EVENT_COLUMNS = 5;

/** The codes in event rows. */
export const EventCode = {
  drop: 1,
  loss: 2,
  mark: 3,
  timeout: 4,
  windowCut: 5,
  recoveryEnded: 6,
  flowStarted: 7,
  flowStopped: 8,
  transferComplete: 9,
  timelineChange: 10,
  receiverDrop: 11,
} as const;

/** The settings of a flow's host, with the algorithms that have them. */
export const HOST_SETTINGS = {
  stack: ["tahoe", "reno", "newreno", "sack", "cubic", "search", "careful_resume", "highspeed", "scalable", "bic", "htcp", "illinois", "binomial", "simd", "yeah", "hybla", "westwood", "vegas", "ledbat", "ledbat_pp", "copa", "bbr", "bbr3", "c4", "dctcp", "prague", "tpba", "hand", "own"],
  hystart: ["tahoe", "reno", "newreno", "sack", "cubic", "careful_resume", "highspeed", "scalable", "bic", "htcp", "illinois", "binomial", "simd", "yeah", "westwood", "dctcp", "prague", "tpba"],
} as const;

/** The state of a simulation after a step. */
export const StepState = {
  running: 0,
  complete: 1,
  stopped: 2,
} as const;
