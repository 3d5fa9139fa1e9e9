import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { findProgram } from '../programs.mjs';
import { stopProgram } from '../run/program.mjs';
import { Stop } from '../stop.mjs';
import { freePort } from './inspector.mjs';
import { startPortal, withDataFolder } from './portal.mjs';

/** @typedef {{ url: string, pid: number }} Portal */

/**
 * Runs work with two portals that share a database and a NATS server. @template T
 * @param {(parts: { here: Portal, there: Portal, nats: { pid: number } }) => Promise<T>} work
 */
export function withTwoPortals(work) {
  return withDataFolder(async (folder) => {
    const stops = [];
    try {
      const nats = await startNats();
      stops.push(nats.stop);
      const folders = ['here', 'there'].map((name) => path.join(folder, name));
      for (const each of folders) fs.mkdirSync(each);
      const [dataDir = '', otherDir = ''] = folders;
      // Portals that serve together refuse to start without these.
      const shared = {
        NATS_URL: nats.url,
        SECRET_KEY: randomBytes(32).toString('hex'),
        FILES_DIR: path.join(dataDir, 'files'),
        DATABASES_DIR: path.join(dataDir, 'databases'),
        MUSIC_DIR: path.join(dataDir, 'music'),
      };
      const here = await startPortal(dataDir, shared);
      stops.push(here.stop);
      const there = await startPortal(otherDir, { ...shared, DATABASE_URL: databaseUrl(dataDir) });
      stops.push(there.stop);
      return await work({ here, there, nats });
    } finally {
      for (const stop of stops.toReversed()) await stop();
    }
  });
}

async function startNats() {
  const program = findProgram('nats-server');
  if (!program) throw new Stop('This benchmark needs NATS (Debian package "nats-server").');
  const port = await freePort();
  const child = spawn(program, ['-a', '127.0.0.1', '-p', String(port)], { stdio: ['ignore', 'ignore', 'pipe'] });
  for await (const chunk of child.stderr) if (String(chunk).includes('Server is ready')) break;
  child.stderr.resume();
  return { url: `nats://127.0.0.1:${port}`, pid: child.pid ?? 0, stop: () => stopProgram(child) };
}

/** The database that a running portal has started, for a second portal. @param {string} dataDir */
function databaseUrl(dataDir) {
  const { folder, password } = JSON.parse(fs.readFileSync(path.join(dataDir, 'database.json'), 'utf8'));
  const lines = fs.readFileSync(path.resolve(dataDir, folder, 'cluster/postmaster.pid'), 'utf8').split('\n');
  return `postgres://tribehall:${password}@localhost/tribehall?host=${encodeURIComponent(lines[4] ?? '')}`;
}
