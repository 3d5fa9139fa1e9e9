import { limits, planFor } from './plan.mjs';
import { simulate } from './simulation.mjs';
import { load, measuredPoints, memoryKb, oneMachine, storedBytes, unitCosts } from './unit-costs.mjs';

const sizes = [1_000, 10_000, 100_000, 1_000_000];
const whole = (/** @type {number} */ value) => Math.round(value).toLocaleString('en');
const short = (/** @type {number} */ value) => (value >= 10 ? whole(value) : value.toFixed(1));
const percent = (/** @type {number} */ part) => `${(part * 100).toFixed(part < 0.1 ? 1 : 0)} %`;
const duration = (/** @type {number} */ seconds) =>
  seconds >= 1 ? `${seconds.toFixed(1)} s` : `${(seconds * 1000).toFixed(1)} ms`;
const serviceTime = (/** @type {keyof typeof unitCosts} */ name) => ({
  portal: unitCosts[name].portal / 1e6,
  database: unitCosts[name].database / 1e6,
});
const row = (/** @type {(string | number)[]} */ cells) => `| ${cells.join(' | ')} |`;
const table = (/** @type {string[]} */ heads, /** @type {(string | number)[][]} */ rows) =>
  [row(heads), row(heads.map(() => '---')), ...rows.map(row)].join('\n');

/** By name, as docs/capacity.md asks for them. @type {Record<string, () => string>} */
export const tables = {
  costs: () =>
    table(
      ['one', 'portal, CPU µs', 'database, CPU µs', 'measured by'],
      Object.entries(unitCosts).map(([name, { portal, database, from }]) => [
        name,
        whole(portal),
        whole(database),
        from,
      ]),
    ),
  load: () =>
    `A game server sends ${load.eventsPerSecond} events a second, each alone, ${load.logLinesPerSecond} lines of its log and ${load.heartbeatsPerSecond} heartbeats; people who look at its pages
send ${load.requestsPerSecond} requests a second, and follow it on ${load.readingPortals} portals. A stored event takes ${storedBytes.event} bytes, a line of a log ${storedBytes.logLine}. A portal takes ${whole(memoryKb.portal / 1000)} MB and ${memoryKb.connection} kB
for each agent.`,
  needs: () => {
    const needs = sizes.map(planFor);
    const line = (/** @type {string} */ name, /** @type {(need: ReturnType<typeof planFor>) => string} */ show) => [
      name,
      ...needs.map(show),
    ];
    return table(
      ['game servers', ...sizes.map(whole)],
      [
        line('events a second', (need) => whole(need.eventsPerSecond)),
        line('portals, of one core each', (need) => whole(need.portals)),
        line('memory of all portals, GB', (need) => short(need.portalGb)),
        line('cores of PostgreSQL', (need) => short(need.databaseCores)),
        line('messages that NATS delivers a second', (need) => whole(need.natsPerSecond)),
        line('cores of NATS', (need) => short(need.natsCores)),
        line('stored a day, GB', (need) => short(need.gbPerDay)),
        line('what one machine cannot do', (need) => need.beyondOneMachine.join(', ') || 'nothing'),
      ],
    );
  },
  limits: () =>
    `The first to be full is the core of a portal, at ${whole(limits().portal)} game servers. PostgreSQL on one machine of ${oneMachine.cores} cores follows at ${whole(limits().database)}; its drive
has to take ${whole(planFor(limits().database).eventsPerSecond)} commits a second then, and ${whole(planFor(limits().database).gbPerDay)} GB a day.`,
  checked: () =>
    table(
      ['agents', 'portal load, measured', 'simulated', 'database load, measured', 'simulated'],
      measuredPoints.map(({ agents, portalLoad, databaseLoad }) => {
        const result = simulate(modelOf(agents, { portals: 1, databaseCores: 1 }));
        const loads = [portalLoad, result.portalLoad, databaseLoad, result.databaseLoad];
        return [whole(agents), ...loads.map(percent)];
      }),
    ),
  simulated: () => {
    const agents = 100_000;
    const { portals, databaseCores } = planFor(agents);
    const planned = { portals, databaseCores: Math.ceil(databaseCores) };
    const died = [{ portal: 0, at: 10, until: 40 }];
    const tenth = Array.from({ length: Math.ceil(portals / 10) }, (_, portal) => ({ portal, at: 10, until: 40 }));
    return table(
      [
        '100,000 agents for 40 s',
        'portal load',
        'database load',
        'ack, median',
        'ack, 99 %',
        'lost connections',
        'all back after',
        'events lost',
      ],
      [
        simulatedRow('nothing happens', modelOf(agents, planned)),
        simulatedRow('one portal dies', modelOf(agents, { ...planned, outages: died })),
        simulatedRow(`a tenth of them dies (${tenth.length})`, modelOf(agents, { ...planned, outages: tenth })),
      ],
    );
  },
};

/** @param {string} name @param {import('./simulation.mjs').Model} model */
function simulatedRow(name, model) {
  const { arrived, stored, waiting, portalLoad, databaseLoad, medianAck, worstAck, backAfter } = simulate(model);
  const back = backAfter.length > 0 ? duration(backAfter.at(-1) ?? 0) : '–';
  return [
    name,
    percent(portalLoad),
    percent(databaseLoad),
    duration(medianAck),
    duration(worstAck),
    whole(backAfter.length),
    back,
    arrived - stored - waiting,
  ];
}

/** @param {number} agents @param {Pick<import('./simulation.mjs').Model, 'portals' | 'databaseCores'> & Partial<import('./simulation.mjs').Model>} changes @returns {import('./simulation.mjs').Model} */
function modelOf(agents, changes) {
  return {
    agents,
    seconds: 40,
    seed: 2026,
    eventsPerSecond: load.eventsPerSecond,
    // As the agent does, see apps/agent/src/connection.
    batchMax: 200,
    batchGap: 0.1,
    heartbeatSeconds: 1 / load.heartbeatsPerSecond,
    reconnectSteps: [1, 2, 5, 10, 30],
    batch: serviceTime('batch'),
    event: serviceTime('event'),
    opening: serviceTime('opening'),
    heartbeat: serviceTime('heartbeat'),
    background: serviceTime('background'),
    network: 0.0005,
    silence: 0,
    // Half of a core: the other half serves those who are connected.
    openingsPerSecond: 0.5 / serviceTime('opening').portal,
    outages: [],
    ...changes,
  };
}
