import type { Point } from './map-view.ts';

export type MapGestures = {
  onPan: (by: Point) => void;
  onZoom: (factor: number, around: Point, isSmooth: boolean) => void;
  onTap: (at: Point) => void;
  onDoubleTap: (at: Point) => void;
  /** Undefined when the pointer has left or is dragging. */
  onHover: (at: Point | undefined) => void;
  onKey: (key: string) => boolean;
};

/** Pointers move a little during a click. */
const tapTolerancePx = 5;

/** Translates pointer, touch, wheel and key events into map gestures. Returns a function that stops listening. */
export function listenToGestures(element: HTMLElement, gestures: MapGestures): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const pointers = new Map<number, Point>();
  let distance = 0;

  const pointOf = (event: MouseEvent): Point => {
    const { left, top } = element.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };
  const release = (event: PointerEvent) => {
    pointers.delete(event.pointerId);
    element.toggleAttribute('data-dragging', pointers.size > 0 && distance > tapTolerancePx);
  };

  element.addEventListener(
    'pointerdown',
    (event) => {
      if (event.button !== 0) return;
      if (pointers.size === 0) distance = 0;
      else distance = Infinity;
      pointers.set(event.pointerId, pointOf(event));
      element.setPointerCapture(event.pointerId);
    },
    { signal },
  );
  element.addEventListener(
    'pointermove',
    (event) => {
      const to = pointOf(event);
      const from = pointers.get(event.pointerId);
      if (from === undefined) return event.pointerType === 'mouse' ? gestures.onHover(to) : undefined;
      distance += Math.hypot(to.x - from.x, to.y - from.y);
      if (distance <= tapTolerancePx) return;
      element.toggleAttribute('data-dragging', true);
      gestures.onHover(undefined);
      const [other] = [...pointers].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
      pointers.set(event.pointerId, to);
      if (other === undefined) return gestures.onPan({ x: to.x - from.x, y: to.y - from.y });
      pinch(gestures, from, to, other);
    },
    { signal },
  );
  element.addEventListener(
    'pointerup',
    (event) => {
      const isTap = pointers.has(event.pointerId) && distance <= tapTolerancePx;
      release(event);
      if (isTap) gestures.onTap(pointOf(event));
    },
    { signal },
  );
  element.addEventListener('pointercancel', release, { signal });
  // One finger scrolls the page; two move the map.
  element.addEventListener(
    'touchstart',
    (event) => {
      if (event.touches.length > 1) event.preventDefault();
    },
    { signal, passive: false },
  );
  element.addEventListener('pointerleave', () => gestures.onHover(undefined), { signal });
  element.addEventListener('dblclick', (event) => gestures.onDoubleTap(pointOf(event)), { signal });
  element.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      gestures.onZoom(wheelFactor(event), pointOf(event), Math.abs(event.deltaY) >= 50);
    },
    { signal, passive: false },
  );
  element.addEventListener(
    'keydown',
    (event) => {
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
      if (isPlain && gestures.onKey(event.key)) event.preventDefault();
    },
    { signal },
  );
  return () => stop.abort();
}

function pinch({ onPan, onZoom }: MapGestures, from: Point, to: Point, other: Point): void {
  const before = Math.hypot(from.x - other.x, from.y - other.y);
  const after = Math.hypot(to.x - other.x, to.y - other.y);
  onPan({ x: (to.x - from.x) / 2, y: (to.y - from.y) / 2 });
  if (before > 0) onZoom(after / before, { x: (to.x + other.x) / 2, y: (to.y + other.y) / 2 }, false);
}

/** A wheel notch is 100 pixels or three lines. A trackpad pinch arrives as a wheel event with Ctrl, in small steps. */
function wheelFactor({ deltaY, deltaMode, ctrlKey }: WheelEvent): number {
  const pixels = deltaMode === WheelEvent.DOM_DELTA_LINE ? deltaY * 33 : deltaY;
  const limited = Math.min(Math.max(pixels, -240), 240);
  return Math.exp(-limited * (ctrlKey ? 0.01 : 0.003));
}
