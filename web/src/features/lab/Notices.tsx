// The notices above the charts: why there is no result, which engine computed it, and whether it is the result of the link.
import type { ReactNode } from "react";
import { ExpectedResultNotice, ReleaseNotice, RunProblems } from "./RunProblems.tsx";

export default function Notices(): ReactNode {
  return (
    <>
      <RunProblems />
      <ReleaseNotice />
      <ExpectedResultNotice />
    </>
  );
}
