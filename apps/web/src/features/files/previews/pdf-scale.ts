/** The canvas size every browser supports. */
const maxPixels = 16_000_000;
const maxSide = 8192;

export const zooms = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4] as const;

type Size = { width: number; height: number };

/** The scale that renders a page at the wanted pixel width, within the canvas limits. */
export function pageScale({ width, height }: Size, wantedWidth: number): number {
  const maxScale = Math.min(Math.sqrt(maxPixels / (width * height)), maxSide / Math.max(width, height));
  return Math.min(wantedWidth / width, maxScale);
}
