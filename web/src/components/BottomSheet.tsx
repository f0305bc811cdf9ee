// The settings on narrow screens.
import { type ReactNode, useEffect, useId, useState } from "react";
import { IconButton } from "./icons.tsx";
import { componentTexts } from "./texts/index.ts";

export interface SheetTab {
  readonly id: string;
  readonly label: string;
  readonly content: ReactNode;
}

/**
 * Tabs along the lower edge of the screen. The content of an open tab takes at most 40 % of the height of the
 * screen (labSheet.css), so that the charts stay visible above it.
 */
export function BottomSheet({
  label,
  tabs,
  requestedTab = null,
}: {
  readonly label: string;
  readonly tabs: readonly SheetTab[];
  /** The tab that another component, such as the picture of the network, has requested to open. */
  readonly requestedTab?: string | null;
}): ReactNode {
  const [openTab, setOpenTab] = useState<string | null>(null);
  useEffect(() => {
    if (requestedTab !== null) setOpenTab(requestedTab);
  }, [requestedTab]);
  const id = useId();
  const shownTab = tabs.find((tab) => tab.id === openTab);
  return (
    <section className={`sheet${shownTab ? " is-open" : ""}`} aria-label={label}>
      <div className="sheet-tabs">
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            aria-expanded={tab.id === openTab}
            aria-controls={id}
            onClick={() => setOpenTab(tab.id === openTab ? null : tab.id)}
          >
            {tab.label}
          </button>
        ))}
        {shownTab && (
          <IconButton
            icon="down"
            label={componentTexts.close}
            tipSide="above"
            onClick={() => setOpenTab(null)}
          />
        )}
      </div>
      <div className="sheet-body" id={id} hidden={!shownTab}>
        {shownTab?.content}
      </div>
    </section>
  );
}
