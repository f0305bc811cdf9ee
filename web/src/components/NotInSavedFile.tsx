// A part of the page that a saved file does not contain: a link to the page from which the file was saved.
import type { ReactNode } from "react";
import { pageBase } from "../address/pageAddress.ts";
import { addressOf } from "../address/route.ts";

export function NotInSavedFile({
  title,
  text,
  at,
}: {
  readonly title: string;
  readonly text: string;
  /** The section and its page. */
  readonly at: Parameters<typeof addressOf>;
}): ReactNode {
  const address = `${pageBase()}${addressOf(...at)}`;
  return (
    <main className="boot stack gap-4 center soft" id="main" tabIndex={-1}>
      <h1>{title}</h1>
      <p>{text}</p>
      <p>
        <a href={address}>{address}</a>
      </p>
    </main>
  );
}

/** Replaces a part that has no page of its own. */
export default function Nothing(_: object): null {
  return null;
}
