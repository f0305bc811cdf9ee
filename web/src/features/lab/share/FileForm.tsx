// Saves the present scenario or lesson as one HTML file, and a lesson also as a SCORM package.
import { type ReactNode, useState } from "react";
import type { ShareProps } from "../../../extension/feature.ts";
import { download, fileStem } from "../../../storage/file.ts";
import { E } from "../../../strings/embed.ts";
import { useServices } from "../state/context.tsx";
import { Outdated, savedHtml, scormPackage } from "./savedFiles.ts";

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
        label={E.saveFile}
        help={E.saveFileHelp}
        disabled={work === "saving"}
        onSave={() => save(`${stem}.html`, "text/html", () => savedHtml({ fragment }, engineVersion))}
      />
      {kind === "lesson" && (
        <SaveButton
          label={E.saveScorm}
          help={E.saveScormHelp}
          disabled={work === "saving"}
          onSave={() =>
            save(`${stem}.scorm.zip`, "application/zip", () =>
              scormPackage(fragment, { id: stem, title }, engineVersion),
            )
          }
        />
      )}
      {work === "saving" && <p role="status">{E.saving}</p>}
      {work === "failed" && <p role="alert">{E.saveFailed}</p>}
      {work === "outdated" && <p role="alert">{E.saveOutdated}</p>}
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
