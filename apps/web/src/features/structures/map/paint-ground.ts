import { gridOf, type GridLine } from './map-grid.ts';
import type { MapStyle } from './map-style.ts';
import { pointOf, type Size, type View } from './map-view.ts';

export type Ground = { picture: ImageBitmap | undefined; hasDegrees: boolean };

const labelFont = "500 11px 'Inter Variable', system-ui, sans-serif";

/** The square of the map with its picture and its lines. */
export function paintGround(
  paper: CanvasRenderingContext2D,
  { picture, hasDegrees }: Ground,
  view: View,
  size: Size,
  style: MapStyle,
): void {
  const { x, y } = pointOf(view, size, { u: 0, v: 0 });
  paper.fillStyle = style.page;
  paper.fillRect(0, 0, size.width, size.height);
  paper.fillStyle = style.land;
  paper.fillRect(x, y, view.scale, view.scale);
  if (picture !== undefined) {
    paper.drawImage(picture, x, y, view.scale, view.scale);
    paper.fillStyle = style.scrim;
    paper.fillRect(x, y, view.scale, view.scale);
  }
  const grid = gridOf(view, size);
  const land = { left: Math.max(0, x), top: Math.max(0, y), right: x + view.scale, bottom: y + view.scale };
  paper.lineWidth = 1;
  for (const isMain of [false, true]) {
    paper.beginPath();
    for (const line of grid.longitudes) if (line.isMain === isMain) upright(paper, line.at, land.top, land.bottom);
    for (const line of grid.latitudes) if (line.isMain === isMain) level(paper, line.at, land.left, land.right);
    paper.strokeStyle = isMain ? style.mainLine : style.line;
    paper.stroke();
  }
  paper.strokeStyle = style.mainLine;
  paper.strokeRect(Math.round(x) + 0.5, Math.round(y) + 0.5, Math.round(view.scale), Math.round(view.scale));
  if (hasDegrees) paintLabels(paper, grid, land, style);
}

function upright(paper: CanvasRenderingContext2D, at: number, from: number, to: number): void {
  const x = Math.round(at) + 0.5;
  paper.moveTo(x, from);
  paper.lineTo(x, to);
}

function level(paper: CanvasRenderingContext2D, at: number, from: number, to: number): void {
  const y = Math.round(at) + 0.5;
  paper.moveTo(from, y);
  paper.lineTo(to, y);
}

type Grid = { longitudes: GridLine[]; latitudes: GridLine[]; decimals: number };

/** At the edge of the map, or of the screen where the map goes on. */
function paintLabels(
  paper: CanvasRenderingContext2D,
  { longitudes, latitudes, decimals }: Grid,
  land: { left: number; top: number; right: number; bottom: number },
  style: MapStyle,
): void {
  paper.font = labelFont;
  paper.fillStyle = style.label;
  paper.strokeStyle = style.land;
  paper.lineWidth = 3;
  paper.lineJoin = 'round';
  const write = (text: string, x: number, y: number) => {
    paper.strokeText(text, x, y);
    paper.fillText(text, x, y);
  };
  paper.textBaseline = 'top';
  paper.textAlign = 'left';
  for (const { degrees, at } of longitudes) {
    if (at > land.left + 24 && at < land.right - 8) write(degrees.toFixed(decimals), at + 4, land.top + 5);
  }
  paper.textBaseline = 'bottom';
  for (const { degrees, at } of latitudes) {
    if (at > land.top + 24) write(degrees.toFixed(decimals), land.left + 5, at - 3);
  }
}
