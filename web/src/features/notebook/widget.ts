// The charts of a run inside a notebook. This module is built into the Python package, whose class `Charts`
// (a widget of anywidget) passes it the recorded series. docs/python.md describes it.
import { createTimeChart, type LineSpec, StyleBook, type TimeChart, TimeView } from "../../charts/index.ts";
import "./widget.css";
import {
  type ChartMessage,
  lineOfEvent,
  type NotebookRun,
  type RunMessage,
  readNotebookRun,
} from "./message.ts";

/** What anywidget passes to `render`. https://anywidget.dev/en/afm describes it. */
interface Model {
  get(name: "run"): RunMessage;
  get(name: "values"): DataView;
  on(event: "change:run", listener: () => void): void;
  on(event: "msg:custom", listener: (message: Answer) => void): void;
  off(event: "change:run" | "msg:custom", listener: unknown): void;
  send(message: { readonly ask: "explain"; readonly flow: string; readonly t: number }): void;
}

/** Python's answer to the question why a flow did something. */
interface Answer {
  readonly title: string;
  readonly sentences: readonly string[];
}

/** The height of a chart in pixels, and of the last chart, which has the labels of the time axis. */
const HEIGHT = 180;
const LAST_HEIGHT = 210;

/** A notebook's theme is dark if the text of the cell is lighter than a middle grey. */
function colourScheme(element: Element): "light" | "dark" {
  const [red = 0, green = 0, blue = 0] = (getComputedStyle(element).color.match(/[\d.]+/g) ?? []).map(Number);
  return 0.3 * red + 0.59 * green + 0.11 * blue > 127 ? "dark" : "light";
}

function lineOf(run: NotebookRun, chart: ChartMessage, index: number, styles: StyleBook): LineSpec {
  const line = chart.lines[index];
  const series = run.series(chart, index);
  const style = styles.assign(run.flows).get(line?.flow ?? "");
  return {
    id: line?.id ?? "",
    label: line?.label ?? "",
    ...(line?.flow === undefined || line.flow === null ? {} : { flow: line.flow }),
    run: { computedTo: run.duration },
    series,
    view: chart.is_counter ? { kind: "rate", interval: run.interval } : { kind: "value" },
    scale: chart.scale,
    // The line of a link has a colour that no flow has, if there are enough colours.
    style: style ?? { colour: run.flows.length + index, dash: 0, marker: index % 4 },
  };
}

/** Draws all charts of a run below each other. Returns the function that removes them. */
function drawCharts(host: HTMLElement, run: NotebookRun, ask: (flow: string, t: number) => void): () => void {
  const timeView = new TimeView(run.duration);
  const styles = new StyleBook();
  const charts: TimeChart[] = run.charts.map((message, index) => {
    const isLast = index === run.charts.length - 1;
    const box = document.createElement("div");
    box.style.height = `${isLast ? LAST_HEIGHT : HEIGHT}px`;
    host.append(box);
    const chart = createTimeChart(box, {
      title: message.title,
      unit: message.unit,
      timeView,
      timeAxis: isLast,
      onAsk: ask,
    });
    const lines = message.lines.map((_, line) => lineOf(run, message, line, styles));
    const events = message.events
      ? { events: run.events, lineOf: (_: number, flow: number) => lineOfEvent(run, message, flow) }
      : null;
    chart.update({ lines, references: message.references, events });
    return chart;
  });
  return () => {
    for (const chart of charts) chart.destroy();
    host.replaceChildren();
  };
}

/** Shows an answer as a list, which screen readers announce. */
function showAnswer(place: HTMLElement, { title, sentences }: Answer): void {
  const heading = document.createElement("strong");
  heading.textContent = title;
  const list = document.createElement("ul");
  for (const sentence of sentences) {
    const item = document.createElement("li");
    item.textContent = sentence;
    list.append(item);
  }
  place.replaceChildren(heading, list);
}

function render({ model, el }: { readonly model: Model; readonly el: HTMLElement }): () => void {
  el.classList.add("fs-notebook");
  el.style.colorScheme = colourScheme(el.parentElement ?? el);
  const charts = document.createElement("div");
  const answer = document.createElement("div");
  answer.className = "fs-answer";
  answer.setAttribute("role", "status");
  el.append(charts, answer);
  const ask = (flow: string, t: number): void => model.send({ ask: "explain", flow, t });
  let remove = (): void => {};
  const draw = (): void => {
    remove();
    answer.replaceChildren();
    remove = drawCharts(charts, readNotebookRun(model.get("run"), model.get("values")), ask);
  };
  const onAnswer = (message: Answer): void => showAnswer(answer, message);
  model.on("change:run", draw);
  model.on("msg:custom", onAnswer);
  draw();
  return () => {
    model.off("change:run", draw);
    model.off("msg:custom", onAnswer);
    remove();
  };
}

export default { render };
