// The header with the state and the actions of the page.
import type { ReactNode } from "react";
import { useStore } from "zustand";
import type { Section } from "../address/route.ts";
import { pageAt } from "../extension/installed.ts";
import { useLab } from "../features/lab/state/hooks.ts";
import { Header } from "./Header.tsx";
import { chooseLayout } from "./layout.ts";
import type { DialogId } from "./PageDialogs.tsx";
import type { ShellServices } from "./startLab.ts";
import type { Theme } from "./theme.ts";

export interface PageHeaderProps {
  readonly services: ShellServices;
  readonly section: Section;
  readonly onSection: (section: Section) => void;
  readonly onDialog: (dialog: DialogId) => void;
  readonly onPresent: () => void;
  readonly theme: Theme;
  readonly onTheme: (theme: Theme) => void;
}

export function PageHeader({ services, section, onDialog, ...props }: PageHeaderProps): ReactNode {
  const { scenario, session } = services;
  const canUndo = useStore(scenario, (s) => s.history.past.length > 0);
  const canRedo = useStore(scenario, (s) => s.history.future.length > 0);
  const isFace = useLab((s) => s.layout !== null) && section === "lab";
  return (
    <Header
      section={pageAt(section, null)?.under ?? section}
      isFace={isFace}
      theme={props.theme}
      canUndo={canUndo}
      canRedo={canRedo}
      onSection={props.onSection}
      onNew={() => onDialog("new")}
      onExamples={() => onDialog("examples")}
      onUndo={() => scenario.getState().undo()}
      onRedo={() => scenario.getState().redo()}
      onPresent={props.onPresent}
      onShare={() => onDialog("share")}
      onKeys={() => onDialog("keys")}
      onDialog={onDialog}
      onSimple={() => chooseLayout(session, "face")}
      onTheme={props.onTheme}
    />
  );
}
