import fs from 'node:fs';
import path from 'node:path';
import Database from 'libsql';
import { expect, it, vi } from 'vitest';
import { logLines, startServer } from '../simulated-server.fixture.ts';
import { readWorld, populatedWorld, type PopulatedWorld } from './saves.fixture.ts';

// Generous for busy machines: a timeout is for what hangs.

const never = 3_600_000;

function rowsOf(file: string): Map<string, string> {
  const database = new Database(file, { readonly: true });
  const rows = database.prepare('SELECT hex(key) AS key, hex(value) AS value FROM game').all() as {
    key: string;
    value: string;
  }[];
  database.close();
  return new Map(rows.map(({ key, value }) => [key.toLowerCase(), value]));
}

/** As when the server's process ends in the middle of a save. */
async function halt({ game, saver }: Pick<PopulatedWorld, 'game' | 'saver'>): Promise<void> {
  const halted = saver.halt();
  game.timers.stop();
  await halted;
}

it('writes half of the file first where it is torn, and the rest later', async () => {
  const { game, saver } = populatedWorld('ase', 150);
  await saver.write();
  const { size } = fs.statSync(game.files.worldFile);
  game.switches.save.takesMs = never;
  void saver.write();
  await vi.waitFor(() => expect(fs.statSync(game.files.worldFile).size).toBe(Math.ceil(size / 2)));
  await halt({ game, saver });
  game.switches.save.takesMs = 1;
  await saver.write();
  expect(fs.statSync(game.files.worldFile).size).toBe(size);
});

it('leaves the old world of Ascended intact, with a journal next to it, until the new one is complete', async () => {
  const { game, saver } = populatedWorld('asa', 150);
  await saver.write();
  const before = game.land.size();
  const [first] = game.land.structures();
  game.land.remove(first?.uuid ?? '');
  game.switches.save.takesMs = never;
  void saver.write();
  const journal = `${game.files.worldFile}-journal`;
  await vi.waitFor(() => expect(fs.existsSync(journal)).toBe(true));
  await halt({ game, saver });
  const structures = () => readWorld(game).rows.filter(({ kind }) => kind === 'structure').length;
  expect([fs.existsSync(journal), structures()]).toEqual([false, before]);
  game.switches.save.takesMs = 1;
  await saver.write();
  expect(structures()).toBe(before - 1);
});

it('renames a complete new world of Evolved', async () => {
  const { game, saver } = populatedWorld('ase', 150);
  game.switches.save.isTorn = false;
  await saver.write();
  expect(readWorld(game).report.failureCount).toBe(0);
  expect(fs.readdirSync(game.files.savesFolder).filter((file) => file.endsWith('.tmp'))).toEqual([]);
});

it('changes only the rows of what has changed', async () => {
  const { game, saver } = populatedWorld('asa', 300);
  await saver.write();
  const before = rowsOf(game.files.worldFile);
  const [gone, damaged] = [...game.land.structures()].filter(({ neighbours }) => neighbours.length === 0);
  game.land.remove(gone?.uuid ?? '');
  if (damaged) damaged.health = 7;
  await saver.write();
  const after = rowsOf(game.files.worldFile);
  expect([...before.keys()].filter((key) => !after.has(key))).toEqual([gone?.uuid]);
  expect([...after].filter(([key, value]) => before.get(key) !== value).map(([key]) => key)).toEqual([damaged?.uuid]);
});

it('dates the profiles of offline players by their last login', async () => {
  const { game, saver } = populatedWorld('asa', 100);
  await saver.write();
  for (const { survivor, loginAt } of game.census.all()) {
    const { mtime } = fs.statSync(path.join(game.files.savesFolder, `${survivor.playerId}.arkprofile`));
    expect(Math.abs(mtime.getTime() - game.clock.wallTime(loginAt).getTime())).toBeLessThan(2_000);
  }
});

it('saves by itself when switched so, and logs errors', async () => {
  const server = await startServer({ timeScale: 100, population: { min: 1, max: 2 } });
  expect(fs.existsSync(server.worldFile)).toBe(false);
  server.switches.save.everyMs = 500;
  await server.restart();
  await vi.waitFor(() => expect(fs.existsSync(server.worldFile)).toBe(true));
  await server.stop();
  const { mtimeMs } = fs.statSync(server.worldFile);
  await server.start();
  await vi.waitFor(() => expect(fs.statSync(server.worldFile).mtimeMs).toBeGreaterThan(mtimeMs));
  await server.stop();
  fs.rmSync(server.worldFile);
  fs.mkdirSync(path.join(server.worldFile, 'in the way'), { recursive: true });
  await server.start();
  await vi.waitFor(() => expect(logLines(server).join('\n')).toContain('World Save failed: '));
});
