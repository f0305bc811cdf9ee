// The parts of Share for courses: embedding a view in another page, and files that work without a server.
import "../../../styles/share.css";
import type { ReactNode } from "react";
import { Icon } from "../../../components/icons.tsx";
import { savedFile } from "../../../scenario/pageAddress.ts";
import { E } from "../../../strings/embed.ts";
import { EmbedForm } from "./EmbedForm.tsx";
import { FileForm } from "./FileForm.tsx";

export interface ShareMoreProps {
  /** The link to the full page with the scenario or the lesson. */
  readonly link: string;
  readonly title: string;
  readonly kind: "scenario" | "lesson";
}

export default function ShareMore(props: ShareMoreProps): ReactNode {
  return (
    <div className="share-parts">
      <SharePart title={E.embed}>
        <EmbedForm {...props} />
      </SharePart>
      {!savedFile() && (
        <SharePart title={E.files}>
          <FileForm {...props} />
        </SharePart>
      )}
    </div>
  );
}

/** A part that is folded at first. */
function SharePart({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactNode {
  return (
    <details className="disclosure">
      <summary>
        <Icon name="chevron" size={16} />
        {title}
      </summary>
      {children}
    </details>
  );
}
