// The features of this page. `main.tsx` installs those of features/registry.ts; a unit test installs those that it needs.
import { nameSections } from "../address/route.ts";
import type {
  Feature,
  FeatureDialog,
  FeatureFrame,
  FeatureLayer,
  FeatureLink,
  FeaturePage,
  FeaturePanel,
  FeatureView,
  LinkPlaces,
  PartAt,
  PartPlaces,
} from "./feature.ts";

let features: readonly Feature[] = [];

export function install(list: readonly Feature[]): void {
  features = list;
  nameSections(allPages().map(({ id, within }) => within ?? id));
}

const allPages = (): readonly FeaturePage[] => features.flatMap(({ pages = [] }) => pages);

/** The pages with a name in the header or, with `within`, in the list of that page. */
export const namedPages = (within?: string): readonly (FeaturePage & { readonly name: () => string })[] =>
  allPages().flatMap((page) =>
    page.name !== undefined && page.within === within ? [{ ...page, name: page.name }] : [],
  );

/** The page at an address, which may be part of another page. */
export const pageAt = (section: string, page: string | null): FeaturePage | undefined =>
  allPages().find(({ id, within }) => within === undefined && id === section) ?? pageWithin(section, page);

/** The page with this id within another page. */
export const pageWithin = (section: string, page: string | null): FeaturePage | undefined =>
  allPages().find(({ id, within }) => within === section && id === page);

export interface Link {
  readonly label: string;
  readonly icon: FeatureLink["icon"];
  readonly address: string;
}

/** The links that features have at a place. */
export function linksAt<Place extends keyof LinkPlaces>(
  place: Place,
  about: LinkPlaces[Place],
): readonly Link[] {
  return features
    .flatMap(({ links = [] }) => links)
    .filter((link): link is FeatureLink & { readonly place: Place } => link.place === place)
    .flatMap((link) => {
      const address = (link.address as (about: LinkPlaces[Place]) => string | null)(about);
      return address === null ? [] : [{ label: link.label(), icon: link.icon, address }];
    });
}

/** The same links as items of a menu. */
export const linkItems = <Place extends keyof LinkPlaces>(place: Place, about: LinkPlaces[Place]) =>
  linksAt(place, about).map(({ label, icon, address }) => ({
    label,
    ...(icon ? { icon } : {}),
    onSelect: () => {
      location.hash = address;
    },
  }));

/** What is shown in place of the page, for example in the frame of another page. The browser then stores nothing. */
export const frame = (): FeatureFrame | undefined =>
  features.flatMap((feature) => feature.frame ?? []).find(({ isShown }) => isShown());

export const isFramed = (): boolean => frame() !== undefined;

export const panels = (): readonly FeaturePanel[] => features.flatMap((feature) => feature.panels ?? []);

export const views = (): readonly FeatureView[] => features.flatMap((feature) => feature.views ?? []);

export const layers = (): readonly FeatureLayer[] => features.flatMap((feature) => feature.layers ?? []);

export const dialogs = (): readonly FeatureDialog[] => features.flatMap((feature) => feature.dialogs ?? []);

/** The parts that features have at a place. */
export const partsAt = <Place extends keyof PartPlaces>(place: Place): readonly PartAt<Place>[] =>
  features
    .flatMap(({ parts = [] }) => parts)
    .filter((part) => part.place === place) as unknown as readonly PartAt<Place>[];

/** What a feature of this page offers under a name. Undefined if there is none. */
export const offerOf = (name: string): (() => Promise<unknown>) | undefined =>
  features.flatMap(({ offers }) => offers?.[name] ?? [])[0];
