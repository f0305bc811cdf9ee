// Saves the present scenario or lesson as one HTML file, and a lesson also as a SCORM package.
import { type ReactNode, useState } from "react";
import type { ShareProps } from "../../../extension/feature.ts";
import { download, fileStem } from "../../../storage/file.ts";
import { useServices } from "../state/context.tsx";
import { Outdated, savedHtml, scormPackage } from "./savedFiles.ts";
import { shareTexts } from "./texts/index.ts";

type Work = "idle" | "saving" | "failed" | "outdated";

export function FileForm({ link, title, kind }: ShareProps): ReactNode {
  const { engineVersion } = useServices().session;
  const [work, setWork] = useState<Work>("idle");
  const fragment = new URL(link).hash;
  const stem = fileStem(title, kind);
  const save = async (name: string, type: string, content: () => Promise<BlobPart>): Promise<void> => {
    setWork("saving");
    try {
      download(name, type, await content());
      setWork("idle");
    } catch (error) {
      setWork(error instanceof Outdated ? "outdated" : "failed");
    }
  };
  return (
    <div className="share-part">
      <SaveButton
        label={shareTexts.saveFile}
        help={shareTexts.saveFileHelp}
        disabled={work === "saving"}
        onSave={() => save(`${stem}.html`, "text/html", () => savedHtml({ fragment }, engineVersion))}
      />
      {kind === "lesson" && (
        <SaveButton
          label={shareTexts.saveScorm}
          help={shareTexts.saveScormHelp}
          disabled={work === "saving"}
          onSave={() =>
            save(`${stem}.scorm.zip`, "application/zip", () =>
              scormPackage(fragment, { id: stem, title }, engineVersion),
            )
          }
        />
      )}
      {work === "saving" && <p role="status">{shareTexts.saving}</p>}
      {work === "failed" && <p role="alert">{shareTexts.saveFailed}</p>}
      {work === "outdated" && <p role="alert">{shareTexts.saveOutdated}</p>}
    </div>
  );
}

interface SaveButtonProps {
  readonly label: string;
  readonly help: string;
  readonly disabled: boolean;
  readonly onSave: () => Promise<void>;
}

function SaveButton({ label, help, disabled, onSave }: SaveButtonProps): ReactNode {
  return (
    <div>
      <button type="button" className="button" disabled={disabled} onClick={() => void onSave()}>
        {label}
      </button>
      <p className="field-note">{help}</p>
    </div>
  );
}
