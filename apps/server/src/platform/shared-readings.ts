/** Reads what a key stands for; concurrent callers share a reading. */
export type ShareReading<Value> = (key: string, read: () => Promise<Value>) => Promise<Value>;

type Readings<Value> = { current: Promise<Value>; next?: Promise<Value> };

/**
 * Single-flight in which nobody gets a reading that began before the call: who comes while one runs shares the next one, so
 * nothing that happened before the call is missing in the result.
 */
export function createSharedReadings<Value>(): ShareReading<Value> {
  const running = new Map<string, Readings<Value>>();
  const start = (key: string, read: () => Promise<Value>): Promise<Value> => {
    const readings: Readings<Value> = { current: read() };
    running.set(key, readings);
    const finish = () => {
      if (running.get(key) === readings) running.delete(key);
    };
    readings.current.then(finish, finish);
    return readings.current;
  };
  return (key, read) => {
    const readings = running.get(key);
    if (!readings) return start(key, read);
    const startNext = () => start(key, read);
    return (readings.next ??= readings.current.then(startNext, startNext));
  };
}
