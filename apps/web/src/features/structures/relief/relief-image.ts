import type { StructureGround } from '@tribehall/contract/shared/structure-ground';
import type { Bounds, MapAxes } from '../map/map-frame.ts';
import type { Scheme } from '../../../lib/tribes/tribe-palette.ts';
import { paintRelief } from './paint-relief.ts';
import { boxOf, buildField, type ReliefBox } from './relief-field.ts';

/** A longer task would delay input. */
const sliceMs = 6;

type Images = { [S in Scheme]?: HTMLCanvasElement };
/** Painted once for each colour scheme. */
const painted = new WeakMap<StructureGround, Images>();

/** Paints in short slices between which the page can react. Undefined if it was aborted or there is nothing to paint. */
export async function paintImage(
  ground: StructureGround,
  scheme: Scheme,
  signal: AbortSignal,
): Promise<HTMLCanvasElement | undefined> {
  const known = painted.get(ground)?.[scheme];
  if (known !== undefined) return known;
  const box = boxOf(ground);
  const canvas = document.createElement('canvas');
  // Null where the browser has no 2D canvas.
  const context = canvas.getContext('2d');
  if (box === undefined || context === null) return undefined;
  const field = await inSlices(buildField(ground, box), signal);
  const pixels = field && (await inSlices(paintRelief(field, scheme), signal));
  if (field === undefined || pixels === undefined) return undefined;
  canvas.width = field.width;
  canvas.height = field.height;
  context.putImageData(new ImageData(pixels, field.width, field.height), 0, 0);
  painted.set(ground, { ...painted.get(ground), [scheme]: canvas });
  return canvas;
}

/** Runs to the end unless aborted. */
export async function inSlices<Result>(
  work: Generator<undefined, Result>,
  signal: AbortSignal,
): Promise<Result | undefined> {
  let startedMs = performance.now();
  for (let next = work.next(); ; next = work.next()) {
    if (next.done) return next.value;
    if (performance.now() - startedMs < sliceMs) continue;
    await new Promise((resolve) => setTimeout(resolve));
    if (signal.aborted) return undefined;
    startedMs = performance.now();
  }
}

/** Where on the map the picture of the relief belongs. */
export function imageBounds({ cellUnits }: StructureGround, box: ReliefBox, { u, v }: MapAxes): Bounds | undefined {
  // A mirrored axis would show hills where there are none.
  if (!(u.factor > 0 && v.factor > 0)) return undefined;
  return {
    west: box.left * cellUnits * u.factor + u.offset,
    east: (box.right + 1) * cellUnits * u.factor + u.offset,
    north: box.top * cellUnits * v.factor + v.offset,
    south: (box.bottom + 1) * cellUnits * v.factor + v.offset,
  };
}
