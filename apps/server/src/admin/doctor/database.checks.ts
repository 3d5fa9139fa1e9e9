import { pino } from 'pino';
import type { Config } from '../../config.ts';
import { readConnection } from '../../db/engine/engine.ts';
import type { DbConnection } from '../../db/db.ts';
import { inspectDatabase, type DatabaseState } from '../../db/inspect-database.ts';
import { askPeers, explainDifference, explainVersion } from '../../peers.ts';
import { connectNatsBus } from '../../platform/bus/nats-bus.ts';
import { connectFault } from '../../platform/bus/nats-connection.ts';
import type { SecretKey } from '../../platform/secret-key.ts';
import { bad, good, note, reasonOf, type Finding } from './finding.ts';

/** Codes of two-step login and the end of sessions depend on the time. */
const skewMs = { wrong: 5_000, noticed: 2_000 };
/** Kept by PostgreSQL for superusers. */
const reserved = 3;

export async function checkDatabase(config: Config, key: SecretKey | undefined): Promise<Finding[]> {
  try {
    const connection = await findConnection(config);
    if (!connection)
      return [
        note('database', 'The portal is not running, so its own database was not opened. Run this again when it runs.'),
      ];
    return judgeDatabase(config, await inspectDatabase(connection), key);
  } catch (error) {
    const name = config.DATABASE_URL === undefined ? "The portal's own database" : 'The database of DATABASE_URL';
    return [bad('database', `${name} cannot be used: ${reasonOf(error)}`)];
  }
}

async function findConnection(config: Config): Promise<DbConnection | undefined> {
  return config.DATABASE_URL === undefined ? readConnection(config.DATA_DIR) : { url: config.DATABASE_URL };
}

export function judgeDatabase(config: Config, state: DatabaseState, key: SecretKey | undefined): Finding[] {
  const major = Math.floor(state.version / 10_000);
  const isPooled = config.DATABASE_POOLER === 'transaction';
  const findings: Finding[] = [];
  if (major < 15) findings.push(bad('database', `The database is PostgreSQL ${major}; 15 or newer is needed.`));
  if (state.isAhead)
    findings.push(
      bad('database', 'The database was used by a newer release. Install that one, or restore a backup from before.'),
    );
  if (state.pendingMigrations > 0)
    findings.push(
      note('database', `The next start brings the tables up to date (${state.pendingMigrations} migrations).`),
    );
  if (!state.mayCreate)
    findings.push(
      bad(
        'database',
        'The user of DATABASE_URL may not create schemas: run `grant create on database … to …` as its owner.',
      ),
    );
  if (!state.hasTrigrams && state.pendingMigrations === 0)
    findings.push(
      note(
        'database',
        'The extension pg_trgm is missing, so searches are slow: run `create extension pg_trgm` as the owner of the database.',
      ),
    );
  if (state.hasTransactionPooler && !isPooled)
    findings.push(
      bad(
        'database',
        'DATABASE_URL names a pooler in transaction mode (PgBouncer): set DATABASE_POOLER=transaction, or requests fail.',
      ),
    );
  if (!isPooled && config.DATABASE_POOL > state.maxConnections - reserved)
    findings.push(
      bad(
        'database',
        `DATABASE_POOL is ${config.DATABASE_POOL}, and the server allows ${state.maxConnections} connections in all (max_connections).`,
      ),
    );
  const apartMs = Math.abs(state.clockAheadMs);
  if (apartMs > skewMs.noticed) {
    const seconds = Math.round(apartMs / 1000);
    const judge = apartMs > skewMs.wrong ? bad : note;
    findings.push(
      judge(
        'clock',
        `The clock of the database is ${seconds} s ${state.clockAheadMs > 0 ? 'ahead of' : 'behind'} that of this machine. Synchronize both (systemd-timesyncd, chrony).`,
      ),
    );
  }
  if (key && state.sealedPushKey !== undefined && key.unseal('push-key', state.sealedPushKey) === undefined)
    findings.push(
      bad(
        'secret',
        'SECRET_KEY (or DATA_DIR/secret.key) is not the one this database was used with. Restore it: without it, two-step login and Discord connections do not work.',
      ),
    );
  const isFine = findings.every(({ mark }) => mark !== 'bad');
  return isFine
    ? [good('database', `PostgreSQL ${major} answers${isPooled ? ', through a pooler' : ''}.`), ...findings]
    : findings;
}

/** The bus, and the portals on it. */
export async function checkBus(config: Config, key: SecretKey | undefined): Promise<Finding[]> {
  const { NATS_URL: url, NATS_CREDS: creds, NATS_CA: ca, NATS_CERT: cert, NATS_KEY: clientKey } = config;
  if (url === undefined) return [];
  const findings: Finding[] = [];
  if (config.DATABASE_URL === undefined)
    findings.push(bad('nats', 'NATS_URL is set without DATABASE_URL: portals that serve together need one database.'));
  if (config.SECRET_KEY === undefined)
    findings.push(bad('nats', 'NATS_URL is set without SECRET_KEY: portals that serve together need the same one.'));
  try {
    const bus = await connectNatsBus({ url, creds, ca, cert, key: clientKey }, pino({ level: 'silent' }));
    try {
      findings.push(good('nats', 'NATS answers, and accepts the login.'));
      const peers = key ? await askPeers({ bus, config, key }) : [];
      const others = peers.filter(({ differs }) => differs.length > 0);
      findings.push(...others.map((peer) => bad('portals', explainDifference(peer))));
      const ofOtherVersion = peers.flatMap((peer) => explainVersion(peer) ?? []);
      findings.push(...ofOtherVersion.map((message) => note('portals', message)));
      if (others.length === 0)
        findings.push(
          good(
            'portals',
            `${peers.length} running portal${peers.length === 1 ? '' : 's'} on this bus, with the same secret and folders.`,
          ),
        );
    } finally {
      await bus.close();
    }
  } catch (error) {
    findings.push(bad('nats', connectFault(url, error)));
  }
  return findings;
}
