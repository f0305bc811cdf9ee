// The sentence that the page is only partly translated into its language.
import { type ReactNode, useState } from "react";
import { Icon, IconButton } from "../components/icons.tsx";
import { LANGUAGES, type Language } from "../language/language.ts";
import { pageTexts } from "../texts/index.ts";

export default function LanguageNote({ language }: { readonly language: Language }): ReactNode {
  const [dismissed, setDismissed] = useState<Language | null>(null);
  if (dismissed === language) return null;
  return (
    <div className="page-callout callout is-plain" role="status">
      <Icon name="globe" />
      <p>{pageTexts.app.partlyTranslated({ language: LANGUAGES[language].name })}</p>
      <IconButton
        icon="close"
        label={pageTexts.link.dismiss}
        tipSide="left"
        onClick={() => setDismissed(language)}
      />
    </div>
  );
}
