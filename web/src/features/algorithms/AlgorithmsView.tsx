// The reference: one page per algorithm, made from the catalogue: rules, parameters, signals, decisions, references, and a
// picture of a real run alone on a link.
import { type ReactNode, useEffect, useRef, useState } from "react";
import {
  createTimeChart,
  type LineSpec,
  type TimeChart,
  type TimeChartData,
  TimeLink,
} from "../../charts/index.ts";
import { Table } from "../../components/surfaces.tsx";
import type { EngineClient, RunRecord, Series } from "../../engine/types.ts";
import type { Algorithm, Catalogue, Field } from "../../scenario/descriptors.ts";
import type { Json, ScenarioDocument } from "../../scenario/document.ts";
import { formatQuantity } from "../../scenario/units.ts";
import { S } from "../../strings/index.ts";
import { InlineProse, Prose } from "./Prose.tsx";

export interface AlgorithmsViewProps {
  readonly catalogue: Catalogue;
  readonly engine: EngineClient;
  readonly onOpen: (doc: ScenarioDocument) => void;
}

const FAMILIES = ["window", "rate", "report", "none"] as const;

export default function AlgorithmsView({ catalogue, engine, onOpen }: AlgorithmsViewProps): ReactNode {
  const [id, setId] = useState(
    () => catalogue.algorithms.find((a) => a.id === "newreno")?.id ?? catalogue.algorithms[0]?.id,
  );
  const algorithm = catalogue.algorithms.find((a) => a.id === id);
  return (
    <div className="reference">
      <nav className="reference-list" aria-label={S.algorithms.title}>
        {FAMILIES.map((family) => {
          const list = catalogue.algorithms.filter((a) => a.family === family);
          if (list.length === 0) return null;
          return (
            <section key={family}>
              <h2>{S.algorithms.families[family]}</h2>
              <ul>
                {list.map((a) => (
                  <li key={a.id}>
                    <button
                      type="button"
                      aria-current={a.id === id ? "page" : undefined}
                      onClick={() => setId(a.id)}
                    >
                      {a.name}
                    </button>
                  </li>
                ))}
              </ul>
            </section>
          );
        })}
      </nav>
      <main id="main" tabIndex={-1}>
        {algorithm && <Page key={algorithm.id} algorithm={algorithm} engine={engine} onOpen={onOpen} />}
      </main>
    </div>
  );
}

/** What the picture shows: the algorithm alone, on a link and a buffer that everybody can compare. */
function aloneWith(algorithm: Algorithm): ScenarioDocument {
  return {
    v: 1,
    title: `${algorithm.name} alone`,
    duration: 30,
    network: {
      kind: "dumbbell",
      forward: { rate: 1e7, delay: 0.01, queue: { kind: "drop_tail", limit: { bdp: 1 } } },
    },
    flows: [
      {
        id: algorithm.id,
        label: algorithm.name,
        algorithm: algorithm.id,
        access: { sender: 0.005, receiver: 0.005 },
      },
    ],
  };
}

interface PageProps {
  readonly algorithm: Algorithm;
  readonly engine: EngineClient;
  readonly onOpen: (doc: ScenarioDocument) => void;
}

function Page({ algorithm, engine, onOpen }: PageProps): ReactNode {
  return (
    <article className="article">
      <header>
        <h1>{algorithm.name}</h1>
        <p className="article-summary">
          <InlineProse text={algorithm.summary} />
        </p>
        <button type="button" className="button is-primary" onClick={() => onOpen(aloneWith(algorithm))}>
          {S.algorithms.open}
        </button>
      </header>
      <Picture algorithm={algorithm} engine={engine} />
      <Prose text={algorithm.doc} level={2} />
      <h2>{S.algorithms.parameters}</h2>
      {algorithm.fields.length === 0 ? (
        <p>{S.algorithms.noParameters}</p>
      ) : (
        <Parameters algorithm={algorithm} />
      )}
      {algorithm.signals.length > 0 && (
        <>
          <h2>{S.algorithms.signals}</h2>
          <dl className="terms">
            {algorithm.signals.map((signal) => (
              <div key={signal.id}>
                <dt>
                  {signal.label} {signal.unit && <span>{signal.unit}</span>}
                </dt>
                <dd>
                  <InlineProse text={signal.doc} />
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
      {algorithm.decisions.length > 0 && (
        <>
          <h2>{S.algorithms.decisions}</h2>
          <dl className="terms">
            {algorithm.decisions.map((decision) => (
              <div key={decision.id}>
                <dt>{decision.label}</dt>
                <dd>{decision.template.replaceAll("->", "\u2192")}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      {algorithm.references.length > 0 && (
        <>
          <h2>{S.algorithms.references}</h2>
          <ul className="references">
            {algorithm.references.map((reference) => (
              <li key={reference.title}>
                {/^https?:/.test(reference.url) ? (
                  <a href={reference.url} target="_blank" rel="noreferrer">
                    {reference.title}
                  </a>
                ) : (
                  reference.title
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </article>
  );
}

function defaultText(field: Field): string {
  const value: Json | undefined = field.default;
  if (value === null || value === undefined) return field.null_means || "\u2013";
  if (typeof value === "number") return formatQuantity(value, field.unit ?? "", 6);
  if (typeof value === "boolean") return value ? "on" : "off";
  if (typeof value === "string") return field.choices?.find((c) => c.value === value)?.label ?? value;
  return JSON.stringify(value);
}

function rangeText(field: Field): string {
  if (field.choices) return field.choices.map((c) => c.label).join(", ");
  const { min, max, unit = "" } = field;
  if (typeof min === "number" && typeof max === "number")
    return `${formatQuantity(min, unit, 6)} \u2013 ${formatQuantity(max, unit, 6)}`;
  return typeof min === "number" ? `\u2265 ${formatQuantity(min, unit, 6)}` : "";
}

function Parameters({ algorithm }: { readonly algorithm: Algorithm }): ReactNode {
  return (
    <Table
      caption={S.algorithms.parameters}
      hideCaption
      columns={[
        { key: "name", head: S.algorithms.name, cell: (f) => f.label },
        { key: "default", head: S.algorithms.fallback, cell: defaultText },
        { key: "range", head: S.algorithms.range, cell: rangeText },
        { key: "doc", head: S.algorithms.meaning, cell: (f) => <InlineProse text={f.doc} /> },
        { key: "cite", head: S.algorithms.source, cell: (f) => f.cite ?? "" },
      ]}
      rows={algorithm.fields}
      rowKey={(f) => f.name}
    />
  );
}

/** What a picture draws: the window or the rate of the flow, and the queue that it makes. */
interface Drawn {
  readonly title: string;
  readonly unit: string;
  readonly data: TimeChartData;
}

function drawnOf(algorithm: Algorithm, run: RunRecord): readonly Drawn[] {
  const entity = `flow:${algorithm.id}`;
  const main = run.series(entity, "cwnd") ?? run.series(entity, "rate") ?? run.series(entity, "in_flight");
  const queue = run.series("link:forward", "queue");
  const limit = run.derived.links.find((link) => link.id === "forward")?.limit;
  const line = (id: string, series: Series, colour: number): LineSpec => ({
    id,
    label: series.info.label,
    run,
    series,
    view: { kind: "value" },
    style: { colour, dash: 0, marker: 0 },
  });
  const drawn: Drawn[] = [];
  if (main)
    drawn.push({
      title: main.info.label,
      unit: main.info.unit,
      data: {
        lines: [line("main", main, 0)],
        ...(main.info.unit === "bit/s"
          ? {
              references: [{ id: "capacity", label: S.lab.capacity, value: run.derived.capacity, fit: true }],
            }
          : {}),
      },
    });
  if (queue)
    drawn.push({
      title: S.lab.chartQueue,
      unit: "packets",
      data: {
        lines: [line("queue", queue, 7)],
        references: limit ? [{ id: "limit", label: S.lab.limit, value: limit.packets, fit: true }] : [],
        marks: { events: run.events, place: () => null },
      },
    });
  return drawn;
}

/** Window (or rate) and queue of the algorithm alone, computed when the page is opened. */
function Picture({
  algorithm,
  engine,
}: {
  readonly algorithm: Algorithm;
  readonly engine: EngineClient;
}): ReactNode {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let late = false;
    const charts: TimeChart[] = [];
    engine
      .sketch(JSON.stringify(aloneWith(algorithm)), 720)
      .then((run) => {
        const element = host.current;
        if (late || !element) return;
        const link = new TimeLink(run.duration);
        const drawn = drawnOf(algorithm, run);
        drawn.forEach(({ title, unit, data }, index) => {
          const box = element.appendChild(document.createElement("div"));
          const chart = createTimeChart(box, {
            title,
            unit,
            link,
            cutSpikes: true,
            labels: false,
            timeAxis: index === drawn.length - 1,
          });
          chart.update(data);
          charts.push(chart);
        });
      })
      .catch(() => undefined);
    return () => {
      late = true;
      for (const chart of charts) chart.destroy();
      host.current?.replaceChildren();
    };
  }, [algorithm, engine]);
  return (
    <figure className="article-picture">
      <div ref={host} />
      <figcaption>{S.algorithms.picture}</figcaption>
    </figure>
  );
}
