// Saves a lesson as a SCORM package for a learning platform: a zip file with the saved file and a manifest.
import type { ReactNode } from "react";
import type { PartPlaces } from "../../extension/feature.ts";
import { SaveButton } from "../lab/share/SaveButton.tsx";
import { MANIFEST_NAME, PAGE_NAME, scormManifest } from "./packageManifest.ts";
import { scormTexts } from "./texts/index.ts";
import { zip } from "./zip.ts";

export default function ScormForm({ title, fragment, stem, saving, save }: PartPlaces["files"]): ReactNode {
  const manifest = scormManifest({ id: stem, title });
  return (
    <SaveButton
      label={scormTexts.save}
      help={scormTexts.saveHelp}
      disabled={saving}
      onSave={() =>
        save("scorm.zip", { fragment, scorm: true }, (page) =>
          zip({ [MANIFEST_NAME]: manifest, [PAGE_NAME]: page }),
        )
      }
    />
  );
}
