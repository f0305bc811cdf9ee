// What a feature shows on the stage: a card above the charts of the Lab that can be closed, or in place of the chart of a question.
import "./stageCard.css";
import { type ReactNode, useState } from "react";
import { browserStorage, readPreference, savePreference } from "../storage/storage.ts";
import { Disclosure } from "./surfaces.tsx";

interface StageCardProps {
  /** The class of the card, and the name under which the browser stores whether it is open. */
  readonly id: string;
  readonly title: string;
  readonly at: "lab" | "question";
  readonly presenting: boolean;
  readonly help: { readonly title: string; readonly text: string };
  readonly children: ReactNode;
}

export function StageCard({ id, title, at, presenting, help, children }: StageCardProps): ReactNode {
  const [shows, setShows] = useState(() => readPreference(browserStorage(), id) !== "off");
  if (at === "question")
    return (
      <section className={`stage-card ${id} is-face`} aria-label={title}>
        {children}
      </section>
    );
  return (
    <section className={`stage-card ${id} card${presenting ? " is-presenting" : ""}`} aria-label={title}>
      <Disclosure
        summary={title}
        open={shows}
        onToggle={(open) => {
          setShows(open);
          savePreference(browserStorage(), id, open ? "on" : "off");
        }}
      >
        {children}
        {!presenting && (
          <Disclosure summary={help.title}>
            <p className="faint text-s">{help.text}</p>
          </Disclosure>
        )}
      </Disclosure>
    </section>
  );
}
