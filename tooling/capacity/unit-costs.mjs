/**
 * What one of each costs: CPU µs of the portal's process and of its database. Replace a figure here when its benchmark has a
 * new one, then run `npm run capacity`.
 * @typedef {{ portal: number, database: number, from: string }} Cost
 * @type {Record<'batch' | 'event' | 'opening' | 'heartbeat' | 'logLine' | 'request' | 'background', Cost>}
 */
export const unitCosts = {
  /** What a batch costs besides its events; most events come alone. */
  batch: {
    portal: 1_334,
    database: 1_372,
    from: '`npm run capacity -- 3000`, a message alone less an event, 2026-11-17',
  },
  event: { portal: 69, database: 49, from: '`npm run bench -- events`, in batches of 20, 2026-11-17' },
  opening: { portal: 1_630, database: 590, from: '`npm run bench -- connections`, 2026-11-17' },
  heartbeat: { portal: 41, database: 0, from: '`npm run capacity -- 3000`, idle, 2026-11-17' },
  /** What a portal does in a second by itself. */
  background: { portal: 11_300, database: 12_700, from: '`npm run capacity -- 10`, idle, 2026-11-17' },
  logLine: { portal: 24, database: 43, from: '`npm run bench -- logs`, 2026-11-15' },
  request: { portal: 62, database: 0, from: '`npm run bench -- http`, `GET /api/users/me`, 2026-11-17' },
};

/** Memory, in kB: of a portal when it starts, and of each agent connection. */
export const memoryKb = { portal: 134_000, connection: 20 };

/** Stored bytes with their indexes: `pg_total_relation_size` of 12,000 chat messages, 100,000 events and 100,000 log lines. Half of the events are chat. */
export const storedBytes = { event: 366, logLine: 570 };

/** CPU µs of NATS for a message of 300 bytes and for each portal that receives it: 20,000 messages to 1, 4 and 8 subscribers. */
export const natsUs = { message: 3, delivery: 0.9 };

/** What one game server does in a second: assumptions, except for the heartbeat, which the protocol defines. */
export const load = {
  eventsPerSecond: 0.1,
  logLinesPerSecond: 0.2,
  heartbeatsPerSecond: 0.2,
  /** Of people who look at its pages, together. */
  requestsPerSecond: 0.05,
  /** Portals with readers of its topics: only these receive its messages. */
  readingPortals: 2,
};

/** How full a core may be on average, so that peaks of about twice as much still fit. */
export const target = { portal: 0.6, database: 0.6 };

/** A large one, of the same kind of cores. */
export const oneMachine = { cores: 64 };

/** By `npm run capacity -- 10 1000 3000`, on 2026-11-17: each agent sends one chat message every ten seconds. */
export const measuredPoints = [
  { agents: 10, portalLoad: 0.022, databaseLoad: 0.004 },
  { agents: 1_000, portalLoad: 0.209, databaseLoad: 0.12 },
  { agents: 3_000, portalLoad: 0.421, databaseLoad: 0.426 },
];
