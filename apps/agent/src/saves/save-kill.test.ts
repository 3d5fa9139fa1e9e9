import fs from 'node:fs';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { bundleAgent } from '../testing/agent-process.fixture.ts';
import { makeFolder } from '../testing/folder.fixture.ts';
import { startArk } from '../testing/ark.fixture.ts';
import { startPortal } from '../testing/portal.fixture.ts';
import { filesBelow, readersOf } from '../testing/saves.fixture.ts';
import { built, writeWorld } from '../testing/world.fixture.ts';

const agent = bundleAgent();

it('loses and doubles nothing when the agent is killed in the middle of a save, and leaves nothing behind', async () => {
  const ark = await startArk();
  const portal = await startPortal();
  const { saves } = portal;
  const world = path.join(ark.saved, 'SavedArks/TheIsland.ark');
  writeWorld(world, built(3_000));
  const file = path.join(makeFolder(), 'agent.json');
  const rcon = { host: '127.0.0.1', port: ark.port, password: ark.password };
  const servers = [{ name: 'The Island', token: 'th_token-token', game: 'ase', rcon, folder: ark.saved }];
  fs.writeFileSync(file, JSON.stringify({ portal: portal.url, stateDir: 'state', servers }));
  const state = path.join(path.dirname(file), 'state');

  const first = agent(['--config', file]);
  await vi.waitFor(() => expect(saves.batches).toHaveLength(2));
  const readers = readersOf(first.child.pid ?? 0);
  expect(readers).toHaveLength(1);
  first.child.kill('SIGKILL');
  await first.exit;
  expect(saves.ends).toEqual([]);
  // They end although no parent is there to stop them.
  await vi.waitFor(() => expect(readers.filter((pid) => fs.existsSync(`/proc/${pid}`))).toEqual([]));

  const second = agent(['--config', file]);
  await vi.waitFor(() => expect(saves.ends).toHaveLength(1));
  expect(saves.begins.map(({ base }) => base)).toEqual([null, null]);
  expect([...saves.structures.keys()].map(Number)).toEqual(built(3_000).map(({ id }) => id));

  const before = saves.batches.length;
  portal.behaviour.cutsSave = (method) => {
    if (method === 'save.rows') second.child.kill('SIGKILL');
    return false;
  };
  writeWorld(world, built(3_000, (id) => (id === 5 ? { health: 1 } : {})).slice(0, 2_999));
  await second.exit;
  delete portal.behaviour.cutsSave;
  const third = agent(['--config', file]);
  await vi.waitFor(() => expect(saves.ends).toHaveLength(2));
  // The base is still the one that was acknowledged, so the same few rows come again.
  expect(saves.rowsSince(before)).toMatchObject([
    { structures: ['5'], gone: { structures: ['3000'] } },
    { structures: ['5'], gone: { structures: ['3000'] } },
  ]);
  expect(saves.structures.size).toBe(2_999);
  await vi.waitFor(() => expect(filesBelow(state).filter((name) => /\.ark|\.new$/.test(name))).toEqual([]));
  third.child.kill('SIGTERM');
  expect(await third.exit).toBe(0);
});
