// Small drawings of the views, for the gallery from which the user chooses. They show the kind of a view and
// no data.
import type { ReactNode } from "react";
import { type ChartId, featureView, isSimpleView, type ListedViewId } from "../state/shownCharts.ts";

/** A line in the colour of the first or the second flow. */
const line = (d: string, flow: 1 | 2, dashed = false): ReactNode => (
  <path
    d={d}
    fill="none"
    stroke={`var(--line-${flow})`}
    strokeWidth="2"
    strokeDasharray={dashed ? "4 3" : undefined}
  />
);

const axes = <path d="M6 4V44H92" fill="none" stroke="var(--line-strong)" />;

/** An area in the colour of the first or the second flow. */
const area = (d: string, flow: 1 | 2): ReactNode => <path d={d} fill={`var(--line-${flow})`} opacity="0.7" />;

/** Packets in a queue as squares of one path, one column for each moment. */
const boxes = (columns: readonly string[], flow: 1 | 2): ReactNode => (
  <path
    d={columns
      .flatMap((column, x) =>
        [...column].flatMap((own, y) =>
          own === String(flow) ? [`M${12 + x * 13} ${37 - y * 8}h11v6h-11z`] : [],
        ),
      )
      .join("")}
    fill={`var(--line-${flow})`}
  />
);

const QUEUES = ["1", "12", "121", "2112", "1121", "211"];

const PICTURES: Readonly<Record<ListedViewId, ReactNode>> = {
  shares: (
    <>
      {area("M6 44V30L30 26L54 34L92 30V44Z", 2)}
      {area("M6 30L30 26L54 34L92 30V8L60 6L30 10L6 6Z", 1)}
    </>
  ),
  phase: (
    <>
      <path d="M6 44L60 4M6 10L50 44" stroke="var(--line-strong)" strokeDasharray="3 3" />
      {line("M74 38L58 24L64 30L46 16L54 26L40 18L46 24L36 20", 1)}
      <circle cx="36" cy="20" r="3.5" fill="var(--line-1)" />
    </>
  ),
  delay: (
    <>
      <ellipse cx="30" cy="16" rx="14" ry="6" fill="var(--line-1)" opacity="0.35" />
      <circle cx="30" cy="16" r="3.5" fill="var(--line-1)" />
      <ellipse cx="66" cy="30" rx="16" ry="8" fill="var(--line-2)" opacity="0.35" />
      <circle cx="66" cy="30" r="3.5" fill="var(--line-2)" />
    </>
  ),
  spread: line("M6 44C30 44 30 34 42 22S60 6 92 6", 1),
  scales: (
    <>
      {line("M6 34C30 32 40 14 92 8", 1)}
      <path d="M6 6H92" stroke="var(--line-strong)" strokeDasharray="3 3" />
    </>
  ),
  sequence: (
    <>
      <path
        d="M12 40V36M18 37V33M24 34V30M42 28V24M48 25V21M54 22V18M72 16V12M78 13V9M84 10V6"
        stroke="var(--line-1)"
        strokeWidth="2"
      />
      {line("M14 44L40 34L44 34L70 22L74 22L92 14", 2)}
    </>
  ),
  packets: (
    <>
      {boxes(QUEUES, 1)}
      {boxes(QUEUES, 2)}
    </>
  ),
};

/** The picture of every chart over time. */
const OVER_TIME = (
  <>
    {line("M6 36L28 12V26L50 10V25L72 12V26L92 14", 1)}
    {line("M6 40L40 30V37L80 28V35L92 32", 2)}
  </>
);

/** The picture of the views that are one file each, which draw a dot for each flow. */
const DOTS = (
  <>
    <circle cx="26" cy="34" r="4" fill="var(--line-2)" />
    <circle cx="48" cy="24" r="4" fill="var(--line-1)" />
    <circle cx="76" cy="12" r="4" fill="var(--line-1)" />
  </>
);

const pictureOf = (id: ChartId): ReactNode => {
  if (isSimpleView(id)) return DOTS;
  const added = featureView(id)?.picture;
  if (added) return added.map((path, i) => line(path, i === 0 ? 1 : 2, i > 0));
  return Object.hasOwn(PICTURES, id) ? PICTURES[id as ListedViewId] : OVER_TIME;
};

export function ViewPicture({ id }: { readonly id: ChartId }): ReactNode {
  return (
    <svg className="view-picture" viewBox="0 0 96 48" aria-hidden="true">
      {axes}
      {pictureOf(id)}
    </svg>
  );
}
