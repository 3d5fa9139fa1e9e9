import { SaveError } from './save-error.ts';
import type { SaveReport } from './save-rows.ts';

export type Failures = ReturnType<typeof createFailures>;

const maxFailures = 20;

/** What could not be read is passed over and counted, the first ones with their place. */
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
