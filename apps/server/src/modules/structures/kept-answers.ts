/** Keeps what was made, the latest used, up to so much in size; what is asked for while it is made is made once. */
export function createKept<T>(maxSize: number, sizeOf: (answer: T) => number) {
  const kept = new Map<string, T>();
  const making = new Map<string, Promise<T>>();
  let size = 0;

  const drop = (key: string) => {
    const old = kept.get(key);
    if (old === undefined) return;
    size -= sizeOf(old);
    kept.delete(key);
  };
  const keep = (key: string, answer: T) => {
    drop(key);
    if (sizeOf(answer) > maxSize) return;
    kept.set(key, answer);
    size += sizeOf(answer);
    for (const oldest of kept.keys()) {
      if (size <= maxSize) return;
      drop(oldest);
    }
  };
  const make = async (key: string, build: () => Promise<T>) => {
    try {
      const answer = await build();
      keep(key, answer);
      return answer;
    } finally {
      making.delete(key);
    }
  };

  return {
    async get(key: string, build: () => Promise<T>): Promise<T> {
      const known = kept.get(key);
      if (known !== undefined) {
        // The oldest stand first.
        kept.delete(key);
        kept.set(key, known);
        return known;
      }
      const underWay = making.get(key);
      if (underWay) return underWay;
      const made = make(key, build);
      making.set(key, made);
      return made;
    },
  };
}
