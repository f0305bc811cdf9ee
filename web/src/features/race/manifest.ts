// The race: programs and drives get points on ten networks.
import { addressOf } from "../../address/route.ts";
import type { Feature } from "../../extension/feature.ts";
import { notInSavedFile } from "../../extension/parts.tsx";
import { raceMenuTexts } from "./menuTexts.ts";

const racedNetworks = async () => (await import("./networks.ts")).RACED_NETWORKS;

const withRuns: Pick<Feature, "parts" | "offers"> =
  import.meta.env.MODE === "saved-file"
    ? { offers: { racedNetworks } }
    : {
        parts: [{ place: "program", load: () => import("./ProgramActions.tsx") }],
        offers: { racedNetworks, race: async () => (await import("./offer.ts")).offer },
      };

export const race: Feature = {
  id: "race",
  links: [
    {
      place: "answer",
      label: () => raceMenuTexts.ofAll,
      address: ({ rules, compares }) =>
        rules.size > 1 && !compares ? addressOf("algorithms", "race") : null,
    },
  ],
  pages: [
    {
      id: "race",
      within: "algorithms",
      name: () => raceMenuTexts.race,
      load:
        import.meta.env.MODE === "saved-file"
          ? notInSavedFile(() => raceMenuTexts.race, "algorithms", "race")
          : () => import("./RacePage.tsx"),
    },
  ],
  ...withRuns,
};
