// Paints the paths of marks on canvas.
import type { LinePen, SvgNode } from "./svg.ts";

/**
 * Maximum number of segments per stroke. Rasterising one path with thousands of zigzag segments takes several
 * times as long as rasterising many short paths, because most scan lines cross most segments of the zigzag.
 */
const SEGMENTS_PER_STROKE = 48;

/**
 * Strokes a long line in short pieces. A dashed line is one piece, so that its pattern is not interrupted.
 */
class StrokePen implements LinePen {
  readonly #context: CanvasRenderingContext2D;
  readonly #isOnePiece: boolean;
  #segments = 0;
  #x = 0;
  #y = 0;

  constructor(context: CanvasRenderingContext2D, isOnePiece: boolean) {
    this.#context = context;
    this.#isOnePiece = isOnePiece;
    context.beginPath();
  }

  moveTo(x: number, y: number): void {
    this.#context.moveTo(x, y);
    this.#x = x;
    this.#y = y;
  }

  lineTo(x: number, y: number): void {
    if (this.#segments >= SEGMENTS_PER_STROKE && !this.#isOnePiece) {
      this.#context.stroke();
      this.#context.beginPath();
      this.#context.moveTo(this.#x, this.#y);
      this.#segments = 0;
    }
    this.#context.lineTo(x, y);
    this.#segments += 1;
    this.#x = x;
    this.#y = y;
  }

  closePath(): void {
    this.#context.closePath();
  }
}

/** Paints paths made of straight lines, with the fill, opacity, stroke, width and dashes of the nodes. */
export function paintPaths(context: CanvasRenderingContext2D, nodes: readonly SvgNode[]): void {
  for (const { attributes, outline } of nodes) {
    if (outline === null) continue;
    const fill = attributes.get("fill") ?? "none";
    const stroke = attributes.get("stroke") ?? "none";
    if (fill !== "none") {
      context.beginPath();
      outline(context);
      context.globalAlpha = Number(attributes.get("fill-opacity") ?? 1);
      context.fillStyle = fill;
      context.fill();
      context.globalAlpha = 1;
    }
    if (stroke === "none") continue;
    const dashes = (attributes.get("stroke-dasharray") ?? "")
      .split(" ")
      .map(Number)
      .filter((n) => n > 0);
    context.strokeStyle = stroke;
    context.lineWidth = Number(attributes.get("stroke-width") ?? 1);
    context.setLineDash(dashes);
    outline(new StrokePen(context, dashes.length > 0));
    context.stroke();
  }
}

/** Device pixels per CSS pixel, at most 2: a finer resolution is invisible. */
export function pixelRatio(): number {
  return Math.min(2, Math.max(1, globalThis.devicePixelRatio || 1));
}
