// What a feature adds to the page. Every feature has a folder with a manifest, a small module that states this and loads
// the feature's code when it is needed (docs/architecture.md, "Features"). The rest of the page knows no feature by name.
import type { ComponentType, ReactNode } from "react";
import type { FigureRun } from "../address/figureRun.ts";
import type { SavedFile } from "../address/pageAddress.ts";
import type { Section } from "../address/route.ts";
import type { View } from "../charts/views/types.ts";
import type { Icon } from "../components/icons.tsx";
import type { EngineClient } from "../engine/types.ts";
import type { Example } from "../examples/example.ts";
import type { Catalogue, ScenarioDocument } from "../generated/types.ts";
import type { Layout } from "../scenario/layout.ts";
import type { Opening } from "../scenario/opening.ts";

/** Loads a component as the default export of a module. */
export type Load<P> = () => Promise<{ readonly default: ComponentType<P> }>;

export interface Feature {
  /** The name of the feature's folder. */
  readonly id: string;
  readonly pages?: readonly FeaturePage[];
  readonly links?: readonly FeatureLink[];
  readonly dialogs?: readonly FeatureDialog[];
  readonly panels?: readonly FeaturePanel[];
  readonly views?: readonly FeatureView[];
  readonly layers?: readonly FeatureLayer[];
  readonly parts?: readonly FeaturePart[];
  readonly frame?: FeatureFrame;
  /** What other features can use, if it is there. `extension/offers.ts` lists the names and types. */
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
  /** Whether other pages can embed it. */
  readonly canEmbed?: boolean;
  readonly load: Load<PageProps>;
}

/** What a feature shows in place of the whole page, with the services of the Lab. */
export interface FeatureFrame {
  readonly isShown: () => boolean;
  /** Null: the appearance of the system. */
  readonly theme: () => "light" | "dark" | null;
  /** Whether the scenario opens with one question instead of the whole Lab. */
  readonly showsQuestion: () => boolean;
  readonly load: Load<FrameProps>;
}

export interface FrameProps {
  readonly opening: Opening;
  /** Opens the scenario of the fragment of a link. */
  readonly openLink: (fragment: string) => void;
  /** A page of a feature, which opens nothing in the Lab. */
  readonly Page: ComponentType<{ readonly section: Section; readonly page: string | null }>;
}

/** The places for links to a feature, with what a link there is about. */
export interface LinkPlaces {
  /** Next to the playback controls of the Lab. */
  readonly transport: null;
  /** In the menu of the header on phones, in the Lab. */
  readonly menu: null;
  /**
   * After the answer to a question about measured flows and the algorithms with which they react. `compares` is whether the
   * answer compares what the flows get.
   */
  readonly answer: {
    readonly flows: readonly { readonly id: string }[];
    readonly rules: ReadonlySet<string>;
    readonly compares: boolean;
  };
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

type IconName = Parameters<typeof Icon>[0]["name"];

interface LinkAt<Place extends keyof LinkPlaces> {
  readonly place: Place;
  readonly label: () => string;
  readonly icon?: IconName;
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

/**
 * A panel next to the charts of the Lab. A button next to the playback controls opens it, and a button in the line about
 * the last edit keeps the run before the edit as A and opens it. The key C opens the first one.
 */
export interface FeaturePanel {
  readonly id: string;
  readonly name: () => string;
  readonly icon: IconName;
  readonly load: Load<{ readonly onClose: () => void }>;
}

/** A view of the Lab with its time axis, in the list of views. */
export interface FeatureView {
  readonly id: string;
  readonly name: () => string;
  /** How to read the view. */
  readonly hint: () => string;
  /** A solid and a dashed line, which are its picture in the list: paths in a box of 96 by 48. */
  readonly picture: readonly [solid: string, dashed: string];
  readonly load: Load<{ readonly frame: (content: ViewContent) => ReactNode }>;
}

export interface ViewContent {
  readonly title: string;
  readonly hint: string;
  /** Null until there is a run. */
  readonly view: View | null;
  readonly tools?: ReactNode;
}

/** What is drawn over charts of the Lab with these ids, after a switch in the head of the chart was set. */
export interface FeatureLayer {
  readonly id: string;
  readonly name: () => string;
  readonly tip: () => string;
  readonly charts: readonly string[];
  readonly load: Load<object>;
}

export interface ShareProps {
  /** The link to the full page with the scenario or the lesson. */
  readonly link: string;
  readonly title: string;
  readonly kind: "scenario" | "lesson";
}

/** What a saved file contains. */
export type FileContent = Pick<SavedFile, "fragment" | "scorm">;

/** The places for parts of features, with what a part there gets. */
export interface PartPlaces {
  /** Above the content of the page: what a presentation adds. */
  readonly presentation: {
    readonly presenting: boolean;
    readonly setPresenting: (presenting: boolean) => void;
    readonly section: Section;
    readonly page: string | null;
    readonly goTo: (section: Section, page: string | null) => void;
  };
  /** Below the header after the browser refused to store work of the user. */
  readonly refusedStorage: { readonly onDialog: (id: string) => void };
  /** Above the charts of the Lab, or in place of the chart of a question. */
  readonly stage: {
    readonly at: "lab" | "question";
    /** The scenario of the shown run. */
    readonly doc: ScenarioDocument;
    /** The names of the pictures of the question. */
    readonly pictures?: readonly string[];
    readonly presenting: boolean;
  };
  /** Below the networks from which a new scenario can start. */
  readonly newScenario: { readonly open: (doc: ScenarioDocument) => void };
  /** Below the charts of the Lab, while it is shown. */
  readonly charts: object;
  /** Above the link in Share. */
  readonly shareLink: object;
  /** Below the button of Share that saves the page with a scenario or a lesson as a file. */
  readonly files: Pick<ShareProps, "title" | "kind"> & {
    /** The fragment of the link. */
    readonly fragment: string;
    /** The name of the files without an extension. */
    readonly stem: string;
    readonly saving: boolean;
    /** Saves a file that `create` makes of the page with this content. */
    readonly save: (extension: string, content: FileContent, create: (page: string) => Blob) => Promise<void>;
  };
  /** At the end of Share: what can be done with a scenario or a lesson. */
  readonly share: ShareProps;
  /** Next to the charts or, on narrow screens, in the sheet of settings, which needs no `onClose`: the program of a flow. */
  readonly programEditor: { readonly flow: string; readonly onClose?: () => void };
  /** Below the editor of a flow's program: a program without errors. */
  readonly program: { readonly code: string };
}

export interface PartAt<Place extends keyof PartPlaces> {
  readonly place: Place;
  /** Whether the part is shown there. Its code is loaded when it is shown. Default: always. */
  readonly isNeeded?: (props: PartPlaces[Place]) => boolean;
  readonly load: Load<PartPlaces[Place]>;
}

export type FeaturePart = { [Place in keyof PartPlaces]: PartAt<Place> }[keyof PartPlaces];
