// The section "Vary" of a saved file, which does not contain the program of sweeps: a link to the page from which the file was saved.
import type { ReactNode } from "react";
import { pageBase } from "../scenario/pageAddress.ts";
import { addressOf } from "../scenario/route.ts";
import { VARY } from "../strings/vary.ts";

export default function VaryElsewhere(): ReactNode {
  const address = `${pageBase()}${addressOf("vary")}`;
  return (
    <main className="boot" id="main" tabIndex={-1}>
      <h1>{VARY.title}</h1>
      <p>{VARY.elsewhere}</p>
      <p>
        <a href={address}>{address}</a>
      </p>
    </main>
  );
}
