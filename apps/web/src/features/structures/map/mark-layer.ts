import { spotOf, type Size, type View } from './map-view.ts';

/** What is on a sheet: another one of these, and all of it is painted anew. */
type SheetOf = readonly unknown[];
type Paper = CanvasRenderingContext2D;
type PaintPart = (paper: Paper, view: View, size: Size) => void;
type Part = { x: number; y: number; width: number; height: number };
type Shown = { of: SheetOf; view: View; size: Size; ratio: number };

/**
 * Keeps painted marks. While the map is only moved they move along in whole pixels, and nothing but the edges that come into view
 * are painted: each frame takes as long as the next, however many marks there are.
 */
export function createMarkSheet() {
  let paper = document.createElement('canvas').getContext('2d');
  let other = document.createElement('canvas').getContext('2d');
  let shown: Shown | undefined;

  function paintAll(next: Shown, paint: PaintPart) {
    for (const { canvas } of [paper, other].filter((one) => one !== null)) {
      canvas.width = Math.round(next.size.width * next.ratio);
      canvas.height = Math.round(next.size.height * next.ratio);
    }
    if (paper === null) return;
    paper.setTransform(next.ratio, 0, 0, next.ratio, 0, 0);
    paint(paper, next.view, next.size);
    shown = next;
  }

  /** The marks as they stand `x` and `y` pixels of the screen farther; the two sheets change places. */
  function shift(from: Shown, x: number, y: number, paint: PaintPart) {
    if (paper === null || other === null) return;
    const { width, height } = paper.canvas;
    const { u, v, scale } = from.view;
    const view = { u: u - x / scale / from.ratio, v: v - y / scale / from.ratio, scale };
    other.setTransform(1, 0, 0, 1, 0, 0);
    other.globalCompositeOperation = 'copy';
    other.drawImage(paper.canvas, x, y);
    other.globalCompositeOperation = 'source-over';
    [paper, other] = [other, paper];
    shown = { ...from, view };
    if (x !== 0) paintPart(paper, shown, { x: x > 0 ? 0 : width + x, y: 0, width: Math.abs(x), height }, paint);
    if (y !== 0) paintPart(paper, shown, { x: 0, y: y > 0 ? 0 : height + y, width, height: Math.abs(y) }, paint);
  }

  return {
    /** Puts the marks on that paper, which has as many pixels. */
    show(target: Paper, next: Shown, paint: PaintPart) {
      const by = shown === undefined ? undefined : moved(shown, next);
      if (shown === undefined || by === undefined) paintAll(next, paint);
      else if (by.x !== 0 || by.y !== 0) shift(shown, by.x, by.y, paint);
      if (paper === null) return;
      target.setTransform(1, 0, 0, 1, 0, 0);
      target.drawImage(paper.canvas, 0, 0);
      target.setTransform(next.ratio, 0, 0, next.ratio, 0, 0);
    },
  };
}

function paintPart(paper: Paper, { view, size, ratio }: Shown, part: Part, paint: PaintPart): void {
  const partSize = { width: part.width / ratio, height: part.height / ratio };
  const middle = { x: part.x / ratio + partSize.width / 2, y: part.y / ratio + partSize.height / 2 };
  paper.save();
  paper.beginPath();
  paper.rect(part.x, part.y, part.width, part.height);
  paper.clip();
  paper.clearRect(part.x, part.y, part.width, part.height);
  paper.setTransform(ratio, 0, 0, ratio, part.x, part.y);
  paint(paper, { ...spotOf(view, size, middle), scale: view.scale }, partSize);
  paper.restore();
}

/** By how many pixels of the screen; nothing where more has changed than the place, or little of the sheet would be left. */
function moved(from: Shown, to: Shown): { x: number; y: number } | undefined {
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
