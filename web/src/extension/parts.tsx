// The components of features, which are loaded when they are first shown.
import type { ComponentType, ReactNode } from "react";
import { lazyPart } from "../components/lazyPart.tsx";
import { NotInSavedFile, type NotInSavedFileProps } from "../components/NotInSavedFile.tsx";
import type { Load, PageProps, PartPlaces } from "./feature.ts";
import { partsAt } from "./installed.ts";

/** The loaded components by the functions that load them. A map cannot state that their properties agree. */
const components = new Map<unknown, unknown>();

/** The component that `load` loads, always the same one. */
export function lazyOf<P extends object>(load: Load<P>): ComponentType<P> {
  if (!components.has(load)) components.set(load, lazyPart(load));
  return components.get(load) as ComponentType<P>;
}

/** Whether a feature has a part that is shown at a place. */
export const isPartNeeded = <Place extends keyof PartPlaces>(
  place: Place,
  props: PartPlaces[Place],
): boolean => partsAt(place).some(({ isNeeded }) => isNeeded?.(props) ?? true);

type PartsProps<Place extends keyof PartPlaces> = PartPlaces[Place] & { readonly place: Place };

/** The parts that features have at a place. */
export function Parts<Place extends keyof PartPlaces>({ place, ...props }: PartsProps<Place>): ReactNode {
  return partsAt(place).map(({ load, isNeeded }, index) => {
    if (isNeeded && !isNeeded(props as unknown as PartPlaces[Place])) return null;
    const Part = lazyOf(load) as ComponentType<object>;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the list of features never changes
      <Part key={index} {...props} />
    );
  });
}

/** A page that a saved file does not contain. */
export const notInSavedFile =
  (title: () => string, ...at: NotInSavedFileProps["at"]): Load<PageProps> =>
  async () => ({
    default: ({ isFramed = false }) => <NotInSavedFile {...{ title: title(), isFramed, at }} />,
  });
