// The settings of one direction of a link, and whether the reverse path has settings of its own.
import type { ReactNode } from "react";
import { ChoiceField } from "../../../components/fields/choice.tsx";
import { FieldControl } from "../../../components/fields/FieldControl.tsx";
import { ParamForm } from "../../../components/fields/ParamForm.tsx";
import type { SliderRange } from "../../../components/fields/slider.ts";
import { lazyPart } from "../../../components/lazyPart.tsx";
import { Disclosure } from "../../../components/surfaces.tsx";
import type { Json, JsonObject, LinkDocument, ScenarioDocument } from "../../../generated/types.ts";
import { describePath, effectiveValue, kindOf } from "../../../scenario/descriptors.ts";
import { writeOutReverse } from "../../../scenario/edit.ts";
import { readPath, writePath } from "../../../scenario/path.ts";
import { pageTexts } from "../../../texts/index.ts";
import { useServices } from "../state/context.tsx";
import { useLab, useScenario } from "../state/hooks.ts";
import { labTexts } from "../texts/index.ts";
import { LimitControl } from "./LimitControl.tsx";
import { SettingControl, useSetting, useShownValue, wholeRunNote } from "./SettingControl.tsx";

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
  const isReverse = id.endsWith("reverse");
  return (
    <>
      {!isReverse && (
        <>
          <SettingControl
            path={`${path}.rate`}
            label={pageTexts.lab.rate}
            range={RATE}
            note={isUnused ? pageTexts.lab.rateUnused : null}
          />
          <RateBack link={path.slice(0, -".forward".length)} />
        </>
      )}
      <LimitControl path={path} id={id} />
      <QueueControl path={`${path}.queue`} />
      <Disclosure summary={isReverse ? pageTexts.lab.moreReverseSettings : pageTexts.lab.moreLinkSettings}>
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

/** The id of the reverse direction of a link, such as `ab.reverse` for the path `network.links.ab`. */
const reverseId = (link: string): string =>
  link === "network" ? "reverse" : `${link.split(".").at(-1)}.reverse`;

/**
 * The rate of the reverse direction of a link. Without settings of its own, this direction has those of the forward direction,
 * which an edit writes out first.
 */
function RateBack({ link }: { readonly link: string }): ReactNode {
  const { scenario } = useServices();
  const path = `${link}.reverse.rate`;
  const { field, value, hints, onPreview, onCommit } = useSetting(path);
  const editsFromPlayhead = useScenario((s) => s.editMode === "from");
  const reverse = useShownValue(`${link}.reverse`);
  const hasOwn = useScenario((s) => Boolean(readPath(s.doc, `${link}.reverse`)));
  const derived = useLab((s) => s.derived?.links.find(({ id }) => id === reverseId(link))?.rate);
  if (!field || derived === undefined) return null;
  const withRate =
    (rate: Json) =>
    (doc: ScenarioDocument): ScenarioDocument =>
      writePath(writeOutReverse(doc, link, derived), path, rate);
  const disabled = hints.disabled || (editsFromPlayhead && !hasOwn);
  const isUnused = setsEveryRate(reverse);
  return (
    <div className="setting" data-setting={path}>
      <FieldControl
        field={hasOwn ? field : { ...field, default: derived }}
        value={hasOwn || reverse ? value : derived}
        hints={{
          ...hints,
          disabled,
          label: labTexts.traffic.rateBack,
          range: RATE,
          note: isUnused ? pageTexts.lab.rateUnused : wholeRunNote(Boolean(disabled)),
          path: hasOwn ? path : undefined,
        }}
        onPreview={(rate) =>
          hasOwn ? onPreview(rate) : scenario.setState({ preview: withRate(rate)(scenario.getState().doc) })
        }
        onCommit={(rate, mergeWithLastEdit) =>
          hasOwn || rate === undefined
            ? onCommit(rate, mergeWithLastEdit)
            : scenario.getState().apply(path, withRate(rate), mergeWithLastEdit)
        }
      />
    </div>
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
  const id = reverseId(path);
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
