// The gallery from which the user chooses views, each with a picture and a sentence about how to read it, and
// charts for which the row of checkboxes is too short. This module is loaded when the list is opened.
import { type ReactNode, type RefObject, use, useEffect, useLayoutEffect, useRef, useState } from "react";
import { viewTexts } from "../../../charts/views/texts/index.ts";
import { placeList } from "../../../components/Menu.tsx";
import { useOffer } from "../../../extension/offers.ts";
import { pageTexts } from "../../../texts/index.ts";

import {
  type ChartId,
  chartIds,
  featureView,
  isSimpleView,
  isViewId,
  type ListedViewId,
  SIMPLE_VIEW_IDS,
} from "../state/shownCharts.ts";
import { loadSimpleView, textsOfView } from "../state/simpleViews.ts";
import { ViewPicture } from "./ViewPicture.tsx";
import "./views.css";

interface Offered {
  readonly id: ChartId;
  readonly name: string;
  readonly hint: string;
  /** Set if the texts are in English, although the page is not. */
  readonly lang?: "en";
}

const hintOf = (id: ListedViewId): string =>
  id === "spread" ? viewTexts.spread.hint.cdf : viewTexts[id].hint;

let simpleViews: Promise<readonly (() => Offered)[]> | null = null;

/** The simple views. Each is a function, because its texts follow the language of the page. */
function loadSimpleViews(): Promise<readonly (() => Offered)[]> {
  simpleViews ??= Promise.all(
    SIMPLE_VIEW_IDS.map(async (id) => {
      const view = await loadSimpleView(id);
      return () => ({ id, ...textsOfView(id, view) });
    }),
  );
  return simpleViews;
}

const listedViews = (): readonly Offered[] =>
  chartIds().flatMap((id) => {
    if (!isViewId(id) || isSimpleView(id)) return [];
    const added = featureView(id);
    if (added) return [{ id, name: added.name(), hint: added.hint() }];
    const listed = id as ListedViewId;
    return [{ id, name: pageTexts.views[listed], hint: hintOf(listed) }];
  });

/** Scrolls to a view that was just chosen, because it may be below the first screen. */
const showView = (id: ChartId): void =>
  document.querySelector(`.charts .chart-${id}`)?.scrollIntoView({ block: "nearest" });

/** Opens the list at its button, and closes it by Escape and by a press or a focus elsewhere. */
function useOpenList(
  button: RefObject<HTMLButtonElement | null>,
  onClose: () => void,
): RefObject<HTMLFieldSetElement | null> {
  const list = useRef<HTMLFieldSetElement>(null);
  useLayoutEffect(() => {
    if (list.current && button.current) placeList(list.current, button.current);
    list.current?.querySelector<HTMLElement>("input")?.focus({ preventScroll: true });
  }, [button]);
  useEffect(() => {
    const isInside = (target: Node): boolean =>
      [list.current, button.current].some((own) => own?.contains(target));
    const closeIfOutside = ({ target, type }: Event): void => {
      if (!(target instanceof Node) || isInside(target)) return;
      // A press on a text inside the list moves the focus to an element around the list.
      if (type === "focusin" && target.contains(list.current)) return;
      onClose();
    };
    const closeOnEscape = (event: KeyboardEvent): void => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      onClose();
      button.current?.focus();
    };
    document.addEventListener("pointerdown", closeIfOutside);
    document.addEventListener("focusin", closeIfOutside);
    document.addEventListener("keydown", closeOnEscape, true);
    return () => {
      document.removeEventListener("pointerdown", closeIfOutside);
      document.removeEventListener("focusin", closeIfOutside);
      document.removeEventListener("keydown", closeOnEscape, true);
    };
  }, [button, onClose]);
  return list;
}

export default function ViewList({
  button,
  chosen,
  charts,
  onToggle,
  onClose,
}: {
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly chosen: ReadonlySet<string>;
  /** The charts whose checkboxes have no space next to the button. */
  readonly charts: readonly { readonly id: ChartId; readonly name: string }[];
  readonly onToggle: (id: ChartId) => void;
  readonly onClose: () => void;
}): ReactNode {
  const list = useOpenList(button, onClose);
  const simple = use(loadSimpleViews());
  const files = useOffer("measuredFiles");
  const entries = [
    ...charts.map(({ id, name }): Offered => ({ id, name, hint: "" })),
    ...listedViews(),
    ...simple.map((offered) => offered()),
  ];
  // The sentence of one view at a time is shown, because all of them together are too much to read.
  const [described, setDescribed] = useState<ChartId | null>(null);
  const description = entries.find(({ id }) => id === described)?.hint ?? "";
  return (
    <fieldset className="menu-list stack gap-0 view-list" popover="manual" ref={list}>
      <legend className="visually-hidden">{pageTexts.views.choose}</legend>
      <div className="view-gallery grid gap-1">
        {entries.map(({ id, name, hint, lang }) => (
          <label key={id} lang={lang} onPointerEnter={() => setDescribed(id)}>
            <ViewPicture id={id} />
            <input
              type="checkbox"
              checked={chosen.has(id)}
              disabled={chosen.has(id) && chosen.size === 1}
              onFocus={() => setDescribed(id)}
              onChange={() => {
                onToggle(id);
                if (!chosen.has(id)) requestAnimationFrame(() => showView(id));
              }}
            />
            <span>
              <b>{name}</b> <span className="visually-hidden">{hint}</span>
            </span>
          </label>
        ))}
      </div>
      {/* Screen readers read the sentence with the name of the view. */}
      <p className="view-hint soft text-s" aria-hidden="true">
        {description}
      </p>
      {files && <files.Entry onClose={onClose} />}
    </fieldset>
  );
}
