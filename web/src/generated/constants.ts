// Generated from the simulator's declarations by `npm run gen`. Do not edit.

/** Numbers at the start of a block of a series: key, revision, width of a bin in s, number of bins, first bin. */
export const SERIES_HEADER = 5;

/** Numbers before the rows of events: revision, number of rows, first row. */
export const EVENTS_HEADER = 3;

/** Numbers in a row of events: time in s, code, index of the entity, value, count. */
export const EVENT_COLUMNS = 5;

/** Codes in the rows of events. */
export const EventCode = {
  drop: 1,
  loss: 2,
  mark: 3,
  timeout: 4,
  windowCut: 5,
  recoveryLeft: 6,
  flowStarted: 7,
  flowStopped: 8,
  transferComplete: 9,
  timelineChange: 10,
  overrun: 11,
} as const;

/** Whether a simulation goes on after a step. */
export const StepState = {
  running: 0,
  complete: 1,
  stopped: 2,
} as const;
