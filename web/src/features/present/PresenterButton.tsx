// The button that opens the lecturer's window, and the note if the browser refuses.
import "./present.css";
import type { ReactNode } from "react";
import { Icon } from "../../components/icons.tsx";
import { E } from "../../strings/embed.ts";

export interface PresenterButtonProps {
  readonly refused: boolean;
  readonly onOpen: () => void;
}

export default function PresenterButton({ refused, onOpen }: PresenterButtonProps): ReactNode {
  return (
    <div className="open-presenter fixed cluster">
      <button type="button" className="button" onClick={onOpen}>
        <Icon name="present" size={18} />
        {E.presenter.open}
      </button>
      {refused && <p role="alert">{E.presenter.refused}</p>}
    </div>
  );
}
