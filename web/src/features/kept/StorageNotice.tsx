// The notice that the browser refused to store work of the user.
import { type ReactNode, useState } from "react";
import { Button } from "../../components/Button.tsx";
import { Icon, IconButton } from "../../components/icons.tsx";
import type { PartPlaces } from "../../extension/feature.ts";
import { pageTexts } from "../../texts/index.ts";
import { keptMenuTexts } from "./menuTexts.ts";
import { keptTexts } from "./texts/index.ts";

export default function StorageNotice({ onDialog }: PartPlaces["refusedStorage"]): ReactNode {
  const [dismissed, setDismissed] = useState(false);
  if (dismissed) return null;
  return (
    <div className="page-callout callout is-plain" role="alert">
      <Icon name="warning" />
      <div>
        <b>{keptTexts.notStored}</b>
        <p>{keptTexts.notStoredAdvice}</p>
      </div>
      <Button small primary onClick={() => onDialog("data")}>
        {keptMenuTexts.data}
      </Button>
      <IconButton
        icon="close"
        label={pageTexts.link.dismiss}
        tipSide="left"
        onClick={() => setDismissed(true)}
      />
    </div>
  );
}
