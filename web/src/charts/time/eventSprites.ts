// Paints event symbols on canvas. Each symbol is drawn once and then copied, because software rasterisers
// take longer for a hundred strokes with round ends than for all other drawing in a frame.
import { eventShape } from "../marks/symbol.ts";
import type { EventSymbol } from "./events.ts";
import { eventArea } from "./timeMarks.ts";
import type { TimePlot } from "./timePlot.ts";

interface Sprite {
  readonly canvas: HTMLCanvasElement;
  /** Half the width of `canvas` in device pixels. */
  readonly halfWidth: number;
}

/** All sprites are discarded when there are this many. A chart needs a few dozen. */
const MAX_SPRITES = 200;

export class EventSprites {
  readonly #sprites = new Map<string, Sprite>();

  /**
   * Paints all halos and then all symbols, so that a halo separates its symbol from lines but covers no other
   * symbol.
   */
  paint(
    context: CanvasRenderingContext2D,
    events: readonly EventSymbol[],
    colour: (event: EventSymbol) => string,
    plot: TimePlot,
    ratio: number,
  ): void {
    context.save();
    context.setTransform(1, 0, 0, 1, 0, 0);
    const drawEvent = (event: EventSymbol, stroke: string, width: number): void => {
      const sprite = this.#sprite(
        event.code,
        stroke,
        eventArea(plot.fontSize) * ratio * ratio,
        width * ratio,
      );
      const x = Math.round(event.x * ratio) - sprite.halfWidth;
      const y = Math.round(event.y * ratio) - sprite.halfWidth;
      context.drawImage(sprite.canvas, x, y);
    };
    for (const event of events) drawEvent(event, plot.theme.background, plot.lineWidth + 1.8);
    for (const event of events) drawEvent(event, colour(event), plot.lineWidth);
    context.restore();
  }

  #sprite(code: number, colour: string, area: number, width: number): Sprite {
    const key = `${code} ${colour} ${area} ${width}`;
    const known = this.#sprites.get(key);
    if (known !== undefined) return known;
    if (this.#sprites.size >= MAX_SPRITES) this.#sprites.clear();
    const halfWidth = Math.ceil(Math.sqrt(area) + width) + 1;
    const canvas = document.createElement("canvas");
    canvas.width = 2 * halfWidth;
    canvas.height = 2 * halfWidth;
    const context = canvas.getContext("2d");
    if (context !== null) {
      context.translate(halfWidth, halfWidth);
      context.lineCap = "round";
      context.strokeStyle = colour;
      context.lineWidth = width;
      context.beginPath();
      eventShape(code).draw(context, area);
      context.stroke();
    }
    const sprite = { canvas, halfWidth };
    this.#sprites.set(key, sprite);
    return sprite;
  }
}
