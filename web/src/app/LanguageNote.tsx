// The sentence that the page is only partly translated into its language.
import { type ReactNode, useState } from "react";
import { Icon, IconButton } from "../components/icons.tsx";
import { S } from "../strings/index.ts";
import { isPartial, LANGUAGES, type Language } from "../strings/language.ts";

export function LanguageNote({ language }: { readonly language: Language }): ReactNode {
  const [dismissed, setDismissed] = useState<Language | null>(null);
  if (!isPartial(language) || dismissed === language) return null;
  return (
    <div className="page-callout callout is-plain" role="status">
      <Icon name="globe" />
      <p>{S.app.partlyTranslated(LANGUAGES[language].name)}</p>
      <IconButton icon="close" label={S.link.dismiss} tipSide="left" onClick={() => setDismissed(language)} />
    </div>
  );
}
