// The pages of features. Their code and the full catalogue, which they need, are loaded when they are opened.
import { type ComponentType, type ReactNode, Suspense } from "react";
import type { Section } from "../address/route.ts";
import { lazyComponent } from "../components/lazyPart.tsx";
import type { FeaturePage, PageProps, PageServices } from "../extension/feature.ts";
import { pageAt } from "../extension/installed.ts";
import type { Catalogue } from "../generated/types.ts";
import { loadFullCatalogue, useShown } from "./catalogue.ts";
import { useLanguage } from "./language.ts";
import type { ShellServices } from "./startLab.ts";

export type Openings = Pick<PageServices, "onOpen" | "onOpenExample" | "onOpenRun" | "onLab">;

export interface SectionsProps {
  readonly services: Pick<ShellServices, "session" | "scenario">;
  readonly section: Section;
  readonly page: string | null;
  readonly presenting: boolean;
  readonly openings: Openings;
}

export function Sections(props: SectionsProps): ReactNode {
  return (
    <Suspense fallback={<main className="boot stack gap-4 center soft" id="main" />}>
      <Shown key={useLanguage()} {...props} />
    </Suspense>
  );
}

function Shown({ services, section, page, presenting, openings }: SectionsProps): ReactNode {
  const { session, scenario } = services;
  const found = pageAt(section, page);
  if (!found) return null;
  const Page = componentOf(found);
  const shown = (
    <Page
      page={found.within === undefined ? page : null}
      engine={session.engine}
      version={session.engineVersion}
      presenting={presenting}
      labScenario={() => scenario.getState().doc}
      labCharts={() => session.store.getState().charts}
      {...openings}
    />
  );
  // A page that is usually shown in the frame of another page.
  if (found.within !== undefined)
    return (
      <main id="main" tabIndex={-1}>
        {shown}
      </main>
    );
  return shown;
}

type LoadedPage = ComponentType<Omit<PageProps, "catalogue">>;

const components = new Map<FeaturePage, LoadedPage>();

/** The component of a page, with which the full catalogue is loaded. */
function componentOf(page: FeaturePage): LoadedPage {
  const known = components.get(page);
  if (known) return known;
  const component = lazyComponent(async () => {
    const [{ default: View }, catalogue] = await Promise.all([page.load(), loadFullCatalogue()]);
    return { default: withCatalogue(View, catalogue) };
  });
  components.set(page, component);
  return component;
}

const withCatalogue = (View: ComponentType<PageProps>, catalogue: Catalogue) =>
  function WithCatalogue(props: Omit<PageProps, "catalogue">): ReactNode {
    return <View {...props} catalogue={useShown(catalogue)} />;
  };
