import type { SaveReport } from './save-rows.ts';

/** Invalid bytes in a save. `location` is for people: `object 12ab…, byte 40`. */
export class SaveError extends Error {
  readonly location: string;
  readonly reason: string;

  constructor(location: string, reason: string, options?: ErrorOptions) {
    super(`${location}: ${reason}`, options);
    this.name = 'SaveError';
    this.location = location;
    this.reason = reason;
  }
}

export type Failures = ReturnType<typeof createFailures>;

const maxFailures = 20;

/** Collects failures: all are counted, the first ones with their location. */
export function createFailures() {
  const first: SaveReport['failures'] = [];
  let count = 0;
  const add = (location: string, error: unknown) => {
    if (!(error instanceof SaveError)) throw error;
    count += 1;
    if (first.length < maxFailures) first.push({ place: `${location}, ${error.location}`, reason: error.reason });
  };
  return {
    first,
    count: () => count,
    add,
    attempt<Value>(location: string, read: () => Value): Value | undefined {
      try {
        return read();
      } catch (error) {
        add(location, error);
        return undefined;
      }
    },
  };
}
