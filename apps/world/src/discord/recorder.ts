const countedThings = [
  'gatewayConnects',
  'identifies',
  'resumes',
  'voiceStateUpdates',
  'voiceConnects',
  'voiceIdentifies',
  'daveFailures',
  'tokenRequests',
  'revocations',
  'apiCalls',
] as const;

type Counted = (typeof countedThings)[number];

/** Moments in milliseconds, oldest first. */
export type Counters = Record<Counted, number[]>;

export type NotedCall = { at: number; method: string; path: string; status: number };

/** The calls that this Discord received, and when. */
export type Recorder = {
  note: (thing: Counted) => void;
  noteCall: (call: Omit<NotedCall, 'at'>) => void;
  counters: () => Counters;
  calls: () => NotedCall[];
  reset: () => void;
};

const maxStored = 5_000;

export function createRecorder(): Recorder {
  const moments = new Map<Counted, number[]>();
  const calls: NotedCall[] = [];
  const momentsOf = (thing: Counted) => {
    const known = moments.get(thing) ?? [];
    moments.set(thing, known);
    return known;
  };
  return {
    note: (thing) => store(momentsOf(thing), Date.now()),
    noteCall: (call) => store(calls, { at: Date.now(), ...call }),
    counters: () => Object.fromEntries(countedThings.map((thing) => [thing, [...momentsOf(thing)]])) as Counters,
    calls: () => [...calls],
    reset: () => {
      moments.clear();
      calls.length = 0;
    },
  };
}

function store<T>(list: T[], entry: T): void {
  list.push(entry);
  if (list.length > maxStored) list.shift();
}
