import type { Bounds } from './map-frame.ts';
import { gridOf, type GridLine } from './map-grid.ts';
import type { MapStyle } from './map-style.ts';
import { pointOf, type Size, type View } from './map-view.ts';

export type Ground = {
  picture: ImageBitmap | undefined;
  /** Drawn from saves, where there is no picture. */
  relief: { picture: CanvasImageSource; bounds: Bounds } | undefined;
  hasDegrees: boolean;
};

const labelFont = "500 11px 'Inter Variable', system-ui, sans-serif";

/** The map's square with its picture or relief, and its grid. */
export function paintGround(
  context: CanvasRenderingContext2D,
  { picture, relief, hasDegrees }: Ground,
  view: View,
  size: Size,
  style: MapStyle,
): void {
  const { x, y } = pointOf(view, size, { u: 0, v: 0 });
  context.fillStyle = style.page;
  context.fillRect(0, 0, size.width, size.height);
  context.fillStyle = style.land;
  context.fillRect(x, y, view.scale, view.scale);
  if (picture !== undefined) {
    context.drawImage(picture, x, y, view.scale, view.scale);
    context.fillStyle = style.scrim;
    context.fillRect(x, y, view.scale, view.scale);
  }
  if (relief !== undefined && picture === undefined) paintRelief(context, relief, view, size);
  const grid = gridOf(view, size);
  const land = { left: Math.max(0, x), top: Math.max(0, y), right: x + view.scale, bottom: y + view.scale };
  context.lineWidth = 1;
  for (const isMain of [false, true]) {
    context.beginPath();
    for (const line of grid.longitudes)
      if (line.isMain === isMain) verticalLine(context, line.at, land.top, land.bottom);
    for (const line of grid.latitudes)
      if (line.isMain === isMain) horizontalLine(context, line.at, land.left, land.right);
    context.strokeStyle = isMain ? style.mainLine : style.line;
    context.stroke();
  }
  context.strokeStyle = style.mainLine;
  context.strokeRect(Math.round(x) + 0.5, Math.round(y) + 0.5, Math.round(view.scale), Math.round(view.scale));
  if (hasDegrees) paintLabels(context, grid, land, style);
}

function paintRelief(
  context: CanvasRenderingContext2D,
  { picture, bounds }: NonNullable<Ground['relief']>,
  view: View,
  size: Size,
): void {
  const { x, y } = pointOf(view, size, { u: bounds.west, v: bounds.north });
  const corner = pointOf(view, size, { u: 0, v: 0 });
  context.save();
  context.beginPath();
  context.rect(corner.x, corner.y, view.scale, view.scale);
  context.clip();
  const { west, east, north, south } = bounds;
  context.drawImage(picture, x, y, (east - west) * view.scale, (south - north) * view.scale);
  context.restore();
}

function verticalLine(context: CanvasRenderingContext2D, at: number, from: number, to: number): void {
  const x = Math.round(at) + 0.5;
  context.moveTo(x, from);
  context.lineTo(x, to);
}

function horizontalLine(context: CanvasRenderingContext2D, at: number, from: number, to: number): void {
  const y = Math.round(at) + 0.5;
  context.moveTo(from, y);
  context.lineTo(to, y);
}

type Grid = { longitudes: GridLine[]; latitudes: GridLine[]; decimals: number };

/** At the edge of the map, or of the screen if the map continues beyond it. */
function paintLabels(
  context: CanvasRenderingContext2D,
  { longitudes, latitudes, decimals }: Grid,
  land: { left: number; top: number; right: number; bottom: number },
  style: MapStyle,
): void {
  context.font = labelFont;
  context.fillStyle = style.label;
  context.strokeStyle = style.land;
  context.lineWidth = 3;
  context.lineJoin = 'round';
  const write = (text: string, x: number, y: number) => {
    context.strokeText(text, x, y);
    context.fillText(text, x, y);
  };
  context.textBaseline = 'top';
  context.textAlign = 'left';
  for (const { degrees, at } of longitudes) {
    if (at > land.left + 24 && at < land.right - 8) write(degrees.toFixed(decimals), at + 4, land.top + 5);
  }
  context.textBaseline = 'bottom';
  for (const { degrees, at } of latitudes) {
    if (at > land.top + 24) write(degrees.toFixed(decimals), land.left + 5, at - 3);
  }
}
