// A list of names with something for each. A long list is drawn in parts, of which only those near the visible
// part of the page exist, and has a box that finds names.
import { Fragment, type ReactNode, useRef, useState } from "react";
import { pageTexts } from "../texts/index.ts";
import { useNear } from "./useNear.ts";

/** A longer list is drawn in parts of this many items. */
const PART = 20;
/** The height of an item that was not drawn yet, in pixels. */
const ITEM_HEIGHT = 36;

interface PartProps {
  readonly items: readonly string[];
  /** Whether an item is drawn wherever it is in the list. */
  readonly isWanted: (item: string) => boolean;
  readonly children: (item: string) => ReactNode;
}

export function LongList({ items, isWanted, children }: PartProps): ReactNode {
  const [name, setName] = useState("");
  if (items.length <= PART) return items.map(children);
  const found = named(items, name, (item) => item);
  return (
    <>
      <FindByName name={name} onChange={setName} />
      {Array.from({ length: Math.ceil(found.length / PART) }, (_, i) => {
        const part = found.slice(i * PART, (i + 1) * PART);
        return (
          <Part key={part[0]} items={part} isWanted={isWanted}>
            {children}
          </Part>
        );
      })}
    </>
  );
}

function Part({ items, isWanted, children }: PartProps): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const isDrawn = useNear(box, true, items.some(isWanted), items.length * ITEM_HEIGHT);
  return (
    <div ref={box} className="form stack">
      {isDrawn && items.map((item) => <Fragment key={item}>{children(item)}</Fragment>)}
    </div>
  );
}

/** The items whose name contains the text, in upper or lower case. */
export const named = <T,>(items: readonly T[], text: string, nameOf: (item: T) => string): readonly T[] =>
  text === "" ? items : items.filter((item) => nameOf(item).toLowerCase().includes(text.toLowerCase()));

interface FindByNameProps {
  readonly name: string;
  readonly onChange: (name: string) => void;
}

/** The box in which to write a part of a name. */
export function FindByName({ name, onChange }: FindByNameProps): ReactNode {
  return (
    <input
      type="search"
      className="text-box is-wide"
      value={name}
      placeholder={pageTexts.lab.findByName}
      aria-label={pageTexts.lab.findByName}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
