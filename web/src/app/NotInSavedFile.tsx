// A section that a saved file does not contain: a link to the page from which the file was saved.
import type { ReactNode } from "react";
import { pageBase } from "../address/pageAddress.ts";
import { addressOf } from "../address/route.ts";

export function NotInSavedFile({
  title,
  text,
  section,
}: {
  readonly title: string;
  readonly text: string;
  readonly section: Parameters<typeof addressOf>[0];
}): ReactNode {
  const address = `${pageBase()}${addressOf(section)}`;
  return (
    <main className="boot" id="main" tabIndex={-1}>
      <h1>{title}</h1>
      <p>{text}</p>
      <p>
        <a href={address}>{address}</a>
      </p>
    </main>
  );
}
