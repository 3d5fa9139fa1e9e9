const countedThings = [
  'gatewayConnects',
  'identifies',
  'resumes',
  'voiceStateUpdates',
  'voiceConnects',
  'voiceIdentifies',
  'tokenRequests',
  'revocations',
  'apiCalls',
] as const;

type Counted = (typeof countedThings)[number];

/** Moments in milliseconds, oldest first. */
export type Counters = Record<Counted, number[]>;

export type NotedCall = { at: number; method: string; path: string; status: number };

/** What others did to this Discord, and when. */
export type Chronicle = {
  note: (thing: Counted) => void;
  noteCall: (call: Omit<NotedCall, 'at'>) => void;
  counters: () => Counters;
  calls: () => NotedCall[];
  reset: () => void;
};

const maxKept = 5_000;

export function createChronicle(): Chronicle {
  const moments = new Map<Counted, number[]>();
  const calls: NotedCall[] = [];
  const momentsOf = (thing: Counted) => {
    const known = moments.get(thing) ?? [];
    moments.set(thing, known);
    return known;
  };
  return {
    note: (thing) => keep(momentsOf(thing), Date.now()),
    noteCall: (call) => keep(calls, { at: Date.now(), ...call }),
    counters: () => Object.fromEntries(countedThings.map((thing) => [thing, [...momentsOf(thing)]])) as Counters,
    calls: () => [...calls],
    reset: () => {
      moments.clear();
      calls.length = 0;
    },
  };
}

function keep<T>(list: T[], entry: T): void {
  list.push(entry);
  if (list.length > maxKept) list.shift();
}
