// The button that opens the lecturer's window, and the note if the browser refuses.
import "../../styles/presenter.css";
import type { ReactNode } from "react";
import { Icon } from "../../components/icons.tsx";
import { presentTexts } from "./texts/index.ts";

export interface PresenterButtonProps {
  readonly refused: boolean;
  readonly onOpen: () => void;
}

export default function PresenterButton({ refused, onOpen }: PresenterButtonProps): ReactNode {
  return (
    <div className="open-presenter">
      <button type="button" className="button" onClick={onOpen}>
        <Icon name="present" size={18} />
        {presentTexts.open}
      </button>
      {refused && <p role="alert">{presentTexts.refused}</p>}
    </div>
  );
}
