import { shareCount, type ClusterLevel } from './cluster-level.ts';
import type { LevelSource } from './cluster-merge.ts';
import type { Mark, Marks } from './map-marks.ts';
import type { MapStyle } from './map-style.ts';
import type { Point, Size } from './map-view.ts';

const full = 2 * Math.PI;
/** No cluster reaches farther from its middle. */
const widestPx = 40;
const numberFont = "650 11px 'Inter Variable', system-ui, sans-serif";

export function clusterRadius(size: number): number {
  return 10 + 3.4 * Math.log10(size);
}

/** They grow when they stand farther apart. */
export function structureRadius(depth: number): number {
  return Math.min(Math.max(depth - 4.5, 3), 6.5);
}

type MarkColors = { tribes: readonly string[]; style: MapStyle };

const colorOf = ({ tribes, style }: MarkColors, tribe: number) => tribes[tribe] ?? style.nobody;

/** Each colour is drawn once and then stamped: paths of their own would take many times as long. */
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
      const paper = stamp.getContext('2d');
      if (paper !== null) {
        paper.arc(side / 2, side / 2, radius * ratio, 0, full);
        paper.fillStyle = color;
        paper.fill();
        paper.lineWidth = ratio;
        paper.strokeStyle = edge;
        paper.stroke();
      }
      stamps.set(key, stamp);
      return stamp;
    },
  };
}

export function paintStructures(
  paper: CanvasRenderingContext2D,
  { numbers, x, y }: Marks,
  { tribes }: LevelSource,
  colors: MarkColors,
  { stampOf, size, ratio }: { stampOf: (color: string) => HTMLCanvasElement; size: Size; ratio: number },
): void {
  const stamps = new Map<number, HTMLCanvasElement>();
  // They lie on whole pixels of the screen, and are copied as they are.
  paper.imageSmoothingEnabled = false;
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
    // The cells around were looked at too.
    if (left < -stamp.width || top < -stamp.width || left > right || top > bottom) continue;
    paper.drawImage(stamp, left / ratio, top / ratio, stamp.width / ratio, stamp.width / ratio);
  }
}

/** A disc in the colour of the tribe that has most, its number, and around it a ring of the shares where there are several. */
export function paintClusters(
  paper: CanvasRenderingContext2D,
  { numbers, x, y }: Marks,
  level: ClusterLevel,
  colors: MarkColors,
  view: Size,
): void {
  const { sizes, shares } = level.clusters;
  const isOutside = (at: number) =>
    Math.abs((x[at] ?? 0) - view.width / 2) > view.width / 2 + widestPx ||
    Math.abs((y[at] ?? 0) - view.height / 2) > view.height / 2 + widestPx;
  for (let at = 0; at < numbers.length; at += 1) {
    if (isOutside(at)) continue;
    const cluster = numbers[at] ?? 0;
    const first = cluster * shareCount * 2;
    const size = sizes[cluster] ?? 0;
    const radius = clusterRadius(size);
    const middle = { x: x[at] ?? 0, y: y[at] ?? 0 };
    const isShared = (shares[first + 1] ?? 0) < size;
    const color = colorOf(colors, shares[first] ?? 0);
    disc(paper, middle, radius + 4, color, 0.24);
    if (isShared) {
      disc(paper, middle, radius + 1.5, colors.style.land, 1);
      paintRing(paper, middle, radius, size, shares.subarray(first, first + shareCount * 2), colors);
    }
    disc(paper, middle, isShared ? radius - 3 : radius, color, 1);
  }
  paper.font = numberFont;
  paper.textAlign = 'center';
  paper.textBaseline = 'middle';
  paper.fillStyle = colors.style.onTribe;
  for (let at = 0; at < numbers.length; at += 1) {
    if (isOutside(at)) continue;
    paper.fillText(shortCount(sizes[numbers[at] ?? 0] ?? 0), x[at] ?? 0, (y[at] ?? 0) + 0.5);
  }
}

/** `950`, `1.2k`, `34k`. */
export function shortCount(count: number): string {
  if (count < 1_000) return String(count);
  const thousands = count / 1_000;
  return thousands < 9.95 ? `${thousands.toFixed(1)}k` : `${Math.round(thousands)}k`;
}

/** The one that was chosen, above the others and with a ring around it. */
export function paintChosen(
  paper: CanvasRenderingContext2D,
  middle: Point,
  radius: number,
  { fill, style }: { fill: string; style: MapStyle },
): void {
  disc(paper, middle, radius + 7.5, style.accent, 1);
  disc(paper, middle, radius + 5, style.land, 1);
  disc(paper, middle, radius, fill, 1);
}

export function paintHovered(paper: CanvasRenderingContext2D, { x, y, radius }: Mark, style: MapStyle): void {
  paper.beginPath();
  paper.arc(x, y, radius, 0, full);
  paper.lineWidth = 2;
  paper.strokeStyle = style.text;
  paper.stroke();
}

function disc(paper: CanvasRenderingContext2D, { x, y }: Point, radius: number, color: string, alpha: number): void {
  paper.globalAlpha = alpha;
  paper.beginPath();
  paper.arc(x, y, radius, 0, full);
  paper.fillStyle = color;
  paper.fill();
  paper.globalAlpha = 1;
}

function paintRing(
  paper: CanvasRenderingContext2D,
  { x, y }: Point,
  radius: number,
  size: number,
  shares: Uint32Array,
  colors: MarkColors,
): void {
  const arc = (from: number, to: number, color: string) => {
    paper.beginPath();
    paper.arc(x, y, radius, from * full - Math.PI / 2, to * full - Math.PI / 2);
    paper.strokeStyle = color;
    paper.stroke();
  };
  paper.lineWidth = 3;
  let told = 0;
  for (let place = 0; place < shareCount; place += 1) {
    const count = shares[place * 2 + 1] ?? 0;
    if (count > 0) arc(told / size, (told + count) / size, colorOf(colors, shares[place * 2] ?? 0));
    told += count;
  }
  if (told < size) arc(told / size, 1, colors.style.nobody);
}
