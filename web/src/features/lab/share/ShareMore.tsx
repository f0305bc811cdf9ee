// The parts of Share for courses and for other tools: embedding a view in another page, files that work
// without a server, and those of features.
import "../../../styles/share.css";
import type { ReactNode } from "react";
import { savedFile } from "../../../address/pageAddress.ts";
import type { ShareProps } from "../../../extension/feature.ts";
import { Parts } from "../../../extension/parts.tsx";
import { EmbedForm } from "./EmbedForm.tsx";
import { FileForm } from "./FileForm.tsx";
import { SharePart } from "./SharePart.tsx";
import { shareTexts } from "./texts/index.ts";

export default function ShareMore(props: ShareProps): ReactNode {
  return (
    <div className="share-parts">
      <SharePart title={shareTexts.embed}>
        <EmbedForm {...props} />
      </SharePart>
      {!savedFile() && (
        <SharePart title={shareTexts.files}>
          <FileForm {...props} />
        </SharePart>
      )}
      <Parts place="share" {...props} />
    </div>
  );
}
