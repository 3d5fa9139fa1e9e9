import { createEventQueue, seededRandom } from './event-queue.mjs';

/**
 * Times are seconds. `batch` to `heartbeat` are service times on the portal's core and on the database;
 * `background` is what a portal does in a second by itself.
 * @typedef {{ portal: number, database: number }} Service
 * @typedef {{
 *   agents: number, portals: number, databaseCores: number, seconds: number, seed: number,
 *   eventsPerSecond: number, batchMax: number, batchGap: number, heartbeatSeconds: number,
 *   batch: Service, event: Service, opening: Service, heartbeat: Service, background: Service,
 *   network: number, reconnectSteps: readonly number[], silence: number,
 *   openingsPerSecond: number, outages: { portal: number, at: number, until: number }[],
 * }} Model
 * @typedef {{
 *   arrived: number, stored: number, waiting: number, meanWait: number, meanAck: number, medianAck: number, worstAck: number,
 *   portalLoad: number, databaseLoad: number, longestQueue: number, backAfter: number[],
 * }} Result
 */

const maxAdmissionWait = 1;

/** @typedef {ReturnType<typeof createStation>} Station */

/**
 * Simulates agents that send events in batches to portals, which store them in one database: an agent has one batch in flight, a
 * portal has one core, what waits does so in the order it came. A portal that is out loses its connections; agents come
 * back to the others with full jitter, and a portal that admits no more now tells them when to come.
 * @param {Model} model @returns {Result}
 */
export function simulate(model) {
  const random = seededRandom(model.seed);
  const queue = createEventQueue();
  const portals = Array.from({ length: model.portals }, () => ({ core: createStation(1), isOut: false, admitsAt: 0 }));
  const database = createStation(model.databaseCores);
  const acks = createSamples();
  const waits = createSamples();
  let [arrived, stored] = [0, 0];
  /** @type {number[]} */
  const backAfter = [];

  const agents = Array.from({ length: model.agents }, (_, number) => ({
    portal: number % model.portals,
    /** Raised when a connection is lost: what still happens on it no longer counts. */
    connection: 1,
    isOpen: true,
    isSending: false,
    failures: 0,
    /** When the events that are not stored yet came about. @type {number[]} */
    outbox: [],
  }));
  /** @typedef {(typeof agents)[number]} Agent */

  const exponential = (/** @type {number} */ mean) => -Math.log(1 - random()) * mean;
  const portalOf = (/** @type {Agent} */ agent) => /** @type {(typeof portals)[number]} */ (portals[agent.portal]);

  const arrive = (/** @type {Agent} */ agent) => (/** @type {number} */ at) => {
    arrived += 1;
    agent.outbox.push(at);
    sendNext(agent, at);
    queue.add(at + exponential(1 / model.eventsPerSecond), arrive(agent));
  };

  const sendNext = (/** @type {Agent} */ agent, /** @type {number} */ at) => {
    if (!agent.isOpen || agent.isSending || agent.outbox.length === 0) return;
    agent.isSending = true;
    const { connection } = agent;
    const count = Math.min(agent.outbox.length, model.batchMax);
    const isLost = () => agent.connection !== connection;
    queue.add(at + model.network, (receivedAt) => {
      if (isLost()) return;
      const parsed = portalOf(agent).core.serve(receivedAt, model.batch.portal + count * model.event.portal);
      waits.add(parsed.startedAt - receivedAt);
      queue.add(parsed.endedAt, (askedAt) => {
        if (isLost()) return;
        const committed = database.serve(askedAt, model.batch.database + count * model.event.database);
        queue.add(committed.endedAt + model.network, (ackedAt) => {
          // Committed, but the acknowledgement was lost: the agent sends it again, and the portal knows the numbers.
          if (isLost()) return;
          for (const cameAt of agent.outbox.splice(0, count)) acks.add(ackedAt - cameAt);
          stored += count;
          queue.add(ackedAt + model.batchGap, (nextAt) => {
            if (isLost()) return;
            agent.isSending = false;
            sendNext(agent, nextAt);
          });
        });
      });
    });
  };

  const beat = (/** @type {Agent} */ agent) => (/** @type {number} */ at) => {
    if (agent.isOpen) portalOf(agent).core.serve(at, model.heartbeat.portal);
    queue.add(at + model.heartbeatSeconds, beat(agent));
  };

  const workBackground = (/** @type {(typeof portals)[number]} */ portal) => (/** @type {number} */ at) => {
    if (!portal.isOut) portal.core.serve(at, model.background.portal);
    database.serve(at, model.background.database);
    queue.add(at + 1, workBackground(portal));
  };

  const lose = (/** @type {Agent} */ agent, /** @type {number} */ at) => {
    agent.connection += 1;
    agent.isOpen = false;
    agent.isSending = false;
    agent.failures = 0;
    retry(agent, at, at);
  };

  const retry = (/** @type {Agent} */ agent, /** @type {number} */ at, /** @type {number} */ lostAt, told = 0) => {
    const step = model.reconnectSteps[Math.min(agent.failures, model.reconnectSteps.length - 1)] ?? 0;
    agent.failures += 1;
    queue.add(at + (told > 0 ? told : random() * step), (triedAt) => connect(agent, triedAt, lostAt));
  };

  const connect = (/** @type {Agent} */ agent, /** @type {number} */ at, /** @type {number} */ lostAt) => {
    const alive = portals.flatMap(({ isOut }, number) => (isOut ? [] : [number]));
    if (alive.length === 0) return retry(agent, at, lostAt);
    agent.portal = alive[Math.floor(random() * alive.length)] ?? 0;
    const portal = portalOf(agent);
    // Admission: so many a second; who would wait for long is told when to come.
    const slotAt = Math.max(portal.admitsAt, at);
    if (slotAt - at > maxAdmissionWait) return retry(agent, at, lostAt, (slotAt - at) * (0.5 + random()));
    portal.admitsAt = slotAt + 1 / model.openingsPerSecond;
    queue.add(slotAt, (admittedAt) => open(agent, portal.core, admittedAt, lostAt));
  };

  const open = (
    /** @type {Agent} */ agent,
    /** @type {Station} */ core,
    /** @type {number} */ at,
    /** @type {number} */ lostAt,
  ) => {
    const { connection } = agent;
    const again = (/** @type {number} */ now) => agent.connection === connection && retry(agent, now, lostAt);
    queue.add(core.serve(at, model.opening.portal).endedAt, (askedAt) => {
      if (portalOf(agent).isOut) return again(askedAt);
      queue.add(database.serve(askedAt, model.opening.database).endedAt, (openAt) => {
        if (agent.connection !== connection) return;
        if (portalOf(agent).isOut) return again(openAt);
        agent.isOpen = true;
        backAfter.push(openAt - lostAt);
        sendNext(agent, openAt);
      });
    });
  };

  for (const agent of agents) {
    queue.add(exponential(1 / model.eventsPerSecond), arrive(agent));
    queue.add(random() * model.heartbeatSeconds, beat(agent));
  }
  for (const portal of portals) queue.add(random(), workBackground(portal));
  for (const { portal: number, at, until } of model.outages) {
    const portal = /** @type {(typeof portals)[number]} */ (portals[number]);
    queue.add(at, () => {
      portal.isOut = true;
      portal.core.clear(at);
      for (const agent of agents) if (agent.portal === number) lose(agent, at + model.silence * random());
    });
    queue.add(until, () => (portal.isOut = false));
  }
  queue.runUntil(model.seconds);

  const loads = portals.map(({ core }) => core.busySeconds(model.seconds) / model.seconds);
  return {
    arrived,
    stored,
    waiting: agents.reduce((sum, { outbox }) => sum + outbox.length, 0),
    meanWait: waits.mean(),
    meanAck: acks.mean(),
    medianAck: acks.at(0.5),
    worstAck: acks.at(0.99),
    portalLoad: Math.max(...loads),
    databaseLoad: database.busySeconds(model.seconds) / model.seconds / model.databaseCores,
    longestQueue: Math.max(...portals.map(({ core }) => core.longestWait()), database.longestWait()),
    backAfter: backAfter.toSorted((a, b) => a - b),
  };
}

/** Cores that serve in the order of arrival. @param {number} cores */
function createStation(cores) {
  const freeAt = new Float64Array(cores);
  let [busy, longest] = [0, 0];
  return {
    /** @param {number} at @param {number} seconds */
    serve(at, seconds) {
      let core = 0;
      for (let index = 1; index < cores; index += 1) if (Number(freeAt[index]) < Number(freeAt[core])) core = index;
      const startedAt = Math.max(at, Number(freeAt[core]));
      freeAt[core] = startedAt + seconds;
      busy += seconds;
      longest = Math.max(longest, startedAt - at);
      return { startedAt, endedAt: startedAt + seconds };
    },
    /** Nothing waits any more. @param {number} at */
    clear(at) {
      for (const until of freeAt) busy -= Math.max(0, until - at);
      freeAt.fill(at);
    },
    /** Without what is done only after the end. @param {number} end */
    busySeconds: (end) => busy - freeAt.reduce((sum, until) => sum + Math.max(0, until - end), 0),
    longestWait: () => longest,
  };
}

function createSamples() {
  /** @type {number[]} */
  const values = [];
  let sum = 0;
  /** @type {number[] | undefined} */
  let sorted;
  return {
    /** @param {number} value */
    add(value) {
      values.push(value);
      sum += value;
    },
    mean: () => (values.length > 0 ? sum / values.length : 0),
    /** @param {number} part */
    at(part) {
      sorted ??= values.toSorted((a, b) => a - b);
      return sorted[Math.floor((sorted.length - 1) * part)] ?? 0;
    },
  };
}
