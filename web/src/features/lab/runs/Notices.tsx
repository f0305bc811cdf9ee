// The notices above the charts: why there is no result, and which engine computed it.
import type { ReactNode } from "react";
import { ReleaseNotice, RunProblems } from "./RunProblems.tsx";

export default function Notices(): ReactNode {
  return (
    <>
      <RunProblems />
      <ReleaseNotice />
    </>
  );
}
