// The settings of one direction of a link, and whether the reverse path has settings of its own.
import type { ReactNode } from "react";
import { ChoiceField } from "../../../components/fields/choice.tsx";
import { ParamForm } from "../../../components/fields/ParamForm.tsx";
import type { SliderRange } from "../../../components/fields/slider.ts";
import { lazyPart } from "../../../components/lazyPart.tsx";
import { Disclosure } from "../../../components/surfaces.tsx";
import type { Json, JsonObject, LinkDocument } from "../../../generated/types.ts";
import { describePath, effectiveValue, kindOf } from "../../../scenario/descriptors.ts";
import { writeOutReverse } from "../../../scenario/edit.ts";
import { readPath, writePath } from "../../../scenario/path.ts";
import { pageTexts } from "../../../texts/index.ts";
import { useServices } from "../state/context.tsx";
import { useLab, useScenario } from "../state/hooks.ts";
import { LimitControl } from "./LimitControl.tsx";
import { SettingControl, useShownValue, wholeRunNote } from "./SettingControl.tsx";

const RateOverTime = lazyPart(() => import("./RateOverTime.tsx"));

/** The range of the slider for the rate, in bit/s. */
const RATE: SliderRange = { min: 1e5, max: 1e9, scale: "log", integer: false };

/** The range of the slider for the delay, in seconds. */
const DELAY: SliderRange = { min: 0.0005, max: 0.5, scale: "log", integer: false };

/** The most important settings of a link direction. Further settings are in a disclosure below. */
export function Direction({
  path,
  id,
  children,
}: {
  readonly path: string;
  /** The id of the direction in the facts that the simulator derives from the document. */
  readonly id: string;
  readonly children?: ReactNode;
}): ReactNode {
  const isUnused = useScenario((s) => setsEveryRate(readPath(s.doc, path)));
  return (
    <>
      <SettingControl
        path={`${path}.rate`}
        label={pageTexts.lab.rate}
        range={RATE}
        note={isUnused ? pageTexts.lab.rateUnused : null}
      />
      <LimitControl path={path} id={id} />
      <QueueControl path={`${path}.queue`} />
      <Disclosure
        summary={id.endsWith("reverse") ? pageTexts.lab.moreReverseSettings : pageTexts.lab.moreLinkSettings}
      >
        <div className="form stack">
          <SettingControl path={`${path}.delay`} label={pageTexts.lab.delay} range={DELAY} />
          <RateOverTime path={path} />
          <SettingControl
            path={`${path}.loss`}
            label={pageTexts.lab.losses}
            addLabel={pageTexts.lab.addLoss}
          />
          {children}
        </div>
      </Disclosure>
    </>
  );
}

/** Whether the rate over time of a link direction leaves no time at which the setting "Rate" applies. */
function setsEveryRate(direction: Json | undefined): boolean {
  const { schedule, impairments } = (direction ?? {}) as LinkDocument;
  if (impairments?.trace || schedule?.kind === "periodic") return true;
  return schedule?.kind === "points" && (schedule.points ?? []).some(({ at }) => at === 0);
}

/**
 * A checkbox for whether the reverse direction has settings of its own, and these settings. Without them, the
 * reverse direction has the initial rate, the delay and the queue of the forward direction, which are its
 * first settings.
 */
export function ReverseLink({ path }: { readonly path: string }): ReactNode {
  const { scenario } = useServices();
  const doc = useScenario((s) => s.doc);
  const editsFromPlayhead = useScenario((s) => s.editMode === "from");
  const reverse = readPath(doc, `${path}.reverse`);
  const id = path === "network" ? "reverse" : `${path.split(".").at(-1)}.reverse`;
  const rate = useLab((s) => s.derived?.links.find((link) => link.id === id)?.rate);
  return (
    <fieldset className="rules stack gap-2">
      <label className="span-toggle row inline">
        <input
          type="checkbox"
          checked={Boolean(reverse)}
          disabled={editsFromPlayhead}
          onChange={(event) => {
            const isOwn = event.target.checked;
            scenario
              .getState()
              .apply(`${path}.reverse`, (d) =>
                isOwn ? writeOutReverse(d, path, rate) : writePath(d, `${path}.reverse`, undefined),
              );
          }}
        />
        {pageTexts.lab.reverseLink}
      </label>
      {reverse && (
        <div className="form stack">
          <Direction path={`${path}.reverse`} id={id} />
        </div>
      )}
    </fieldset>
  );
}

/**
 * The choice of the queue discipline, and its settings other than the limit. When the user chooses another
 * discipline, the limit stays and the other settings get their defaults.
 */
function QueueControl({ path }: { readonly path: string }): ReactNode {
  const { catalogue, scenario } = useServices();
  const doc = useScenario((s) => s.doc);
  const editsFromPlayhead = useScenario((s) => s.editMode === "from");
  const issues = useLab((s) => s.issues);
  const field = describePath(catalogue, path, doc);
  const value = (useShownValue(path) ?? effectiveValue(catalogue, path, doc) ?? {}) as JsonObject;
  const fallback = kindOf(undefined, field);
  const kind = String(kindOf(value, field) ?? "");
  const variant = field?.variants?.find((v) => v.value === kind);
  const fields = variant?.fields.filter((f) => f.name !== "limit") ?? [];
  const choose = (next: string | undefined): void => {
    const { limit } = value;
    const queue: JsonObject = { kind: next ?? String(fallback), ...(limit === undefined ? {} : { limit }) };
    scenario.getState().apply(path, (d) => writePath(d, path, queue));
  };
  return (
    <>
      <ChoiceField
        label={pageTexts.lab.queueKind}
        path={`${path}.kind`}
        help={variant?.doc}
        value={kind}
        fallback={typeof fallback === "string" ? fallback : undefined}
        changed={kind !== fallback}
        choices={(field?.variants ?? []).map((v) => ({ value: v.value, label: v.label, doc: "" }))}
        disabled={editsFromPlayhead}
        note={wholeRunNote(editsFromPlayhead)}
        onCommit={choose}
      />
      {fields.length > 0 && (
        <Disclosure key={kind} summary={pageTexts.lab.settingsOf({ name: variant?.label ?? kind })}>
          <ParamForm
            visibleCount={7}
            fields={fields}
            values={value}
            hints={(f) => ({
              disabled: editsFromPlayhead,
              issue: issues.find((i) => i.path === `${path}.${f.name}`)?.message,
            })}
            onPreview={(name, next) => scenario.getState().setPreview(`${path}.${name}`, next, 0)}
            onCommit={(name, next, mergeWithLastEdit) =>
              scenario
                .getState()
                .apply(`${path}.${name}`, (d) => writePath(d, `${path}.${name}`, next), mergeWithLastEdit)
            }
          />
        </Disclosure>
      )}
    </>
  );
}
