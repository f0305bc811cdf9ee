// The layout in which the page opens a scenario. Without a link, the user's last choice applies; the browser
// stores it.
import { frame } from "../extension/installed.ts";
import type { LabSession } from "../features/lab/state/session.ts";
import type { Layout } from "../scenario/layout.ts";
import type { Opening } from "../scenario/opening.ts";
import { browserStorage, readPreference, savePreference } from "../storage/storage.ts";

const PREFERENCE = "layout";

/** The layout in which the page shows an opened scenario. */
export function layoutOfOpening({ layout, link, refused }: Opening): Layout | null {
  if (layout !== undefined) return layout;
  const framed = frame();
  if (link || framed) {
    // `of` names the example of the link. It is left out, because the origin of the opened scenario names it, too.
    const { of: _of, ...own } = link?.view?.l ?? {};
    if (link?.view?.l) return own;
    return framed?.showsQuestion() ? {} : null;
  }
  return refused || readPreference(browserStorage(), PREFERENCE) === "all" ? null : {};
}

/** Shows one question about the scenario or everything, and stores the choice. */
export function chooseLayout(session: LabSession, choice: "all" | "face"): void {
  savePreference(browserStorage(), PREFERENCE, choice);
  // Like the answer to the question, the numbers cover the whole run, so that they do not change.
  if (choice === "all") session.store.setState({ coversWholeRun: true });
  session.setLayout(choice === "all" ? null : session.questionLayout);
}
