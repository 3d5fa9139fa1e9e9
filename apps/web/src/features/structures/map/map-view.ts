import type { Bounds, Spot } from './map-frame.ts';

/** The visible part of the map: the spot in the centre, and the length of the map's side in pixels. */
export type View = Spot & { scale: number };
export type Size = { width: number; height: number };
export type Point = { x: number; y: number };
export const wholeMap: Bounds = { west: 0, north: 0, east: 1, south: 1 };

export const maxScale = 150_000;
/** How far the centre may leave the map. */
const overscroll = 0.1;
/** The width of the largest cluster. */
const edgePx = 32;
/** The buttons at the right edge. */
const buttonsPx = 64;

export function pointOf(view: View, size: Size, spot: Spot): Point {
  return { x: (spot.u - view.u) * view.scale + size.width / 2, y: (spot.v - view.v) * view.scale + size.height / 2 };
}

export function spotOf(view: View, size: Size, point: Point): Spot {
  return { u: view.u + (point.x - size.width / 2) / view.scale, v: view.v + (point.y - size.height / 2) / view.scale };
}

export function panned(view: View, by: Point): View {
  return limited({ ...view, u: view.u - by.x / view.scale, v: view.v - by.y / view.scale });
}

/** Keeps the spot under the pointer in place. */
export function zoomed(view: View, size: Size, factor: number, around: Point): View {
  const scale = limitedScale(view.scale * factor, size);
  const { u, v } = spotOf(view, size, around);
  return limited({
    u: u - (around.x - size.width / 2) / scale,
    v: v - (around.y - size.height / 2) / scale,
    scale,
  });
}

/** Fits the bounds with a margin for clusters at the edge, at no more than `nearest`. */
export function fitted(bounds: Bounds, size: Size, nearest = maxScale): View {
  const across = Math.max(bounds.east - bounds.west, 1e-6);
  const down = Math.max(bounds.south - bounds.north, 1e-6);
  const width = Math.max(size.width - edgePx - buttonsPx, size.width / 2);
  const height = Math.max(size.height - 2 * edgePx, size.height / 2);
  const scale = limitedScale(Math.min(width / across, height / down, nearest), size);
  return limited({
    u: (bounds.west + bounds.east) / 2 + (buttonsPx - edgePx) / 2 / scale,
    v: (bounds.north + bounds.south) / 2,
    scale,
  });
}

/** Interpolates two views; the scale changes exponentially. */
export function between(from: View, to: View, part: number): View {
  const scale = from.scale * (to.scale / from.scale) ** part;
  // The centre moves with the scale, so that the spot under the pointer stays still on the way.
  const progress = from.scale === to.scale ? part : (1 / from.scale - 1 / scale) / (1 / from.scale - 1 / to.scale);
  return { u: from.u + (to.u - from.u) * progress, v: from.v + (to.v - from.v) * progress, scale };
}

export function isInView(view: View, size: Size, spot: Spot): boolean {
  const { x, y } = pointOf(view, size, spot);
  return x >= 0 && y >= 0 && x <= size.width && y <= size.height;
}

function limitedScale(scale: number, { width, height }: Size): number {
  const min = Math.max(Math.min(width, height) * 0.6, 1);
  return Math.min(Math.max(scale, min), maxScale);
}

function limited({ u, v, scale }: View): View {
  return { u: limitedCoordinate(u), v: limitedCoordinate(v), scale };
}

function limitedCoordinate(coordinate: number): number {
  return Math.min(Math.max(coordinate, -overscroll), 1 + overscroll);
}

const animationMs = 160;

/** Holds the current view and moves it: at once, or in a short animation. */
export function createCamera(mayAnimate: () => boolean) {
  let view: View = { u: 0.5, v: 0.5, scale: 1 };
  let animation: { from: View; to: View; startMs: number | undefined; lengthMs: number } | undefined;

  return {
    view: () => view,
    /** Where the animation ends. The next one starts from there, so that quick steps add up. */
    goal: () => animation?.to ?? view,
    jump(to: View) {
      animation = undefined;
      view = to;
    },
    fly(to: View, lengthMs = animationMs) {
      if (!mayAnimate()) return this.jump(to);
      animation = { from: view, to, startMs: undefined, lengthMs };
    },
    /** Advances the animation. Returns whether it continues. */
    step(nowMs: number): boolean {
      if (animation === undefined) return false;
      animation.startMs ??= nowMs;
      const part = Math.min(1, (nowMs - animation.startMs) / animation.lengthMs);
      view = between(animation.from, animation.to, 1 - (1 - part) ** 3);
      if (part < 1) return true;
      view = animation.to;
      animation = undefined;
      return false;
    },
  };
}
