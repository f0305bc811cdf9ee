// A part of the page that a saved file does not contain: a link to the page from which the file was saved.
import type { ReactNode } from "react";
import { pageBase } from "../address/pageAddress.ts";
import { addressOf } from "../address/route.ts";
import { componentTexts } from "./texts/index.ts";

export interface NotInSavedFileProps {
  /** Without a title, the note is part of a page. */
  readonly title?: string;
  /** Whether the page is shown in the frame of another page. */
  readonly isFramed?: boolean;
  /** The section and its page. */
  readonly at: Parameters<typeof addressOf>;
}

export function NotInSavedFile({ title, isFramed = false, at }: NotInSavedFileProps): ReactNode {
  const address = `${pageBase()}${addressOf(...at)}`;
  const link = <a href={address}>{address}</a>;
  if (title === undefined)
    return (
      <p className="field-note">
        {componentTexts.notInSavedFile} {link}
      </p>
    );
  const content = (
    <>
      <h1>{title}</h1>
      <p>{componentTexts.notInSavedFile}</p>
      <p>{link}</p>
    </>
  );
  if (isFramed) return <article className="article stack gap-4 text-l">{content}</article>;
  return (
    <main className="boot stack gap-4 center soft" id="main" tabIndex={-1}>
      {content}
    </main>
  );
}
