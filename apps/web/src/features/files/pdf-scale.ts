/** What every browser can still paint on. */
const maxPixels = 16_000_000;
const maxSide = 8192;

export const zooms = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4] as const;

type Size = { width: number; height: number };

/** How large to paint a page that shall be so many pixels wide, within what can be painted. */
export function pageScale({ width, height }: Size, wantedWidth: number): number {
  const most = Math.min(Math.sqrt(maxPixels / (width * height)), maxSide / Math.max(width, height));
  return Math.min(wantedWidth / width, most);
}
