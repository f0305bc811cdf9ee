// Shows a view that is one file (simple/).
import { type ReactNode, use, useMemo } from "react";
import { useChartInputs } from "../charts/chartInputs.ts";
import { loadSimpleView, type SimpleViewId, textsOfView } from "../state/simpleViews.ts";
import type { ViewProps } from "./views.tsx";

export function SimpleViewHost({ id, run, frame }: ViewProps & { readonly id: SimpleViewId }): ReactNode {
  const inputs = useChartInputs(run);
  const shown = use(loadSimpleView(id));
  const { name, hint } = textsOfView(id, shown);
  const view = useMemo(() => (inputs ? shown.make(inputs, name) : null), [inputs, shown, name]);
  return frame({ title: name, hint, view });
}
