// The flows that get least and most of their fair shares, and for each the link of its route that limits it, for
// runs with more flows than charts can draw as lines.
import { greatest, sort } from "d3-array";
import { type ReactNode, useState } from "react";
import { FindByName, named } from "../../../components/LongList.tsx";
import { type Column, Table } from "../../../components/Table.tsx";
import type { FlowSummary, LinkSummary, RunSummary } from "../../../generated/types.ts";
import { formatPercent, formatQuantity } from "../../../scenario/units.ts";
import { linkLabel } from "../state/chartData.ts";
import { useAlgorithmNames, useLab, useMembers } from "../state/hooks.ts";
import { labTexts } from "../texts/index.ts";

/** The number of flows at each end, and of those that are found. */
const SHOWN = 10;

const nameOf = ({ label, id }: FlowSummary): string => label || id;

interface Extreme {
  readonly flow: FlowSummary;
  /** The goodput divided by the fair share. */
  readonly share: number;
  /** The link of the route that drops most or, if none drops, has the highest utilisation. */
  readonly link: LinkSummary | undefined;
}

/**
 * The flows with the smallest shares and those with the largest, both beginning with the smallest. `found` are those whose
 * name contains the text.
 */
export function extremesOf(
  { flows, links }: Pick<RunSummary, "flows" | "links">,
  routes: ReadonlyMap<string, readonly string[]>,
  name = "",
): Readonly<Record<"least" | "most" | "found", readonly Extreme[]>> {
  const byId = new Map(links.map((link) => [link.id, link]));
  const tightness = ({ drop_rate, utilisation }: LinkSummary): number => drop_rate * 1e3 + (utilisation ?? 0);
  const known = flows.filter((flow) => flow.role === "measured" && flow.fair_share_bps > 0);
  const sorted = sort(known, (flow) => flow.goodput_bps / flow.fair_share_bps).map((flow) => ({
    flow,
    share: flow.goodput_bps / flow.fair_share_bps,
    link: greatest(
      (routes.get(flow.id) ?? []).flatMap((id) => byId.get(id) ?? []),
      tightness,
    ),
  }));
  return {
    least: sorted.slice(0, SHOWN),
    most: sorted.slice(Math.max(SHOWN, sorted.length - SHOWN)),
    found: named(sorted, name, ({ flow }) => nameOf(flow)).slice(0, SHOWN),
  };
}

export default function Extremes({ summary }: { readonly summary: RunSummary }): ReactNode {
  const names = useAlgorithmNames();
  const members = useMembers(useLab((s) => s.run));
  const [name, setName] = useState("");
  const routes = new Map(members.map(({ id, route }) => [id, route]));
  const { least, most, found } = extremesOf(summary, routes, name);
  const texts = labTexts.extremes;
  const columns: readonly Column<Extreme>[] = [
    { key: "flow", head: texts.flow, cell: ({ flow }) => nameOf(flow) },
    { key: "algorithm", head: texts.algorithm, cell: ({ flow }) => names.get(flow.algorithm) },
    {
      key: "goodput",
      head: texts.goodput,
      numeric: true,
      cell: ({ flow }) => formatQuantity(flow.goodput_bps, "bit/s"),
    },
    { key: "share", head: texts.share, numeric: true, cell: ({ share }) => formatPercent(share) },
    { key: "link", head: texts.link, cell: ({ link }) => link && linkLabel(link.id) },
    {
      key: "drops",
      head: texts.drops,
      numeric: true,
      cell: ({ link }) => link && formatPercent(link.drop_rate),
    },
  ];
  return (
    <div className="numbers stack gap-5">
      <FindByName name={name} onChange={setName} />
      {(name === ""
        ? [
            { caption: texts.least({ n: least.length }), rows: least },
            { caption: texts.most({ n: most.length }), rows: most },
          ]
        : [{ caption: texts.found({ name }), rows: found }]
      ).map((table) => (
        <Table key={table.caption} {...table} columns={columns} rowKey={({ flow }) => flow.id} />
      ))}
    </div>
  );
}
