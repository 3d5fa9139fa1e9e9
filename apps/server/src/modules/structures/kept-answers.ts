/** Keeps what was made, the latest used, up to so many bytes; what is asked for while it is made is made once. */
export function createKept(maxBytes: number) {
  const kept = new Map<string, Buffer>();
  const making = new Map<string, Promise<Buffer>>();
  let bytes = 0;

  const drop = (key: string) => {
    bytes -= kept.get(key)?.length ?? 0;
    kept.delete(key);
  };
  const keep = (key: string, answer: Buffer) => {
    drop(key);
    if (answer.length > maxBytes) return;
    kept.set(key, answer);
    bytes += answer.length;
    for (const oldest of kept.keys()) {
      if (bytes <= maxBytes) return;
      drop(oldest);
    }
  };
  const make = async (key: string, build: () => Promise<Buffer>) => {
    try {
      const answer = await build();
      keep(key, answer);
      return answer;
    } finally {
      making.delete(key);
    }
  };

  return {
    async get(key: string, build: () => Promise<Buffer>): Promise<Buffer> {
      const known = kept.get(key);
      if (known) {
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
