import { pointOf, spotOf, type Size, type View } from './map-view.ts';

/** A line of latitude or longitude: its degrees and its position on the screen. */
export type GridLine = { degrees: number; at: number; isMain: boolean };
export type MapGrid = { longitudes: GridLine[]; latitudes: GridLine[]; decimals: number };

/** Distances between lines in degrees; the map is 100 degrees wide. Main lines are drawn stronger. */
const steps = [
  { every: 0.1, main: 0.5, decimals: 1 },
  { every: 0.5, main: 1, decimals: 1 },
  { every: 1, main: 5, decimals: 0 },
  { every: 5, main: 10, decimals: 0 },
  { every: 10, main: 50, decimals: 0 },
] as const;
const coarsest = { every: 20, main: 100, decimals: 0 } as const;
const minGapPx = 44;

/** Latitude grows southwards and longitude eastwards, as in the game. */
export function gridOf(view: View, size: Size): MapGrid {
  const step = steps.find(({ every }) => (every / 100) * view.scale >= minGapPx) ?? coarsest;
  const start = spotOf(view, size, { x: 0, y: 0 });
  const end = spotOf(view, size, { x: size.width, y: size.height });
  const at = (degrees: number) => pointOf(view, size, { u: degrees / 100, v: degrees / 100 });
  const degreesWithin = (from: number, to: number) => multiplesWithin(step.every, from * 100, to * 100);
  const isMain = (degrees: number) => Math.abs(degrees / step.main - Math.round(degrees / step.main)) < 1e-6;
  return {
    longitudes: degreesWithin(start.u, end.u).map((degrees) => ({
      degrees,
      at: at(degrees).x,
      isMain: isMain(degrees),
    })),
    latitudes: degreesWithin(start.v, end.v).map((degrees) => ({
      degrees,
      at: at(degrees).y,
      isMain: isMain(degrees),
    })),
    decimals: step.decimals,
  };
}

function multiplesWithin(every: number, from: number, to: number): number[] {
  const first = Math.ceil(Math.max(from, 0) / every - 1e-6);
  const last = Math.floor(Math.min(to, 100) / every + 1e-6);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => (first + index) * every);
}
