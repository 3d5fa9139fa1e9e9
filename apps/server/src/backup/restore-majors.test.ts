import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { pino } from 'pino';
import { readConfig } from '../config.ts';
import { readTar } from '../platform/archive/tar-reader.ts';
import { serverRoot } from '../platform/server-root.ts';
import { spawnPortal } from '../testing/portal-process.ts';
import { installed, startPostgres } from '../testing/test-servers.ts';
import { makeEmptyPlace, makeTempFolder, readChecksums, restoreInto } from './backup.fixture.ts';
import { headerSchema } from './contents.ts';
import { makeBackup } from './make-backup.ts';

const log = pino({ level: 'silent' });
/** Rows of a community, which version 0.1.0 wrote. */
const community = join(serverRoot, 'previous/database-0.1.0.tar.gz');

/** An empty database of the system's PostgreSQL, which is 15 on Debian 12. */
async function makeOlderPlace() {
  const { url, stop } = await startPostgres();
  onTestFinished(stop);
  const dataDir = join(makeTempFolder(), 'data');
  return { url, config: readConfig({ TRIBEHALL_WORLD: 'off', DATA_DIR: dataDir, DATABASE_URL: url }, '/nowhere') };
}

async function majorIn(archive: string): Promise<number> {
  for await (const entry of readTar(archive)) {
    const chunks: Buffer[] = [];
    for await (const chunk of entry.body()) chunks.push(chunk);
    return Number.parseInt(headerSchema.parse(JSON.parse(Buffer.concat(chunks).toString())).postgres, 10);
  }
  return Number.NaN;
}

/** With the rows of that moment. */
async function backUp(config: Parameters<typeof restoreInto>[0], database: Parameters<typeof readChecksums>[0]) {
  const to = join(makeTempFolder(), 'backup.tar.gz');
  let sums: Record<string, string> = {};
  const onSnapshot = async (id: string) => void (sums = await readChecksums(database, id));
  const connection = { url: config.DATABASE_URL ?? '' };
  await makeBackup({ config, connection, log, to, onSnapshot, isDatabaseOnly: true });
  return { archive: to, sums };
}

it.runIf(installed.postgres)(
  'a portal moves from an older PostgreSQL to the embedded one and back, with every row',
  async () => {
    const older = await makeOlderPlace();
    await restoreInto(older.config, community, { isDatabaseOnly: true });
    const settings = { DATABASE_URL: older.url, AUDIT_DAYS: '36500', CHAT_DAYS: '36500', STRUCTURE_DAYS: '36500' };
    const portal = spawnPortal(older.config.DATA_DIR, { settings });
    await portal.ready();
    const first = await backUp(older.config, older);
    await portal.stop();
    const from = await majorIn(first.archive);
    expect(from).toBeGreaterThanOrEqual(15);
    expect(from).toBeLessThan(18);
    expect(first.sums).toMatchObject({ structures: expect.stringMatching(/^2000 /) as string });

    const embedded = await makeEmptyPlace();
    await restoreInto(embedded.config, first.archive, { isDatabaseOnly: true });
    expect(await readChecksums(embedded.name)).toEqual(first.sums);
    const second = await backUp(embedded.config, embedded.name);
    expect(await majorIn(second.archive)).toBe(18);

    const back = await makeOlderPlace();
    await restoreInto(back.config, second.archive, { isDatabaseOnly: true });
    expect(await readChecksums(back)).toEqual(first.sums);
    const again = spawnPortal(back.config.DATA_DIR, { settings: { ...settings, DATABASE_URL: back.url } });
    await again.ready();
    expect(await again.stop()).toBe(0);

    // The way an operator goes: into a data folder with a database of its own.
    const dataDir = join(makeTempFolder(), 'data');
    const admin = async (...args: string[]) => {
      const program = spawnPortal(dataDir, { program: 'admin', args });
      expect(await program.exit(), program.output()).toBe(0);
      return program.output();
    };
    expect(await admin('restore', '--database-only', first.archive)).toContain('are restored.');
    expect(await admin('list-users')).toContain('keeper@example.test');
  },
  180_000,
);
