// A saved file has neither the race nor the translation to Rust.
import type { ProgramActionsProps } from "./ProgramActions.tsx";

export default function ProgramActions(_: ProgramActionsProps): null {
  return null;
}
