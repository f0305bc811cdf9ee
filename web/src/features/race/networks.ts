// The networks of the race on which a program has one flow, which a person can drive.
import DOCUMENTS from "../../../../sim-core/race/networks.json";
import type { RacedNetwork } from "../../extension/offers.ts";
import type { ScenarioDocument } from "../../generated/types.ts";
import { raceTexts } from "./texts/index.ts";

const IDS = ["cubic", "bbr", "shallow", "deep", "loss", "cellular", "short"] as const;

export const RACED_NETWORKS: readonly RacedNetwork[] = IDS.map((id) => ({
  id,
  name: () => raceTexts.networks[id],
  doc: DOCUMENTS[id] as unknown as ScenarioDocument,
}));
