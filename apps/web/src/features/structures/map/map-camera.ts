import { between, type View } from './map-view.ts';

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
