import { shareCount, type ClusterLevel } from './cluster-level.ts';
import type { LevelSource } from './cluster-merge.ts';
import type { Mark, Marks } from './map-marks.ts';
import type { MapStyle } from './map-style.ts';
import type { Point, Size } from './map-view.ts';

const fullTurn = 2 * Math.PI;
/** The largest radius of a cluster. */
const maxRadiusPx = 40;
const numberFont = "650 11px 'Inter Variable', system-ui, sans-serif";

export function clusterRadius(size: number): number {
  return 10 + 3.4 * Math.log10(size);
}

/** Larger when zoomed in. */
export function structureRadius(depth: number): number {
  return Math.min(Math.max(depth - 4.5, 3), 6.5);
}

type MarkColors = { tribes: readonly string[]; style: MapStyle };

const colorOf = ({ tribes, style }: MarkColors, tribe: number) => tribes[tribe] ?? style.unknownTribe;

/** Each colour is drawn once and then copied, which is many times faster than drawing paths. */
export function createStamps() {
  const stamps = new Map<string, HTMLCanvasElement>();
  return {
    of(color: string, edge: string, radius: number, ratio: number): HTMLCanvasElement {
      const key = `${color} ${edge} ${radius} ${ratio}`;
      const known = stamps.get(key);
      if (known !== undefined) return known;
      const stamp = document.createElement('canvas');
      const side = Math.ceil((radius + 1.5) * 2 * ratio);
      stamp.width = side;
      stamp.height = side;
      const context = stamp.getContext('2d');
      if (context !== null) {
        context.arc(side / 2, side / 2, radius * ratio, 0, fullTurn);
        context.fillStyle = color;
        context.fill();
        context.lineWidth = ratio;
        context.strokeStyle = edge;
        context.stroke();
      }
      stamps.set(key, stamp);
      return stamp;
    },
  };
}

export function paintStructures(
  context: CanvasRenderingContext2D,
  { numbers, x, y }: Marks,
  { tribes }: LevelSource,
  colors: MarkColors,
  { stampOf, size, ratio }: { stampOf: (color: string) => HTMLCanvasElement; size: Size; ratio: number },
): void {
  const stamps = new Map<number, HTMLCanvasElement>();
  // Stamps are aligned to device pixels and copied unscaled.
  context.imageSmoothingEnabled = false;
  const [right, bottom] = [size.width * ratio, size.height * ratio];
  for (let at = 0; at < numbers.length; at += 1) {
    const tribe = tribes[numbers[at] ?? 0] ?? 0;
    let stamp = stamps.get(tribe);
    if (stamp === undefined) {
      stamp = stampOf(colorOf(colors, tribe));
      stamps.set(tribe, stamp);
    }
    const half = stamp.width / 2;
    const [left, top] = [Math.round((x[at] ?? 0) * ratio - half), Math.round((y[at] ?? 0) * ratio - half)];
    // Marks of surrounding cells may be off screen.
    if (left < -stamp.width || top < -stamp.width || left > right || top > bottom) continue;
    context.drawImage(stamp, left / ratio, top / ratio, stamp.width / ratio, stamp.width / ratio);
  }
}

/** A disc in the colour of the largest tribe with the count; if several tribes share it, a ring shows their shares. */
export function paintClusters(
  context: CanvasRenderingContext2D,
  { numbers, x, y }: Marks,
  level: ClusterLevel,
  colors: MarkColors,
  view: Size,
): void {
  const { sizes, shares } = level.clusters;
  const isOutside = (at: number) =>
    Math.abs((x[at] ?? 0) - view.width / 2) > view.width / 2 + maxRadiusPx ||
    Math.abs((y[at] ?? 0) - view.height / 2) > view.height / 2 + maxRadiusPx;
  for (let at = 0; at < numbers.length; at += 1) {
    if (isOutside(at)) continue;
    const cluster = numbers[at] ?? 0;
    const first = cluster * shareCount * 2;
    const size = sizes[cluster] ?? 0;
    const radius = clusterRadius(size);
    const center = { x: x[at] ?? 0, y: y[at] ?? 0 };
    const isShared = (shares[first + 1] ?? 0) < size;
    const color = colorOf(colors, shares[first] ?? 0);
    disc(context, center, radius + 4, color, 0.24);
    if (isShared) {
      disc(context, center, radius + 1.5, colors.style.land, 1);
      paintRing(context, center, radius, size, shares.subarray(first, first + shareCount * 2), colors);
    }
    disc(context, center, isShared ? radius - 3 : radius, color, 1);
  }
  context.font = numberFont;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillStyle = colors.style.onTribe;
  for (let at = 0; at < numbers.length; at += 1) {
    if (isOutside(at)) continue;
    context.fillText(shortCount(sizes[numbers[at] ?? 0] ?? 0), x[at] ?? 0, (y[at] ?? 0) + 0.5);
  }
}

/** `950`, `1.2k`, `34k`. */
export function shortCount(count: number): string {
  if (count < 1_000) return String(count);
  const thousands = count / 1_000;
  return thousands < 9.95 ? `${thousands.toFixed(1)}k` : `${Math.round(thousands)}k`;
}

/** The chosen structure, on top and with a ring. */
export function paintChosen(
  context: CanvasRenderingContext2D,
  center: Point,
  radius: number,
  { fill, style }: { fill: string; style: MapStyle },
): void {
  disc(context, center, radius + 7.5, style.accent, 1);
  disc(context, center, radius + 5, style.land, 1);
  disc(context, center, radius, fill, 1);
}

export function paintHovered(context: CanvasRenderingContext2D, { x, y, radius }: Mark, style: MapStyle): void {
  context.beginPath();
  context.arc(x, y, radius, 0, fullTurn);
  context.lineWidth = 2;
  context.strokeStyle = style.text;
  context.stroke();
}

function disc(context: CanvasRenderingContext2D, { x, y }: Point, radius: number, color: string, alpha: number): void {
  context.globalAlpha = alpha;
  context.beginPath();
  context.arc(x, y, radius, 0, fullTurn);
  context.fillStyle = color;
  context.fill();
  context.globalAlpha = 1;
}

function paintRing(
  context: CanvasRenderingContext2D,
  { x, y }: Point,
  radius: number,
  size: number,
  shares: Uint32Array,
  colors: MarkColors,
): void {
  const arc = (from: number, to: number, color: string) => {
    context.beginPath();
    context.arc(x, y, radius, from * fullTurn - Math.PI / 2, to * fullTurn - Math.PI / 2);
    context.strokeStyle = color;
    context.stroke();
  };
  context.lineWidth = 3;
  let painted = 0;
  for (let index = 0; index < shareCount; index += 1) {
    const count = shares[index * 2 + 1] ?? 0;
    if (count > 0) arc(painted / size, (painted + count) / size, colorOf(colors, shares[index * 2] ?? 0));
    painted += count;
  }
  if (painted < size) arc(painted / size, 1, colors.style.unknownTribe);
}
