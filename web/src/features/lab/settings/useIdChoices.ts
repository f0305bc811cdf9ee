// The ids that forms offer as choices.
import { useMemo } from "react";
import type { IdChoices } from "../../../components/fields/idChoices.ts";
import type { Choice } from "../../../generated/types.ts";
import { namedLinks } from "../../../scenario/descriptors.ts";
import { labelOf } from "../../../scenario/flowLabel.ts";
import { useLab, useScenario } from "../state/hooks.ts";

/**
 * The ids that forms offer as choices: ids of flows for loss rules and queue disciplines, of nodes for links,
 * and of nodes and links for the paths of flows.
 */
export function useIdChoices(): IdChoices {
  const doc = useScenario((s) => s.doc);
  const derived = useLab((s) => s.derived);
  return useMemo(() => {
    const choiceOf = (id: string): Choice => ({ value: id, label: id, doc: "" });
    const { flows = [], network } = doc;
    const flowChoices = flows.map((flow) => ({ value: flow.id, label: labelOf(flow, doc), doc: "" }));
    const nodeChoices = (
      network?.kind === "graph" && network.nodes
        ? network.nodes.map((node) => node.id)
        : (derived?.nodes ?? [])
    ).map(choiceOf);
    const linkChoices = namedLinks(network ? { network } : {}).map((link) => choiceOf(link.id));
    const byField: Readonly<Record<string, readonly Choice[]>> = {
      flow: flowChoices,
      flows: flowChoices,
      from: nodeChoices,
      to: nodeChoices,
      links: linkChoices,
      back: linkChoices,
    };
    return (field) => byField[field] ?? null;
  }, [doc, derived]);
}
