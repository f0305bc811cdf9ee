// A part on the stage for scenarios with a kind of traffic.
import type { FeaturePart, Load, PartPlaces } from "./feature.ts";

/** `picture` is the name by which a question asks for the part, and `kind` that of the source of the flows that it shows. */
export const stagePart = (picture: string, kind: string, load: Load<PartPlaces["stage"]>): FeaturePart => ({
  place: "stage",
  isNeeded: ({ doc, pictures = [picture] }) =>
    pictures.includes(picture) && (doc.flows ?? []).some(({ source }) => source?.kind === kind),
  load,
});
