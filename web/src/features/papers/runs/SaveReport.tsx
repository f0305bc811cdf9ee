// Saves the results of a session as the JSON that the command line prints.
import type { ReactNode } from "react";
import { download } from "../../../storage/file.ts";
import type { ResultsSession } from "./runSessions.ts";
import { paperRunTexts } from "./texts/index.ts";

export function SaveReport({
  session,
  id,
}: {
  readonly session: ResultsSession;
  readonly id: string;
}): ReactNode {
  const save = async (): Promise<void> => download(`${id}.json`, "application/json", await session.report());
  return (
    <button type="button" className="button" onClick={() => void save()}>
      {paperRunTexts.saveReport}
    </button>
  );
}
