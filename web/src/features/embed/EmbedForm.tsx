// The choice of the content of an embedded view, and the text to copy: a frame, a custom element or a link.
import { type ReactNode, useState } from "react";
import { pageBase } from "../../address/pageAddress.ts";
import { SegmentedControl } from "../../components/fields/choice.tsx";
import type { ShareProps } from "../../extension/feature.ts";
import { lengthClass } from "../../scenario/shareLink.ts";
import { groupDigits } from "../../scenario/units.ts";
import { pageTexts } from "../../texts/index.ts";
import { useLabCharts } from "../lab/charts/chartList.tsx";
import { CopyBox } from "../lab/share/CopyBox.tsx";
import { SharePart } from "../lab/share/SharePart.tsx";
import { useLab } from "../lab/state/hooks.ts";
import { chartOf } from "../lab/state/shownCharts.ts";
import {
  type EmbedOptions,
  elementSnippet,
  embedAddress,
  type FrameSize,
  iframeSnippet,
  PANELS,
  type Panel,
} from "./address.ts";
import { embedTexts } from "./texts/index.ts";

const SIZES: Readonly<Record<keyof typeof embedTexts.sizes, FrameSize>> = {
  small: { width: 480, height: 360 },
  medium: { width: 760, height: 520 },
  large: { width: 1100, height: 720 },
};

type SizeName = keyof typeof SIZES;
type Form = keyof typeof embedTexts.forms;

export default function EmbedForm({ link, title, kind }: ShareProps): ReactNode {
  const shown = useLab((s) => s.charts);
  const face = useLab((s) => s.layout !== null);
  const [options, setOptions] = useState<EmbedOptions>({
    panels: kind === "scenario" ? ["fairness"] : [],
    charts: kind === "scenario" ? shown.map((name) => name.split("*")[0] ?? name) : [],
    face: kind === "scenario" && face,
    autoplay: false,
    theme: null,
    origin: null,
    controls: [],
  });
  const [size, setSize] = useState<FrameSize>(SIZES.medium);
  const [form, setForm] = useState<Form>("iframe");
  const change = (part: Partial<EmbedOptions>): void => setOptions({ ...options, ...part });
  const address = embedAddress(link, options);
  const name = `Fairshare: ${title || pageTexts.lab.untitled}`;
  const text = {
    iframe: () => iframeSnippet(address, name, size),
    element: () =>
      elementSnippet(link, new URL("embed/fairshare-lab.js", pageBase()).href, options, name, size),
    link: () => address,
  }[form]();
  return (
    <SharePart title={embedTexts.embed}>
      <div className="share-part stack">
        <p>{embedTexts.embedIntro}</p>
        {kind === "scenario" && (
          <label className="check">
            <input
              type="checkbox"
              checked={options.face}
              onChange={(event) => change({ face: event.target.checked })}
            />
            {embedTexts.face}
          </label>
        )}
        {kind === "scenario" && !options.face && <PanelChoice options={options} onChange={change} />}
        <SizeChoice size={size} onSize={setSize} />
        <LookChoice kind={kind} options={options} onChange={change} />
        <SegmentedControl
          small
          label={embedTexts.form}
          value={form}
          options={(Object.keys(embedTexts.forms) as Form[]).map((value) => ({
            value,
            label: embedTexts.forms[value],
          }))}
          onChange={setForm}
        />
        {kind === "scenario" && !options.face && options.panels.length + options.charts.length === 0 ? (
          <p role="alert">{embedTexts.noPanels}</p>
        ) : (
          <CopyBox label={embedTexts.snippet} text={text} />
        )}
        {lengthClass(address.length) === "file" && (
          <p>{embedTexts.tooLong({ n: groupDigits(address.length) })}</p>
        )}
        <p>
          <a className="button" href={address} target="_blank" rel="noopener">
            {embedTexts.preview}
          </a>
        </p>
        <p className="field-note">{embedTexts.messages}</p>
      </div>
    </SharePart>
  );
}

interface PanelChoiceProps {
  readonly options: EmbedOptions;
  readonly onChange: (part: Partial<EmbedOptions>) => void;
}

function PanelChoice({ options, onChange }: PanelChoiceProps): ReactNode {
  const offered = useLabCharts(useLab((s) => s.run));
  const { panels, charts } = options;
  const togglePanel = (panel: Panel, on: boolean): void =>
    onChange({ panels: PANELS.filter((id) => (id === panel ? on : panels.includes(id))) });
  const toggleChart = (id: string, on: boolean): void =>
    onChange({ charts: on ? [...charts, id] : charts.filter((name) => chartOf(name) !== id) });
  return (
    <fieldset className="share-panels cluster gap-4 flat">
      <legend className="strong">{embedTexts.panels}</legend>
      {offered.map(({ id, name }) => (
        <label key={id} className="check">
          <input
            type="checkbox"
            checked={charts.some((chart) => chartOf(chart) === id)}
            onChange={(event) => toggleChart(id, event.target.checked)}
          />
          {name}
        </label>
      ))}
      {PANELS.map((panel) => (
        <label
          key={panel}
          className="check"
          title={panel === "controls" ? embedTexts.controlsHelp : undefined}
        >
          <input
            type="checkbox"
            checked={panels.includes(panel)}
            onChange={(event) => togglePanel(panel, event.target.checked)}
          />
          {embedTexts[panel]}
        </label>
      ))}
    </fieldset>
  );
}

/** Whether the view plays by itself, and its colours. */
function LookChoice({ kind, options, onChange }: PanelChoiceProps & Pick<ShareProps, "kind">): ReactNode {
  return (
    <div className="cluster gap-4">
      {kind === "scenario" && (
        <label className="check">
          <input
            type="checkbox"
            checked={options.autoplay}
            onChange={(event) => onChange({ autoplay: event.target.checked })}
          />
          {embedTexts.autoplay}
        </label>
      )}
      <SegmentedControl
        small
        label={embedTexts.theme}
        value={options.theme ?? "system"}
        options={(["system", "light", "dark"] as const).map((value) => ({
          value,
          label: embedTexts.themes[value],
        }))}
        onChange={(value) => onChange({ theme: value === "system" ? null : value })}
      />
    </div>
  );
}

/** The smallest and the largest width or height of a frame, in pixels. */
const [SMALLEST, LARGEST] = [200, 4000] as const;

function SizeChoice({
  size,
  onSize,
}: {
  readonly size: FrameSize;
  readonly onSize: (size: FrameSize) => void;
}): ReactNode {
  const named = (Object.keys(SIZES) as SizeName[]).find(
    (name) => SIZES[name].width === size.width && SIZES[name].height === size.height,
  );
  const box = (dimension: keyof FrameSize): ReactNode => (
    <label className="share-number check">
      {embedTexts[dimension]}
      <input
        className="text-box is-tall"
        type="number"
        min={SMALLEST}
        max={LARGEST}
        value={size[dimension]}
        onChange={({ target }) => {
          const value = Math.round(Number(target.value));
          if (value > 0) onSize({ ...size, [dimension]: Math.min(LARGEST, value) });
        }}
      />
    </label>
  );
  return (
    <div className="cluster gap-4">
      <SegmentedControl
        small
        label={embedTexts.size}
        value={named ?? ""}
        options={(Object.keys(SIZES) as SizeName[]).map((value) => ({
          value,
          label: embedTexts.sizes[value],
        }))}
        onChange={(value) => value !== "" && onSize(SIZES[value])}
      />
      {box("width")}
      {box("height")}
    </div>
  );
}
