// Keeps the models that are drawn over the charts up to date with the run and with the choices of the user.
// This module is loaded when the models are first drawn over a chart.
import { type ReactNode, useEffect, useMemo } from "react";
import { useChartInputs } from "../lab/charts/chartInputs.ts";
import { useServices } from "../lab/state/context.tsx";
import { useLab } from "../lab/state/hooks.ts";
import { modelOverlays } from "./modelOverlays.ts";
import { useModels } from "./useModels.ts";

export default function ModelsOverCharts(): ReactNode {
  const { session } = useServices();
  const run = useLab((s) => s.run);
  const names = useLab((s) => s.charts);
  const inputs = useChartInputs(run);
  const [result, reason] = useModels(run, inputs);
  const models = useMemo(
    () => (inputs ? modelOverlays(inputs, names, result, reason) : {}),
    [inputs, names, result, reason],
  );
  useEffect(() => {
    session.drawOver("models", models);
    return () => session.drawOver("models", {});
  }, [session, models]);
  return null;
}
