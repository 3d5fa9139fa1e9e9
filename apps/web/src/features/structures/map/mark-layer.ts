import { spotOf, type Size, type View } from './map-view.ts';

/** What the layer depends on: a change repaints all of it. */
type Inputs = readonly unknown[];
type Context = CanvasRenderingContext2D;
type PaintPart = (context: Context, view: View, size: Size) => void;
type Part = { x: number; y: number; width: number; height: number };
type Shown = { of: Inputs; view: View; size: Size; ratio: number };

/**
 * An offscreen layer of painted marks. While the map is only panned, the layer shifts by whole pixels and only the edges that come
 * into view are painted, so a frame's cost does not depend on the number of marks.
 */
export function createMarkLayer() {
  let context = document.createElement('canvas').getContext('2d');
  let other = document.createElement('canvas').getContext('2d');
  let shown: Shown | undefined;

  function paintAll(next: Shown, paint: PaintPart) {
    for (const { canvas } of [context, other].filter((one) => one !== null)) {
      canvas.width = Math.round(next.size.width * next.ratio);
      canvas.height = Math.round(next.size.height * next.ratio);
    }
    if (context === null) return;
    context.setTransform(next.ratio, 0, 0, next.ratio, 0, 0);
    paint(context, next.view, next.size);
    shown = next;
  }

  /** Copies the marks shifted by device pixels; the two canvases swap roles. */
  function shift(from: Shown, x: number, y: number, paint: PaintPart) {
    if (context === null || other === null) return;
    const { width, height } = context.canvas;
    const { u, v, scale } = from.view;
    const view = { u: u - x / scale / from.ratio, v: v - y / scale / from.ratio, scale };
    other.setTransform(1, 0, 0, 1, 0, 0);
    other.globalCompositeOperation = 'copy';
    other.drawImage(context.canvas, x, y);
    other.globalCompositeOperation = 'source-over';
    [context, other] = [other, context];
    shown = { ...from, view };
    if (x !== 0) paintPart(context, shown, { x: x > 0 ? 0 : width + x, y: 0, width: Math.abs(x), height }, paint);
    if (y !== 0) paintPart(context, shown, { x: 0, y: y > 0 ? 0 : height + y, width, height: Math.abs(y) }, paint);
  }

  return {
    /** Draws the layer on a context of the same pixel size. */
    show(target: Context, next: Shown, paint: PaintPart) {
      const offset = shown === undefined ? undefined : shiftOf(shown, next);
      if (shown === undefined || offset === undefined) paintAll(next, paint);
      else if (offset.x !== 0 || offset.y !== 0) shift(shown, offset.x, offset.y, paint);
      if (context === null) return;
      target.setTransform(1, 0, 0, 1, 0, 0);
      target.drawImage(context.canvas, 0, 0);
      target.setTransform(next.ratio, 0, 0, next.ratio, 0, 0);
    },
  };
}

function paintPart(context: Context, { view, size, ratio }: Shown, part: Part, paint: PaintPart): void {
  const partSize = { width: part.width / ratio, height: part.height / ratio };
  const center = { x: part.x / ratio + partSize.width / 2, y: part.y / ratio + partSize.height / 2 };
  context.save();
  context.beginPath();
  context.rect(part.x, part.y, part.width, part.height);
  context.clip();
  context.clearRect(part.x, part.y, part.width, part.height);
  context.setTransform(ratio, 0, 0, ratio, part.x, part.y);
  paint(context, { ...spotOf(view, size, center), scale: view.scale }, partSize);
  context.restore();
}

/** The shift in device pixels; undefined if more than the position changed, or too little of the layer could be reused. */
function shiftOf(from: Shown, to: Shown): { x: number; y: number } | undefined {
  const isSame =
    from.view.scale === to.view.scale &&
    from.size.width === to.size.width &&
    from.size.height === to.size.height &&
    from.ratio === to.ratio &&
    from.of.every((value, index) => value === to.of[index]);
  if (!isSame) return undefined;
  const pixels = from.view.scale * from.ratio;
  const x = Math.round((from.view.u - to.view.u) * pixels);
  const y = Math.round((from.view.v - to.view.v) * pixels);
  const isNear = Math.abs(x) < (from.size.width * from.ratio) / 2 && Math.abs(y) < (from.size.height * from.ratio) / 2;
  return isNear ? { x, y } : undefined;
}
