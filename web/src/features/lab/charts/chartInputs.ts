// The inputs of the charts of a run: the page with one question needs them without the charts of the Lab (chartList.tsx).
import { useMemo } from "react";
import { pageTexts } from "../../../texts/index.ts";
import { shownGroups } from "../flows/groups.ts";
import type { ChartInputs } from "../state/chartData.ts";
import { useServices } from "../state/context.tsx";
import {
  useAveragingInterval,
  useGroups,
  useLab,
  useMembers,
  useOverlay,
  useRecordedSeries,
  useShownQueue,
  useStyles,
} from "../state/hooks.ts";
import type { Run } from "../state/labStore.ts";

export type Inputs = ChartInputs | null;

/**
 * The inputs of all charts: the run, its flows with their styles, and the run that is drawn in pale colours.
 */
export function useChartInputs(run: Run | null): Inputs {
  const overlay = useOverlay(run);
  const recordedSeries = useRecordedSeries(run);
  const link = useShownQueue(run);
  const members = useMembers(run);
  const averagingInterval = useAveragingInterval(members);
  const styles = useStyles(run);
  const allGroups = useGroups(run);
  const openGroups = useLab((s) => s.openGroups);
  const { catalogue } = useServices();
  return useMemo(() => {
    if (!run) return null;
    return {
      run,
      recordedSeries,
      members,
      groups: shownGroups(allGroups, openGroups),
      openGroups,
      styles,
      overlay,
      link,
      averagingInterval,
      catalogue,
      note: overlay ? pageTexts.lab.paleIs({ name: overlay.name }) : "",
    };
  }, [
    run,
    recordedSeries,
    members,
    allGroups,
    openGroups,
    styles,
    overlay,
    link,
    averagingInterval,
    catalogue,
  ]);
}
