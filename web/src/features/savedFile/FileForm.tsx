// Saves the present scenario or lesson as one HTML file. Features add other files that contain this file.
import { type ReactNode, useState } from "react";
import type { FileContent, ShareProps } from "../../extension/feature.ts";
import { Parts } from "../../extension/parts.tsx";
import { download, fileStem } from "../../storage/file.ts";
import { SaveButton } from "../lab/share/SaveButton.tsx";
import { SharePart } from "../lab/share/SharePart.tsx";
import { useServices } from "../lab/state/context.tsx";
import { Outdated, savedHtml } from "./savedFiles.ts";
import { savedFileTexts } from "./texts/index.ts";

type Work = "idle" | "saving" | "failed" | "outdated";

export default function FileForm(props: ShareProps): ReactNode {
  const { link, title, kind } = props;
  const { engineVersion } = useServices().session;
  const [work, setWork] = useState<Work>("idle");
  const fragment = new URL(link).hash;
  const stem = fileStem(title, kind);
  const save = async (
    extension: string,
    content: FileContent,
    create: (page: string) => Blob,
  ): Promise<void> => {
    setWork("saving");
    try {
      const file = create(await savedHtml(content, engineVersion));
      download(`${stem}.${extension}`, file.type, file);
      setWork("idle");
    } catch (error) {
      setWork(error instanceof Outdated ? "outdated" : "failed");
    }
  };
  const saving = work === "saving";
  return (
    <SharePart title={savedFileTexts.files}>
      <div className="share-part stack">
        <SaveButton
          label={savedFileTexts.saveFile}
          help={savedFileTexts.saveFileHelp}
          disabled={saving}
          onSave={() => save("html", { fragment }, (page) => new Blob([page], { type: "text/html" }))}
        />
        <Parts place="files" {...{ title, kind, fragment, stem, saving, save }} />
        {saving && <p role="status">{savedFileTexts.saving}</p>}
        {work === "failed" && <p role="alert">{savedFileTexts.saveFailed}</p>}
        {work === "outdated" && <p role="alert">{savedFileTexts.saveOutdated}</p>}
      </div>
    </SharePart>
  );
}
