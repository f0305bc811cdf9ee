// The head of the page: name, sections, and the actions that concern the whole page.
import type { ReactNode } from "react";
import { useStore } from "zustand";
import { addressOf, type Section } from "../address/route.ts";
import { Button } from "../components/Button.tsx";
import { SegmentedControl, Select } from "../components/fields/choice.tsx";
import { Icon, IconButton } from "../components/icons.tsx";
import { Menu, type MenuItem } from "../components/Menu.tsx";
import { dialogs, linkItems, namedPages, pageAt } from "../extension/installed.ts";
import { faceTexts } from "../features/lab/face/texts/index.ts";
import { useLab } from "../features/lab/state/hooks.ts";
import { LANGUAGE_TAGS, LANGUAGES } from "../language/language.ts";
import { pageTexts } from "../texts/index.ts";
import { chooseLanguage, useLanguage } from "./language.ts";
import { chooseLayout } from "./layout.ts";
import type { DialogId } from "./PageDialogs.tsx";
import type { ShellServices } from "./startLab.ts";
import { type Theme, useIsNarrow } from "./theme.ts";

/** Up to this width, in pixels, the sections are a list and most actions are in a menu. */
const PHONE_WIDTH = 820;
/** Up to this width, in pixels, less frequent actions are in a menu. */
const TABLET_WIDTH = 1080;

interface HeaderProps {
  readonly services: ShellServices;
  readonly section: Section;
  readonly theme: Theme;
  readonly onSection: (section: Section) => void;
  readonly onDialog: (dialog: DialogId) => void;
  readonly onPresent: () => void;
  readonly onTheme: (theme: Theme) => void;
}

export function Header(props: HeaderProps): ReactNode {
  const isPhone = useIsNarrow(PHONE_WIDTH);
  const isTablet = useIsNarrow(TABLET_WIDTH);
  const isFace = useLab((s) => s.layout !== null) && props.section === "lab";
  const section = pageAt(props.section, null)?.under ?? props.section;
  const parts = { ...props, section, isPhone, isTablet };
  return (
    <header className="header row gap-4">
      <span className="brand row inline text-l">
        <Logo />
        {pageTexts.app.name}
      </span>
      <SectionChoice {...parts} />
      <div className="header-actions end row gap-1">
        {isFace ? (
          <FaceActions {...parts} />
        ) : (
          <>
            {section === "lab" && <LabActions {...parts} />}
            <PageTools {...parts} />
          </>
        )}
        {section === "lab" && (
          <Button primary className="header-share" onClick={() => props.onDialog("share")}>
            <Icon name="share" size={18} />
            {pageTexts.app.share}
          </Button>
        )}
      </div>
    </header>
  );
}

interface Parts extends HeaderProps {
  readonly isPhone: boolean;
  readonly isTablet: boolean;
}

function SectionChoice({ section, isPhone, onSection }: Parts): ReactNode {
  const sections = [{ id: "lab", name: () => pageTexts.app.lab }, ...namedPages()];
  return (
    <nav aria-label={pageTexts.app.sections}>
      {isPhone ? (
        <Select
          accessibleName={pageTexts.app.sections}
          value={section}
          choices={sections.map(({ id, name }) => ({ value: id, label: name(), doc: "" }))}
          onCommit={onSection}
        />
      ) : (
        sections.map(({ id, name }) => (
          <a
            key={id}
            href={id === "lab" ? "#" : addressOf(id)}
            aria-current={section === id ? "page" : undefined}
            onClick={(event) => {
              // With one of these keys, the browser opens another tab or window.
              if (event.ctrlKey || event.metaKey || event.shiftKey) return;
              event.preventDefault();
              onSection(id);
            }}
          >
            {name()}
          </a>
        ))
      )}
    </nav>
  );
}

/** The actions that a user who sees one question needs. All other actions are in a menu. */
function FaceActions({ isTablet, theme, ...props }: Parts): ReactNode {
  const languages = useLanguageItems();
  return (
    <>
      {!isTablet && (
        <IconButton icon="present" label={pageTexts.app.present} keyHint="P" onClick={props.onPresent} />
      )}
      <Menu
        label={faceTexts.menu}
        items={[
          ...(isTablet ? [{ label: pageTexts.app.present, onSelect: props.onPresent }] : []),
          { label: pageTexts.app.examples, onSelect: () => props.onDialog("examples") },
          { label: pageTexts.app.keys, onSelect: () => props.onDialog("keys") },
          documentationItem(),
          ...dialogItems(props.onDialog),
          ...themeItems(theme, props.onTheme),
          ...languages,
        ]}
      />
    </>
  );
}

/** The actions that concern the scenario of the Lab. */
function LabActions({ services: { scenario, session }, ...props }: Parts): ReactNode {
  const { past, future } = useStore(scenario, (s) => s.history);
  return (
    <>
      <Button
        quiet
        className="wide-only"
        title={faceTexts.simpleTip}
        onClick={() => chooseLayout(session, "face")}
      >
        {faceTexts.simple}
      </Button>
      <IconButton
        icon="plus"
        label={pageTexts.newScenario.title}
        keyHint="N"
        className="wide-only"
        onClick={() => props.onDialog("new")}
      />
      <Button quiet aria-label={pageTexts.app.examples} onClick={() => props.onDialog("examples")}>
        <Icon name="book" size={18} />
        <span className="wide-only">{pageTexts.app.examples}</span>
      </Button>
      <IconButton
        icon="undo"
        label={pageTexts.app.undo}
        keyHint="U"
        disabled={past.length === 0}
        onClick={() => scenario.getState().undo()}
      />
      <IconButton
        icon="redo"
        label={pageTexts.app.redo}
        keyHint={"Shift U"}
        className="tablet-only"
        disabled={future.length === 0}
        onClick={() => scenario.getState().redo()}
      />
    </>
  );
}

/**
 * The actions that concern the page: presenting, keys, language and appearance. On small screens, the less
 * frequent actions are in a menu.
 */
function PageTools({ services, section, isPhone, isTablet, ...props }: Parts): ReactNode {
  const { scenario, session } = services;
  const cannotRedo = useStore(scenario, (s) => s.history.future.length === 0);
  const inLab = section === "lab";
  const canPresent = inLab || pageAt(section, null)?.canPresent;
  const languages = useLanguageItems();
  return (
    <>
      {canPresent && (
        <IconButton
          icon="present"
          label={pageTexts.app.present}
          keyHint="P"
          className="wide-only"
          onClick={props.onPresent}
        />
      )}
      <IconButton
        icon="keyboard"
        label={pageTexts.app.keys}
        keyHint="?"
        className="wide-only"
        onClick={() => props.onDialog("keys")}
      />
      {!isPhone && <Menu label={pageTexts.app.language} icon="globe" items={languages} />}
      <SegmentedControl
        small
        label={pageTexts.app.theme}
        value={props.theme}
        options={[
          { value: "light", label: <Icon name="sun" size={15} />, tip: pageTexts.app.light },
          { value: "system", label: <Icon name="system" size={15} />, tip: pageTexts.app.system },
          { value: "dark", label: <Icon name="moon" size={15} />, tip: pageTexts.app.dark },
        ]}
        onChange={props.onTheme}
      />
      {isTablet && (
        <Menu
          label={pageTexts.stage.more}
          items={[
            ...(inLab
              ? [
                  { label: faceTexts.simple, onSelect: () => chooseLayout(session, "face") },
                  { label: pageTexts.newScenario.title, onSelect: () => props.onDialog("new") },
                ]
              : []),
            ...(inLab && isPhone
              ? [
                  {
                    label: pageTexts.app.redo,
                    disabled: cannotRedo,
                    onSelect: () => scenario.getState().redo(),
                  },
                  ...linkItems("menu", null),
                ]
              : []),
            ...(canPresent ? [{ label: pageTexts.app.present, onSelect: props.onPresent }] : []),
            { label: pageTexts.app.keys, onSelect: () => props.onDialog("keys") },
            documentationItem(),
            ...dialogItems(props.onDialog),
            ...(isPhone ? [...themeItems(props.theme, props.onTheme), ...languages] : []),
          ]}
        />
      )}
    </>
  );
}

/** The site of the documentation, which every build has next to the page. */
const documentationItem = (): MenuItem => ({
  label: pageTexts.app.documentation,
  onSelect: () => window.open("docs/index.html", "_blank", "noopener"),
});

/** The dialogs of features as items of a menu. */
const dialogItems = (onDialog: (id: string) => void): readonly MenuItem[] =>
  dialogs().map(({ id, name }) => ({ label: name(), onSelect: () => onDialog(id) }));

/** The appearances as items of a menu. */
const themeItems = (shown: Theme, onTheme: (theme: Theme) => void): readonly MenuItem[] =>
  (["light", "dark", "system"] as const).map((theme) => ({
    label: pageTexts.app[theme],
    ...chosenItem(theme === shown),
    onSelect: () => onTheme(theme),
  }));

/** The mark of the current choice in a menu. */
const chosenItem = (chosen: boolean): Pick<MenuItem, "chosen" | "icon"> => ({
  chosen,
  ...(chosen ? { icon: "check" } : {}),
});

/** The languages as items of a menu. */
function useLanguageItems(): readonly MenuItem[] {
  const shown = useLanguage();
  return LANGUAGE_TAGS.map((language) => ({
    label: LANGUAGES[language].name,
    lang: language,
    ...chosenItem(language === shown),
    onSelect: () => chooseLanguage(language),
  }));
}

/** Two sawtooth curves that start almost at the same point. */
function Logo(): ReactNode {
  return (
    <svg width="26" height="22" viewBox="0 0 26 22" aria-hidden="true">
      <path
        d="M2 20 9 9v9l7-11v9l8-12"
        fill="none"
        stroke="var(--line-1)"
        strokeWidth="2.2"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      <path
        d="M2 20.500 13 16v3.200L24 14"
        fill="none"
        stroke="var(--line-2)"
        strokeWidth="2.200"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  );
}
