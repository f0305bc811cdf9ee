// Figures of the papers: from an experiment's declared drawings and its results to SVG, in the page and in
// Node.
//
//   const panels = panelsOf(drawing, experiment, results, storedResults);   // plain data; the stored results are drawn in grey
//   const { nodes, height } = drawFigure(panels, { width, theme });         // for liveSvg
//   const text = documentationFigure(panels, title);                        // a document for docs/papers

export { textOn, valueColours } from "./colours.ts";
export { matrixPicture } from "./drawMatrix.ts";
export { PAPER_VIEW, type View } from "./drawSurface.ts";
export {
  documentationFigure,
  drawFigure,
  type FigureOptions,
  figurePicture,
  type GridForm,
} from "./figure.ts";
export { type LinesPanel, type Panel, panelsOf, styleAt, type TornadoPanel } from "./panels.ts";
export * from "./select.ts";
export type * from "./types.ts";
