import type { Spot } from './map-frame.ts';

/** What of the map is seen: the spot in the middle, and how many pixels the map's side is long. */
export type View = Spot & { scale: number };
export type Size = { width: number; height: number };
export type Point = { x: number; y: number };
export type Bounds = { west: number; north: number; east: number; south: number };

export const wholeMap: Bounds = { west: 0, north: 0, east: 1, south: 1 };

export const maxScale = 150_000;
/** Beyond the edges of the map there is nothing to look for. */
const beyond = 0.1;
/** As much as the largest cluster is wide. */
const edgePx = 32;
/** The buttons stand at the right. */
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

/** The spot under the pointer stays there. */
export function zoomed(view: View, size: Size, factor: number, around: Point): View {
  const scale = limitedScale(view.scale * factor, size);
  const { u, v } = spotOf(view, size, around);
  return limited({
    u: u - (around.x - size.width / 2) / scale,
    v: v - (around.y - size.height / 2) / scale,
    scale,
  });
}

/** All of it with room around for a cluster at the edge, but no nearer than a look at one base. */
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

/** A part of the way from one to the other; the scale grows by the same factor each time. */
export function between(from: View, to: View, part: number): View {
  const scale = from.scale * (to.scale / from.scale) ** part;
  // The middle moves with the scale, so that what was pointed at does not swim about on the way.
  const way = from.scale === to.scale ? part : (1 / from.scale - 1 / scale) / (1 / from.scale - 1 / to.scale);
  return { u: from.u + (to.u - from.u) * way, v: from.v + (to.v - from.v) * way, scale };
}

export function isInView(view: View, size: Size, spot: Spot): boolean {
  const { x, y } = pointOf(view, size, spot);
  return x >= 0 && y >= 0 && x <= size.width && y <= size.height;
}

function limitedScale(scale: number, { width, height }: Size): number {
  const least = Math.max(Math.min(width, height) * 0.6, 1);
  return Math.min(Math.max(scale, least), maxScale);
}

function limited({ u, v, scale }: View): View {
  return { u: limitedPlace(u), v: limitedPlace(v), scale };
}

function limitedPlace(place: number): number {
  return Math.min(Math.max(place, -beyond), 1 + beyond);
}

const flightMs = 160;

/** Where the map is looked at from, and how it gets elsewhere: at once, or in a short flight. */
export function createCamera(mayMove: () => boolean) {
  let view: View = { u: 0.5, v: 0.5, scale: 1 };
  let flight: { from: View; to: View; startMs: number | undefined; lengthMs: number } | undefined;

  return {
    view: () => view,
    /** Where a flight ends: the next one starts from there, so that steps made fast add up. */
    goal: () => flight?.to ?? view,
    jump(to: View) {
      flight = undefined;
      view = to;
    },
    fly(to: View, lengthMs = flightMs) {
      if (!mayMove()) return this.jump(to);
      flight = { from: view, to, startMs: undefined, lengthMs };
    },
    /** Moves on to where it should be by now, and says whether there is more to come. */
    step(nowMs: number): boolean {
      if (flight === undefined) return false;
      flight.startMs ??= nowMs;
      const part = Math.min(1, (nowMs - flight.startMs) / flight.lengthMs);
      view = between(flight.from, flight.to, 1 - (1 - part) ** 3);
      if (part < 1) return true;
      view = flight.to;
      flight = undefined;
      return false;
    },
  };
}
