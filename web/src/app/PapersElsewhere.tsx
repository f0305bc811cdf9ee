// The section "Papers" of a saved file, which does not contain the experiments: a link to the page from which the file was saved.
import type { ReactNode } from "react";
import { pageBase } from "../scenario/pageAddress.ts";
import { addressOf } from "../scenario/route.ts";
import { E } from "../strings/embed.ts";
import { S } from "../strings/index.ts";

export default function PapersElsewhere(): ReactNode {
  return (
    <main className="boot" id="main" tabIndex={-1}>
      <h1>{S.app.papers}</h1>
      <p>{E.papersElsewhere}</p>
      <p>
        <a href={`${pageBase()}${addressOf("papers")}`}>{`${pageBase()}${addressOf("papers")}`}</a>
      </p>
    </main>
  );
}
