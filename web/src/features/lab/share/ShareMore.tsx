// The parts of Share for courses and for other tools, which are features.
import "./share.css";
import type { ReactNode } from "react";
import type { ShareProps } from "../../../extension/feature.ts";
import { Parts } from "../../../extension/parts.tsx";

export default function ShareMore(props: ShareProps): ReactNode {
  return (
    <div className="ruled stack gap-1">
      <Parts place="share" {...props} />
    </div>
  );
}
