import { load, memoryKb, natsUs, oneMachine, storedBytes, target, unitCosts } from './unit-costs.mjs';

const daySeconds = 24 * 60 * 60;
/** Keeps one garbage collection short, and one process that ends from being missed too much. */
const maxPortalGb = 2;

/**
 * What so many game servers need. Cores are those of the machine that the unit costs were measured on.
 * @typedef {{ servers: number, eventsPerSecond: number, portalCores: number, portals: number, portalGb: number,
 *   databaseCores: number, natsPerSecond: number, natsCores: number, gbPerDay: number, beyondOneMachine: string[] }} Need
 * @param {number} servers @returns {Need}
 */
export function planFor(servers) {
  const portalCores = (servers * perSecond('portal') + unitCosts.background.portal / 1e6) / target.portal;
  const connectionsGb = (servers * memoryKb.connection) / 1e6;
  const spare = servers > 1_000 ? 1 : 0;
  const portals = Math.ceil(Math.max(portalCores, connectionsGb / maxPortalGb)) + spare;
  const eventsPerSecond = servers * load.eventsPerSecond;
  const receivers = portals > 1 ? load.readingPortals : 0;
  const natsPerSecond = eventsPerSecond * receivers;
  const natsCores = portals > 1 ? (eventsPerSecond * (natsUs.message + natsUs.delivery * receivers)) / 1e6 : 0;
  const background = (portals * unitCosts.background.database) / 1e6;
  const databaseCores = (servers * perSecond('database') + background) / target.database;
  return {
    servers,
    eventsPerSecond,
    portalCores,
    portals,
    portalGb: (memoryKb.portal / 1e6) * portals + connectionsGb,
    databaseCores,
    natsPerSecond,
    natsCores,
    beyondOneMachine: [
      ...(portals > oneMachine.cores ? ['portals'] : []),
      ...(databaseCores > oneMachine.cores ? ['PostgreSQL'] : []),
      ...(natsCores > oneMachine.cores ? ['NATS'] : []),
    ],
    gbPerDay:
      (servers *
        daySeconds *
        (load.eventsPerSecond * storedBytes.event + load.logLinesPerSecond * storedBytes.logLine)) /
      1e9,
  };
}

/** How many game servers fit one portal, and one large machine with PostgreSQL. */
export function limits() {
  return {
    portal: Math.floor(target.portal / perSecond('portal')),
    database: Math.floor((oneMachine.cores * target.database) / perSecond('database')),
  };
}

/** CPU seconds a second of one game server. @param {'portal' | 'database'} where */
function perSecond(where) {
  const { batch, event, heartbeat, logLine, request } = unitCosts;
  const us = (/** @type {typeof batch} */ cost) => cost[where];
  return (
    (load.eventsPerSecond * (us(batch) + us(event)) +
      load.heartbeatsPerSecond * us(heartbeat) +
      load.logLinesPerSecond * us(logLine) +
      load.requestsPerSecond * us(request)) /
    1e6
  );
}
