// What a feature adds to the page. Every feature has a folder with a manifest, a small module that states this and loads
// the feature's code when it is needed (docs/architecture.md, "Features"). The rest of the page knows no feature by name.
import type { ComponentType } from "react";
import type { FigureRun } from "../address/figureRun.ts";
import type { Icon } from "../components/icons.tsx";
import type { EngineClient } from "../engine/types.ts";
import type { Example } from "../examples/example.ts";
import type { Catalogue, ScenarioDocument } from "../generated/types.ts";
import type { Layout } from "../scenario/layout.ts";

/** Loads a component as the default export of a module. */
export type Load<P> = () => Promise<{ readonly default: ComponentType<P> }>;

export interface Feature {
  /** The name of the feature's folder. */
  readonly id: string;
  readonly pages?: readonly FeaturePage[];
  readonly links?: readonly FeatureLink[];
  readonly dialogs?: readonly FeatureDialog[];
  readonly parts?: readonly FeaturePart[];
  /** What other features can use, if it is there. `features/offers.ts` lists the names and types. */
  readonly offers?: Readonly<Record<string, () => Promise<unknown>>>;
}

/** What a page gets. It takes what it needs. */
export interface PageServices {
  /** The full catalogue. */
  readonly catalogue: Catalogue;
  readonly engine: EngineClient;
  /** The version of the page's simulator. */
  readonly version: string;
  /** Whether the page is projected, with large text. */
  readonly presenting: boolean;
  /** The scenario that is open in the Lab, and its charts. */
  readonly labScenario: () => ScenarioDocument;
  readonly labCharts: () => readonly string[];
  /** Opens a scenario in the Lab, in a layout if one is named, and returns its opening id. */
  readonly onOpen: (doc: ScenarioDocument, layout?: Layout) => string;
  readonly onOpenExample: (example: Example) => void;
  /** Opens a scenario in the Lab that belongs to a figure or a table. */
  readonly onOpenRun: OpenRun;
  /** Returns to the Lab with the scenario that is open there. */
  readonly onLab: () => void;
}

export type OpenRun = (doc: ScenarioDocument, run: Omit<FigureRun, "openingId">) => void;

export interface PageProps extends PageServices {
  /** The rest of the address, such as `cubic` in `#/algorithms/cubic`. Null without one. */
  readonly page: string | null;
  /** Whether the page is shown in the frame of another page. */
  readonly isFramed?: boolean;
}

export interface FeaturePage {
  /** The page has the address `#/id`, or `#/within/id` within another page. */
  readonly id: string;
  /** The id of the page that shows this page in its frame. Without that page, this page stands alone. */
  readonly within?: string;
  /** The name of its tab in the header or, within another page, in the list of that page. */
  readonly name?: () => string;
  /** For a page without a tab: the id of the tab that is marked while it is shown. */
  readonly under?: string;
  readonly canPresent?: boolean;
  readonly load: Load<PageProps>;
}

/** The places for links to a feature, with what a link there is about. */
export interface LinkPlaces {
  /** Next to the playback controls of the Lab. */
  readonly transport: null;
  /** In the menu of the header on phones, in the Lab. */
  readonly menu: null;
  /** At the end of the list of questions. */
  readonly questions: null;
  /** Above the list of lessons. */
  readonly lessons: null;
  /** Next to the field of a setting with this path. */
  readonly setting: string;
  /** In the menu of the flow with this id. */
  readonly flow: string;
  /** On the page of the algorithm with this id, in place of the button that tries it. */
  readonly algorithm: string;
}

interface LinkAt<Place extends keyof LinkPlaces> {
  readonly place: Place;
  readonly label: () => string;
  readonly icon?: Parameters<typeof Icon>[0]["name"];
  /** The fragment to which the link leads. Null for no link. */
  readonly address: (about: LinkPlaces[Place]) => string | null;
}

export type FeatureLink = { [Place in keyof LinkPlaces]: LinkAt<Place> }[keyof LinkPlaces];

export interface DialogProps {
  /** The version of the page. */
  readonly version: string;
  /** The undo history of the open scenario as a text. */
  readonly undo: () => string | null;
  readonly onClose: () => void;
}

/** A dialog of the page. The menus of the header and the list of examples open it. */
export interface FeatureDialog {
  readonly id: string;
  readonly name: () => string;
  readonly load: Load<DialogProps>;
}

export interface ShareProps {
  /** The link to the full page with the scenario or the lesson. */
  readonly link: string;
  readonly title: string;
  readonly kind: "scenario" | "lesson";
}

/** The places for parts of features, with what a part there gets. */
export interface PartPlaces {
  /** Below the header after the browser refused to store work of the user. */
  readonly refusedStorage: { readonly onDialog: (id: string) => void };
  /** At the end of Share: what can be done with a scenario or a lesson. */
  readonly share: ShareProps;
  /** Below the editor of a flow's program: a program without errors. */
  readonly program: { readonly code: string };
}

interface PartAt<Place extends keyof PartPlaces> {
  readonly place: Place;
  readonly load: Load<PartPlaces[Place]>;
}

export type FeaturePart = { [Place in keyof PartPlaces]: PartAt<Place> }[keyof PartPlaces];
