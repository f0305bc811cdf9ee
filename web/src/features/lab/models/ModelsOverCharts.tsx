// Keeps the models that are drawn over the charts up to date with the run and with the choices of the user.
// This module is loaded when the models are first drawn over a chart.
import { type ReactNode, useEffect, useMemo } from "react";
import { useChartInputs } from "../charts/chartInputs.ts";
import { useServices } from "../state/context.tsx";
import { useLab } from "../state/hooks.ts";
import { useModels } from "../views/useModels.ts";
import { modelOverlays } from "./modelOverlays.ts";

export default function ModelsOverCharts(): ReactNode {
  const { store } = useServices().session;
  const run = useLab((s) => s.run);
  const names = useLab((s) => s.charts);
  const inputs = useChartInputs(run);
  const [result, reason] = useModels(run, inputs);
  const models = useMemo(
    () => (inputs ? modelOverlays(inputs, names, result, reason) : null),
    [inputs, names, result, reason],
  );
  useEffect(() => store.setState({ models }), [store, models]);
  useEffect(() => () => store.setState({ models: null }), [store]);
  return null;
}
