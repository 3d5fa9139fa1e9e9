import type { SaveReport } from './save-rows.ts';

/** Invalid bytes in a save. `place` is their location, for people: `object 12ab…, byte 40`. */
export class SaveError extends Error {
  readonly place: string;
  readonly reason: string;

  constructor(place: string, reason: string, options?: ErrorOptions) {
    super(`${place}: ${reason}`, options);
    this.name = 'SaveError';
    this.place = place;
    this.reason = reason;
  }
}

export type Failures = ReturnType<typeof createFailures>;

const maxFailures = 20;

/** Collects failures: all are counted, the first ones with their location. */
export function createFailures() {
  const first: SaveReport['failures'] = [];
  let count = 0;
  const add = (place: string, error: unknown) => {
    if (!(error instanceof SaveError)) throw error;
    count += 1;
    if (first.length < maxFailures) first.push({ place: `${place}, ${error.place}`, reason: error.reason });
  };
  return {
    first,
    count: () => count,
    add,
    attempt<Value>(place: string, read: () => Value): Value | undefined {
      try {
        return read();
      } catch (error) {
        add(place, error);
        return undefined;
      }
    },
  };
}
