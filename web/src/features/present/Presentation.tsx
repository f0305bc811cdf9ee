// What a presentation adds to the page: the connection with the lecturer's window, or the button that opens that window.
import "./present.css";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { Button } from "../../components/Button.tsx";
import { Icon } from "../../components/icons.tsx";
import type { PartPlaces } from "../../extension/feature.ts";
import { isLecturer, notesStore } from "../../extension/notes.ts";
import { Presenter } from "./Presenter.tsx";
import { presentTexts } from "./texts/index.ts";
import { isHello, openLecturer, setProjected } from "./window.ts";

export default function Presentation(props: PartPlaces["presentation"]): ReactNode {
  const { presenting, setPresenting } = props;
  const [popup, setPopup] = useState<Window | null>(null);
  const [refused, setRefused] = useState(false);
  useEffect(() => {
    // After this page was loaded again, it learns from the lecturer's window that it is being projected.
    const meet = ({ data, source, origin }: MessageEvent<unknown>): void => {
      if (!isHello(data) || origin !== location.origin) return;
      setPopup(source as Window);
      setPresenting(true);
    };
    addEventListener("message", meet);
    return () => removeEventListener("message", meet);
  }, [setPresenting]);
  useClicker();
  const open = (): void => {
    const opened = openLecturer();
    setPopup(opened);
    setRefused(opened === null);
  };
  const close = useCallback(() => {
    setPopup(null);
    setProjected(false);
  }, []);
  if (isLecturer() || popup) return <Presenter {...props} popup={popup} onClosed={close} />;
  return (
    presenting && (
      <div className="open-presenter fixed cluster">
        <Button onClick={open}>
          <Icon name="present" size={18} />
          {presentTexts.open}
        </Button>
        {refused && <p role="alert">{presentTexts.refused}</p>}
      </div>
    )
  );
}

/** The keys of a clicker lead to the next and the previous step of a lesson, in both windows. */
function useClicker(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const notes = notesStore.getState();
      const by = { PageDown: 1, PageUp: -1 }[event.key];
      if (!notes || by === undefined) return;
      event.preventDefault();
      // Steps of notes begin with 1, and those that are shown with 0. The last page is after the last step.
      const index = notes.step - 1 + by;
      if (index >= 0 && index <= notes.steps) notes.show(index);
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
}
