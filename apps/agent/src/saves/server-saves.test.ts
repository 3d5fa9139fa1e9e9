import { changeSave } from '@tribehall/ark/testing/change-save';
import { unpackRealSave } from '@tribehall/ark/testing/real-saves';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { makeFolder } from '../testing/folder.fixture.ts';
import { bundlePrograms } from '../testing/programs.fixture.ts';
import { filesBelow, setUpSaves } from '../testing/saves.fixture.ts';
import { address, built, profileBytes, tribeBytes, tribeId, worldBytes, writeWorld } from '../testing/world.fixture.ts';

const programs = bundlePrograms();
const playerIdOf = (json = '{}') => (JSON.parse(json) as { playerId?: string }).playerId;
const ann = '76561197991984752';

describe('a save', () => {
  it('has players on Epic linked once the game has named them, also after a restart', async () => {
    const { ark, portal, saves, world, start } = await setUpSaves(programs);
    const [eve, fay] = ['7171521174456260817', '7171521174456260818'] as const;
    const accounts = ['11', '22', '33'].map((digits) => `${digits.repeat(16)}|0002${digits.repeat(14)}`);
    const profiles = [
      profileBytes(accounts[0] ?? '', 11n, 'Evelyn', 'Eve'),
      profileBytes(accounts[1] ?? '', 22n, 'Fayne', 'Fay'),
      profileBytes(accounts[2] ?? '', 33n, 'Gale', 'Gus'),
      profileBytes(ann, 44n, 'Annie', 'Ann'),
    ];
    const linked = () => ['11', '22', '33', '44'].map((arkId) => playerIdOf(saves.survivors.get(arkId)?.json));
    writeWorld(world, built(1), { profiles });
    const first = await start();
    await vi.waitFor(() => expect(saves.ends).toHaveLength(1));
    expect(linked()).toEqual([undefined, undefined, undefined, ann]);
    ark.openLog('03:36:06');
    ark.join(eve, 'Eve');
    ark.join(fay, 'Fay');
    type Online = { players: { survivor?: string }[] };
    const names = () => (portal.of('players.online').at(-1) as Online | undefined)?.players ?? [];
    await vi.waitFor(() => expect(names()).toHaveLength(2));
    ark.chatAs('Eve', 'Evelyn', 'hello');
    ark.record(`AdminCmd: fly (PlayerName: Fay, ARKID: 22, SteamID: ${fay})`);
    ark.chatAs('Fay', 'Fayne', 'hello');
    await vi.waitFor(() => expect(names().map(({ survivor }) => survivor)).toEqual(['Evelyn', 'Fayne']));
    await first.stop();
    await start();
    writeWorld(world, built(1), { profiles });
    await vi.waitFor(() => expect(saves.ends).toHaveLength(2));
    expect(linked()).toEqual([eve, fay, undefined, ann]);
  });

  it('is uploaded with everything beside it, and no network address', async () => {
    const { portal, saves, folder, world, start, stateDir } = await setUpSaves(programs);
    writeWorld(world, built(3));
    fs.writeFileSync(path.join(folder, `${ann}.arkprofile`), profileBytes(ann, 827_627_995n, 'Annie'));
    fs.writeFileSync(path.join(folder, `${tribeId}.arktribe`), tribeBytes(['Day 1, 08:00:00: Ann was added']));
    const { log } = await start();
    await vi.waitFor(() => expect(saves.ends).toHaveLength(1));
    expect(saves.begins).toMatchObject([{ base: null, map: 'TheIsland', format: 'ASE 11', gameTime: 50_000 }]);
    expect(saves.begins[0]?.savedAt.getTime()).toBe(Math.trunc(fs.statSync(world).mtimeMs));
    expect(saves.ends[0]).toEqual({ objectCount: 3, failureCount: 0, structureCount: 3 });
    expect([...saves.structures.keys()]).toEqual(['1', '2', '3']);
    expect(JSON.parse(saves.structures.get('2')?.json ?? '')).toMatchObject({
      className: 'StoneWall_C',
      teamId: tribeId,
      teamName: 'The Tribe',
      ownerName: 'Ann',
      x: 20,
      y: -2,
      builtAt: 1_002,
    });
    expect(JSON.parse(saves.tribes.get(tribeId)?.json ?? '')).toMatchObject({
      log: ['Day 1, 08:00:00: Ann was added'],
    });
    expect(JSON.parse(saves.survivors.get('827627995')?.json ?? '')).toMatchObject({ playerId: ann, name: 'Annie' });
    expect(saves.classes.has('StoneWall_C')).toBe(true);
    await vi.waitFor(() =>
      expect(log.sentences.join('\n')).toMatch(/Uploaded the world save of TheIsland .*3 structures/),
    );
    expect(portal.texts.join('\n')).not.toContain(address);
    expect(log.sentences.join('\n')).not.toContain(address);
    await vi.waitFor(() => expect(filesBelow(stateDir)).not.toContain('world.ark'));
  });

  it('is uploaded again only where it changed: one row in a hundred, and what is gone', async () => {
    const { saves, world, start } = await setUpSaves(programs);
    writeWorld(world, built(2_000));
    await start();
    await vi.waitFor(() => expect(saves.ends).toHaveLength(1));
    const before = saves.batches.length;
    const changed = built(2_000, (id) => (id % 100 === 0 ? { health: 1 } : {})).filter(({ id }) => id !== 7);
    writeWorld(world, changed);
    await vi.waitFor(() => expect(saves.ends).toHaveLength(2));
    const [lastSent, ...more] = saves.rowsSince(before);
    expect(more).toEqual([]);
    expect(lastSent?.structures).toEqual(Array.from({ length: 20 }, (_none, index) => String((index + 1) * 100)));
    expect(lastSent?.gone).toEqual({ structures: ['7'], tribes: [], survivors: [] });
    // Its number changed.
    expect(lastSent?.classes).toEqual(['StoneWall_C']);
    expect(saves.structures.size).toBe(1_999);
    expect(saves.begins[1]?.base).toBe(saves.begins[0]?.revision);
  });

  it('that is the same is not uploaded again, neither after a reconnect nor after a restart', async () => {
    const { portal, saves, world, start } = await setUpSaves(programs);
    writeWorld(world, built(2));
    const first = await start();
    await vi.waitFor(() => expect(saves.ends).toHaveLength(1));
    portal.cut();
    await vi.waitFor(() => expect(portal.hellos).toHaveLength(2));
    await first.stop();
    await start();
    await vi.waitFor(() => expect(portal.hellos).toHaveLength(3));
    writeWorld(world, built(3));
    await vi.waitFor(() => expect(saves.ends).toHaveLength(2));
    expect(saves.begins).toHaveLength(2);
    expect(saves.rowsSince(1)).toMatchObject([{ structures: ['3'] }]);
  });

  it('is uploaded as a whole if the portal or the agent has lost its state', async () => {
    const { saves, world, stateDir, start } = await setUpSaves(programs);
    writeWorld(world, built(3));
    const first = await start();
    await vi.waitFor(() => expect(saves.ends).toHaveLength(1));
    saves.structures.clear();
    saves.revision = undefined;
    writeWorld(world, built(4));
    await vi.waitFor(() => expect(saves.ends).toHaveLength(2));
    expect([...saves.structures.keys()]).toEqual(['1', '2', '3', '4']);
    await first.stop();
    const [hashes] = fs
      .readdirSync(stateDir, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('rows'));
    const file = path.join(stateDir, hashes ?? '');
    const bytes = fs.readFileSync(file);
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 30) ^ 1, bytes.length - 30);
    fs.writeFileSync(file, bytes);
    writeWorld(world, built(2));
    await start();
    await vi.waitFor(() => expect(saves.ends).toHaveLength(3));
    expect(saves.begins[2]?.base).toBeNull();
    expect([...saves.structures.keys()]).toEqual(['1', '2']);
  });

  it('is uploaded again at once after the portal was restored to an older state, also while the game is off', async () => {
    const { portal, saves, world, start } = await setUpSaves(programs);
    writeWorld(world, built(3));
    await start();
    await vi.waitFor(() => expect(saves.ends).toHaveLength(1));
    saves.structures.clear();
    saves.revision = undefined;
    portal.cut();
    await vi.waitFor(() => expect(saves.ends).toHaveLength(2));
    expect([...saves.structures.keys()]).toEqual(['1', '2', '3']);
    saves.revision = 'of-another-day';
    portal.cut();
    await vi.waitFor(() => expect(saves.ends).toHaveLength(3));
    portal.cut();
    await vi.waitFor(() => expect(portal.hellos).toHaveLength(4));
    portal.behaviour.hidesSaves = true;
    saves.revision = undefined;
    portal.cut();
    await vi.waitFor(() => expect(portal.hellos).toHaveLength(5));
    writeWorld(world, built(4));
    await vi.waitFor(() => expect(saves.ends).toHaveLength(4));
    expect(saves.begins).toHaveLength(4);
  });

  it('that is written while one is read leads to exactly one more', async () => {
    const { portal, saves, world, start } = await setUpSaves(programs);
    writeWorld(world, built(2));
    let isHeld = false;
    portal.behaviour.cutsSave = (method) => {
      if (method !== 'save.rows' || isHeld) return false;
      isHeld = true;
      for (const count of [3, 4, 5]) writeWorld(world, built(count));
      return false;
    };
    await start();
    await vi.waitFor(() => expect(saves.structures.size).toBe(5));
    await vi.waitFor(() => expect(saves.ends).toHaveLength(2));
    expect(saves.begins).toHaveLength(2);
  });

  it('of an older time replaces a newer one', async () => {
    const { saves, world, start } = await setUpSaves(programs);
    writeWorld(world, built(5));
    await start();
    await vi.waitFor(() => expect(saves.ends).toHaveLength(1));
    writeWorld(world, built(2), { mtimeMs: Date.now() - 86_400_000 });
    await vi.waitFor(() => expect(saves.ends).toHaveLength(2));
    expect([...saves.structures.keys()]).toEqual(['1', '2']);
  });

  it('starts over when the connection is lost, at any message', async () => {
    const { portal, saves, world, start } = await setUpSaves(programs);
    writeWorld(world, built(3_000));
    let count = 0;
    portal.behaviour.cutsSave = () => (count += 1) <= 4;
    await start();
    await vi.waitFor(() => expect(saves.structures.size).toBe(3_000));
    let last = '';
    portal.behaviour.cutsSave = (method) => {
      const isFirst = method !== last && method === 'save.end';
      last = method;
      return isFirst;
    };
    await vi.waitFor(() => expect(portal.sockets.size).toBe(1));
    writeWorld(world, built(2_990));
    await vi.waitFor(() => expect(saves.structures.size).toBe(2_990));
    const { revision } = saves;
    // The portal took the end of it, but the agent does not know that: the next one is whole.
    await vi.waitFor(() => expect(saves.revision).not.toBe(revision));
    expect(saves.structures.size).toBe(2_990);
  });

  it('is of no interest to a portal that does not know saves', async () => {
    const { portal, world, start } = await setUpSaves(programs);
    portal.behaviour.refusesSaves = true;
    writeWorld(world, built(1));
    const { log } = await start();
    await vi.waitFor(() => expect(portal.refusedSaves).toEqual(['save.begin']));
    writeWorld(world, built(2));
    await vi.waitFor(() => expect(portal.of('server.state')).not.toEqual([]));
    portal.cut();
    await vi.waitFor(() => expect(portal.hellos).toHaveLength(2));
    await vi.waitFor(() => expect(portal.refusedSaves).toEqual(['save.begin', 'save.begin']));
    expect(log.sentences.join('\n')).not.toMatch(/warn .*saves?\b/);
  });

  it('names nobody in a way that a page, a terminal or a table could stumble over', async () => {
    const { saves, world, start } = await setUpSaves(programs);
    const owner = `=1+1\u001b[31m\u202eAnn\u0000\n${'x'.repeat(10_000)}`;
    writeWorld(
      world,
      built(1, () => ({ owner })),
    );
    await start();
    await vi.waitFor(() => expect(saves.ends).toHaveLength(1));
    const { ownerName } = JSON.parse(saves.structures.get('1')?.json ?? '') as { ownerName?: string };
    expect(ownerName?.length ?? 0).toBeLessThanOrEqual(128);
    // eslint-disable-next-line no-control-regex
    expect(ownerName ?? '').not.toMatch(/[\u0000-\u001f\u202e]/);
  });
});

it('uploads a real save of Survival Ascended, with identities from the store inside it', async () => {
  const { ark, portal, saves, folder, stateDir, start } = await setUpSaves(programs);
  const mapFolder = path.join(folder, 'Ragnarok_WP');
  fs.mkdirSync(mapFolder);
  const bytes = fs.readFileSync(unpackRealSave('Ragnarok_WP.ark', mapFolder));
  await start();
  await vi.waitFor(() => expect(saves.ends).toHaveLength(1));
  expect(saves.begins).toMatchObject([{ map: 'Ragnarok_WP', format: 'ASA 14' }]);
  expect(saves.ends[0]).toMatchObject({ objectCount: 4_542, failureCount: 0, structureCount: 12 });
  expect([saves.structures.size, saves.tribes.size, saves.survivors.size]).toEqual([12, 3, 2]);
  // Both are of one player, who started over.
  const survivors = [...saves.survivors.values()].map(({ json }) => JSON.parse(json) as Record<string, string>);
  const [{ playerId = '', arkId } = {}] = survivors.toSorted((a, b) => Number(b['loginAt']) - Number(a['loginAt']));
  ark.join(playerId, 'Ann');
  await vi.waitFor(() => expect(portal.of('players.online').at(-1)).toMatchObject({ players: [{ id: playerId }] }));
  await portal.ask('players.kill', { playerId });
  expect(ark.server.commands).toContain(`KillPlayer ${arkId}`);
  // Its addresses stand in it as text, and only there.
  const addresses = bytes.toString('latin1').match(/\b\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}\b/g) ?? [];
  const lastSent = portal.texts.join('\n');
  for (const found of addresses) expect(lastSent).not.toContain(found);
  expect(lastSent).not.toContain('SavedNetworkAddress');
  await vi.waitFor(() => expect(filesBelow(stateDir)).not.toContain('world.ark'));
});

it('retains structures of a real save that cannot be read', async () => {
  const { saves, folder, start } = await setUpSaves(programs);
  const mapFolder = path.join(folder, 'Ragnarok_WP');
  fs.mkdirSync(mapFolder);
  const file = unpackRealSave('Ragnarok_WP.ark', mapFolder);
  await start();
  await vi.waitFor(() => expect(saves.ends).toHaveLength(1));
  const damaged = path.join(makeFolder(), 'Ragnarok_WP.ark');
  fs.copyFileSync(file, damaged);
  const [gone = '', ...cut] = [...saves.structures.keys()].slice(0, 4).map((id) => `x'${id}'`);
  const cutting = `update game set value = substr(value, 1, 60) where key in (${cut.join()})`;
  changeSave(damaged, cutting, `delete from game where key = ${gone}`);
  fs.copyFileSync(damaged, `${file}.tmp`);
  fs.renameSync(`${file}.tmp`, file);
  await vi.waitFor(() => expect(saves.ends).toHaveLength(2));
  expect(saves.ends[1]).toMatchObject({ failureCount: 3, structureCount: 11 });
  expect(saves.structures.size).toBe(11);
  expect(saves.batches.flatMap((batch) => batch.gone?.structures ?? [])).toEqual([gone.slice(2, -1)]);
});

it('knows from the save alone who is who, also right after a start', async () => {
  const { ark, portal, saves, folder, world, start } = await setUpSaves(programs);
  writeWorld(world, built(1));
  const profile = path.join(folder, `${ann}.arkprofile`);
  fs.writeFileSync(profile, profileBytes(ann, 827_627_995n, 'Annie'));
  const first = await start();
  await vi.waitFor(() => expect(saves.ends).toHaveLength(1));
  await first.stop();
  fs.rmSync(profile);
  ark.join(ann, 'Ann');
  await start();
  await vi.waitFor(() =>
    expect(portal.of('players.online').at(-1)).toMatchObject({ players: [{ survivor: 'Annie' }] }),
  );
  await portal.ask('players.kill', { playerId: ann });
  expect(ark.server.commands).toContain('KillPlayer 827627995');
});

it('has the game save on demand, and uploads that save', async () => {
  const { ark, portal, saves, world, start } = await setUpSaves(programs);
  await start();
  await vi.waitFor(() => expect(portal.hellos).toHaveLength(1));
  expect(saves.begins).toEqual([]);
  const response = portal.ask('server.saveWorld', {});
  await vi.waitFor(() => expect(ark.server.commands).toContain('SaveWorld'));
  fs.writeFileSync(world, worldBytes(built(1)));
  expect(await response).toMatchObject({ result: {} });
  await vi.waitFor(() => expect(saves.ends).toHaveLength(1));
});
