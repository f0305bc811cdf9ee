// Paints event symbols on canvas. Each symbol is drawn once and then copied: software rasterisers take longer for a hundred
// strokes with round ends than for everything else in a frame.
import { eventShape } from "../marks/symbol.ts";
import type { EventMark } from "./events.ts";
import type { TimePlot } from "./layout.ts";
import { eventArea } from "./timeMarks.ts";

interface Sprite {
  readonly canvas: HTMLCanvasElement;
  /** Device pixels from its edge to its middle. */
  readonly middle: number;
}

/** At most this many sprites are kept; a chart has a few dozen. */
const MOST_SPRITES = 200;

export class EventSprites {
  readonly #sprites = new Map<string, Sprite>();

  /** Paints all halos first, so that symbols stand off the lines and not off each other. */
  paint(
    context: CanvasRenderingContext2D,
    events: readonly EventMark[],
    colour: (event: EventMark) => string,
    plot: TimePlot,
    ratio: number,
  ): void {
    context.save();
    context.setTransform(1, 0, 0, 1, 0, 0);
    const copy = (event: EventMark, stroke: string, width: number): void => {
      const sprite = this.#sprite(
        event.code,
        stroke,
        eventArea(plot.fontSize) * ratio * ratio,
        width * ratio,
      );
      const x = Math.round(event.x * ratio) - sprite.middle;
      const y = Math.round(event.y * ratio) - sprite.middle;
      context.drawImage(sprite.canvas, x, y);
    };
    for (const event of events) copy(event, plot.theme.background, plot.lineWidth + 1.8);
    for (const event of events) copy(event, colour(event), plot.lineWidth);
    context.restore();
  }

  #sprite(code: number, colour: string, area: number, width: number): Sprite {
    const key = `${code} ${colour} ${area} ${width}`;
    const known = this.#sprites.get(key);
    if (known !== undefined) return known;
    if (this.#sprites.size >= MOST_SPRITES) this.#sprites.clear();
    const middle = Math.ceil(Math.sqrt(area) + width) + 1;
    const canvas = document.createElement("canvas");
    canvas.width = 2 * middle;
    canvas.height = 2 * middle;
    const context = canvas.getContext("2d");
    if (context !== null) {
      context.translate(middle, middle);
      context.lineCap = "round";
      context.strokeStyle = colour;
      context.lineWidth = width;
      context.beginPath();
      eventShape(code).draw(context, area);
      context.stroke();
    }
    const sprite = { canvas, middle };
    this.#sprites.set(key, sprite);
    return sprite;
  }
}
