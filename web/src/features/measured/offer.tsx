// Opens measured data: an entry in the list of views, and files that are dropped onto the page.
import { importTexts } from "../../engine/imports/texts/index.ts";
import type { MeasuredFiles } from "../../extension/offers.ts";
import { changeMeasured } from "./measured.ts";
import { openIfMeasured } from "./openMeasured.ts";

export const offer: MeasuredFiles = {
  open: openIfMeasured,
  Entry: ({ onClose }) => (
    <button
      type="button"
      onClick={() => {
        onClose();
        changeMeasured((measured) => measured);
        requestAnimationFrame(() =>
          document.querySelector(".measured")?.scrollIntoView({ block: "nearest" }),
        );
      }}
    >
      <span>
        <b>{importTexts.menu}</b> {importTexts.menuHint}
      </span>
    </button>
  ),
};
