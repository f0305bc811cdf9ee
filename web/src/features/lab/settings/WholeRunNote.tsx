// The note at a control that cannot change during the run, shown while edits apply only after the playhead.
// While the pointer or the focus is on the control to which it belongs, it covers the neighbouring control,
// so that no control moves when the user chooses whether edits apply to the whole run.
import type { ReactNode } from "react";
import { S } from "../../../strings/index.ts";

/** The note, or nothing if the control can be used. */
export const wholeRunNote = (isDisabled: boolean): ReactNode =>
  isDisabled ? <span className="whole-run-note">{S.lab.onlyToWholeRun}</span> : undefined;
