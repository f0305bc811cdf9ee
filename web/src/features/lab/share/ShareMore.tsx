// The parts of Share for courses and for other tools: embedding a view in another page, files that work
// without a server, exports.
import "./share.css";
import { type ReactNode, Suspense } from "react";
import { savedFile } from "../../../address/pageAddress.ts";
import { Icon } from "../../../components/icons.tsx";
import { lazyPart } from "../../../components/lazyPart.tsx";
import { E } from "../../../strings/embed.ts";
import { EmbedForm, type ShareMoreProps } from "./EmbedForm.tsx";
import { FileForm } from "./FileForm.tsx";

const ExportForm = lazyPart(() => import("./ExportForm.tsx"));

export default function ShareMore(props: ShareMoreProps): ReactNode {
  return (
    <div className="share-parts stack gap-1">
      <SharePart title={E.embed}>
        <EmbedForm {...props} />
      </SharePart>
      {!savedFile() && (
        <SharePart title={E.files}>
          <FileForm {...props} />
        </SharePart>
      )}
      {!savedFile() && props.kind === "scenario" && (
        <SharePart title={E.exports.title}>
          <Suspense fallback={null}>
            <ExportForm {...props} />
          </Suspense>
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
