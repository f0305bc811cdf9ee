// Paints event marks on canvas. Each shape is drawn once and then copied: a hundred strokes with round ends would take a
// software rasteriser longer than everything else in a frame.
import { type PlacedMark, traceMark } from "./marks.ts";
import type { ChartTheme } from "./theme.ts";
import type { ChartLayout } from "./timeChartLayout.ts";

interface Sprite {
  readonly canvas: HTMLCanvasElement;
  /** Device pixels from its edge to its middle. */
  readonly middle: number;
}

/** So many shapes, colours and sizes are kept; a chart has a few dozen. */
const MOST_SPRITES = 200;

export class MarkPainter {
  readonly #sprites = new Map<string, Sprite>();

  /** Halos in the background's colour first, so that marks stand off the lines. The context counts in CSS pixels. */
  paint(
    context: CanvasRenderingContext2D,
    marks: readonly PlacedMark[],
    colour: (mark: PlacedMark) => string,
    layout: ChartLayout,
    theme: ChartTheme,
    ratio: number,
  ): void {
    const size = layout.fontSize * 0.28;
    context.save();
    context.setTransform(1, 0, 0, 1, 0, 0);
    const copy = (mark: PlacedMark, stroke: string, width: number): void => {
      const sprite = this.#sprite(mark.code, stroke, size * ratio, width * ratio);
      const x = Math.round(mark.x * ratio) - sprite.middle;
      const y = Math.round(mark.y * ratio) - sprite.middle;
      context.drawImage(sprite.canvas, x, y);
    };
    for (const mark of marks) copy(mark, theme.background, layout.lineWidth + 1.8);
    for (const mark of marks) copy(mark, colour(mark), layout.lineWidth * 0.95);
    context.restore();
  }

  #sprite(code: number, colour: string, size: number, width: number): Sprite {
    const key = `${code} ${colour} ${size} ${width}`;
    const known = this.#sprites.get(key);
    if (known !== undefined) return known;
    if (this.#sprites.size >= MOST_SPRITES) this.#sprites.clear();
    // The largest shape reaches 1.4 times the size.
    const middle = Math.ceil(size * 1.4 + width) + 1;
    const canvas = document.createElement("canvas");
    canvas.width = 2 * middle;
    canvas.height = 2 * middle;
    const context = canvas.getContext("2d");
    if (context !== null) {
      context.lineCap = "round";
      context.strokeStyle = colour;
      context.lineWidth = width;
      context.beginPath();
      traceMark(context, code, middle, middle, size);
      context.stroke();
    }
    const sprite = { canvas, middle };
    this.#sprites.set(key, sprite);
    return sprite;
  }
}
