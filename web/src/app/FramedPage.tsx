// What a feature shows in place of the whole page: without the header and the dialogs, and without storing anything.
import type { ReactNode } from "react";
import type { Section } from "../address/route.ts";
import type { FeatureFrame } from "../extension/feature.ts";
import { lazyOf } from "../extension/parts.tsx";
import { LabProvider, useServices } from "../features/lab/state/context.tsx";
import { readOpening } from "./boot.ts";
import { FORM_CATALOGUE } from "./catalogue.ts";
import { type Openings, Sections } from "./Sections.tsx";
import type { ShellServices } from "./startLab.ts";
import { useAppliedTheme } from "./theme.ts";

interface FramedPageProps {
  readonly frame: FeatureFrame;
  readonly services: ShellServices;
}

export function FramedPage({ frame, services }: FramedPageProps): ReactNode {
  const Frame = lazyOf(frame.load);
  useAppliedTheme(frame.theme() ?? "system");
  return (
    <LabProvider services={services}>
      <Frame
        opening={services.opening}
        openLink={(fragment) => services.open(readOpening(fragment, FORM_CATALOGUE.version))}
        Page={Page}
      />
    </LabProvider>
  );
}

const nothing = (): void => undefined;
const OPENINGS: Openings = { onOpen: () => "", onOpenExample: nothing, onOpenRun: nothing, onLab: nothing };

function Page(props: { readonly section: Section; readonly page: string | null }): ReactNode {
  return <Sections services={useServices()} presenting={false} openings={OPENINGS} {...props} />;
}
