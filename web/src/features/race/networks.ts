// The networks of the race on which a program has one flow, which a person can drive.
import bbr from "../../../../sim-core/race/networks/bbr.json";
import cellular from "../../../../sim-core/race/networks/cellular.json";
import cubic from "../../../../sim-core/race/networks/cubic.json";
import deep from "../../../../sim-core/race/networks/deep.json";
import loss from "../../../../sim-core/race/networks/loss.json";
import shallow from "../../../../sim-core/race/networks/shallow.json";
import short from "../../../../sim-core/race/networks/short.json";
import type { RacedNetwork } from "../../extension/offers.ts";
import type { ScenarioDocument } from "../../generated/types.ts";
import { raceTexts } from "./texts/index.ts";

const DOCUMENTS = { cubic, bbr, shallow, deep, loss, cellular, short };

export const RACED_NETWORKS: readonly RacedNetwork[] = (
  Object.keys(DOCUMENTS) as (keyof typeof DOCUMENTS)[]
).map((id) => ({
  id,
  name: () => raceTexts.networks[id],
  doc: DOCUMENTS[id] as unknown as ScenarioDocument,
}));
