// Loads the font of formulas before a page with many formulas is shown, because formulas have other sizes in
// a fallback font, so the lines of the text would move when the font arrives.

/** The page is shown without the font after this time. */
const PATIENCE_MS = 1500;

/** `math.css` must be loaded. Never rejects. */
export async function loadMathFont(): Promise<void> {
  const patience = new Promise<void>((resolve) => {
    setTimeout(resolve, PATIENCE_MS);
  });
  const loaded = document.fonts?.load('1em "Noto Sans Math Subset"', "x").then(
    () => undefined,
    () => undefined,
  );
  await Promise.race([loaded, patience]);
}
