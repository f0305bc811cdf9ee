// One line for a link that states no version: it may come from an earlier release, whose engine can show it.
// Like the message about the result, this line replaces the note of the scenario.
import type { ReactNode } from "react";
import { Icon, IconButton } from "../../../components/icons.tsx";
import { RELEASES } from "../../../engine/releases.ts";
import { S } from "../../../strings/index.ts";
import { PARTS } from "../../../strings/labParts.ts";
import ResultLine from "../overview/ResultLine.tsx";
import { Sentence } from "../overview/Sentence.tsx";
import { useServices } from "../state/context.tsx";
import { useLab, useScenario } from "../state/hooks.ts";

export default function UnversionedLine(): ReactNode {
  const { session, openWithRelease } = useServices();
  const fragment = useLab((s) => s.unversioned);
  const isEdited = useScenario((s) => s.doc !== s.opened);
  const expected = useLab((s) => s.expected?.result);
  const result = useLab((s) => s.run?.outcome?.resultId);
  // A saved file contains only the page's engine.
  if (fragment === null || isEdited || globalThis.fairshareFile) return null;
  const earlier = RELEASES.filter(({ version }) => version !== session.engineVersion);
  const releases = (
    <span className="last-change-releases">
      {earlier.toReversed().map(({ version }) => (
        <button
          key={version}
          type="button"
          className="button is-small"
          onClick={() => openWithRelease(fragment, version)}
        >
          {PARTS.lab.showWith(version)}
        </button>
      ))}
    </span>
  );
  // If the result that a link states equals the result of the run, the line is not shown, whatever version
  // made the link.
  if (expected) return <ResultLine actions={expected === result ? null : releases} />;
  const text = PARTS.lab.unversioned(session.engineVersion);
  return (
    <p className="last-change result-line" role="status">
      <Icon name="warning" size={18} />
      <Sentence key={text}>{text}</Sentence>
      {releases}
      <IconButton
        icon="close"
        size={16}
        className="last-change-close"
        label={S.lab.close}
        tipSide="left"
        onClick={() => session.store.setState({ unversioned: null })}
      />
    </p>
  );
}
