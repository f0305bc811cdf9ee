// The check of hand-ins in a saved file, which does not contain the checks: a link to the page from which the
// file was saved.
import type { ReactNode } from "react";
import { pageBase } from "../../address/pageAddress.ts";
import { addressOf } from "../../address/route.ts";
import { A } from "../../strings/assignments.ts";

export function CheckView(_: { readonly version: string }): ReactNode {
  const address = `${pageBase()}${addressOf("assignments", "check")}`;
  return (
    <main className="lessons assignments" id="main" tabIndex={-1}>
      <h1>{A.check}</h1>
      <p>{A.checkElsewhere}</p>
      <p>
        <a href={address}>{address}</a>
      </p>
    </main>
  );
}
