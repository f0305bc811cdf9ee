// The row above the flows while the user selects the flows of a group: the name of the group, and buttons to
// group and ungroup.
import { type ReactNode, useState } from "react";
import { Button } from "../../../components/Button.tsx";
import { setGroup } from "../../../scenario/edit.ts";
import { pageTexts } from "../../../texts/index.ts";
import { useServices } from "../state/context.tsx";

/** The longest name of a group, in characters. */
const MAX_LENGTH = 80;

export default function Grouping({
  picked,
  onDone,
}: {
  /** The ids of the selected entries. */
  readonly picked: readonly string[];
  readonly onDone: () => void;
}): ReactNode {
  const { scenario } = useServices();
  const [name, setName] = useState("");
  const group = (wanted: string): void => {
    scenario.getState().apply("group", (doc) => setGroup(doc, picked, wanted));
    onDone();
  };
  return (
    <form
      className="grouping"
      onSubmit={(event) => {
        event.preventDefault();
        if (picked.length > 0) group(name.trim() || pageTexts.groups.defaultName);
      }}
    >
      <p className="field-note">{pageTexts.groups.pickHint}</p>
      <div className="cluster">
        <input
          className="text-box"
          aria-label={pageTexts.groups.name}
          placeholder={pageTexts.groups.name}
          maxLength={MAX_LENGTH}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <button type="submit" className="button is-small is-primary" disabled={picked.length === 0}>
          {pageTexts.groups.put}
        </button>
        <Button small disabled={picked.length === 0} onClick={() => group("")}>
          {pageTexts.groups.take}
        </Button>
        <Button small quiet onClick={onDone}>
          {pageTexts.groups.done}
        </Button>
      </div>
    </form>
  );
}
