// A list of names with something for each. A long list is drawn in parts, of which only those near the visible
// part of the page exist, and has a box that finds names.
import { Fragment, type ReactNode, useRef, useState } from "react";
import { pageTexts } from "../texts/index.ts";
import { useNear } from "./useNear.ts";

/** A longer list is drawn in parts. */
const MAX_WHOLE = 20;

interface PartProps {
  readonly items: readonly string[];
  /** Whether an item is drawn wherever it is in the list. */
  readonly isWanted: (item: string) => boolean;
  readonly children: (item: string) => ReactNode;
  /** The height of an item that was not drawn yet, in pixels. */
  readonly itemHeight: number;
  /** The class of the elements around the items. With it, they are lists. */
  readonly listClass?: string;
}

interface LongListProps extends PartProps {
  /** The number of items of a part. */
  readonly partSize: number;
  readonly nameOf?: (item: string) => string;
}

export function LongList({ partSize, nameOf = String, ...part }: LongListProps): ReactNode {
  const { items, listClass, children } = part;
  const [name, setName] = useState("");
  if (items.length <= MAX_WHOLE)
    return listClass ? <ol className={listClass}>{items.map(children)}</ol> : items.map(children);
  const found = named(items, name, nameOf);
  return (
    <>
      <FindByName name={name} onChange={setName} />
      {Array.from({ length: Math.ceil(found.length / partSize) }, (_, i) => {
        const own = found.slice(i * partSize, (i + 1) * partSize);
        return <Part key={own[0]} {...part} items={own} />;
      })}
    </>
  );
}

function Part({ items, isWanted, children, itemHeight, listClass }: PartProps): ReactNode {
  const box = useRef<HTMLDivElement & HTMLOListElement>(null);
  const isDrawn = useNear(box, items.some(isWanted), items.length * itemHeight);
  const content = isDrawn && items.map((item) => <Fragment key={item}>{children(item)}</Fragment>);
  return listClass ? (
    <ol ref={box} className={listClass}>
      {content}
    </ol>
  ) : (
    <div ref={box} className="form stack">
      {content}
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
