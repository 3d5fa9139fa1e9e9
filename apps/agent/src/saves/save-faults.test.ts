import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import promises from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createSemaphore } from '../semaphore.ts';
import { makeFolder } from '../testing/folder.fixture.ts';
import { bundlePrograms } from '../testing/programs.fixture.ts';
import { filesBelow, readersOf, setUpSaves } from '../testing/saves.fixture.ts';
import { built, profileBytes, writeWorld } from '../testing/world.fixture.ts';

const programs = bundlePrograms();
const alone = bundlePrograms({ hasPackages: false });
const ann = '76561197991984752';
const hang = 'for (;;);';
/** Then Ascended saves are read without libsql. */
const hasSqlite = isBuiltin('node:sqlite');

describe('a save that cannot be read', () => {
  it.each([
    ['nothing', Buffer.alloc(0), /is empty/],
    ['noise', Buffer.alloc(5_000, 0xa7), /unknown format.*version/],
    [
      'half of a database',
      Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(4_000, 3)]),
      /unknown format.*file/,
    ],
  ])('is reported once with its reason, and the next one is read (%s)', async (_what, bytes, reason) => {
    const { saves, world, stateDir, start } = await setUpSaves(programs);
    writeWorld(world, built(2));
    const { log } = await start();
    await vi.waitFor(() => expect(saves.ends).toHaveLength(1));
    fs.writeFileSync(world, bytes);
    await vi.waitFor(() => expect(saves.failures).toHaveLength(1));
    expect(saves.failures[0]?.reason).toMatch(reason);
    expect(
      log.sentences.filter((sentence) => sentence.startsWith('warn The world save could not be read. ')),
    ).toHaveLength(1);
    expect(saves.structures.size).toBe(2);
    writeWorld(world, built(3));
    await vi.waitFor(() => expect(saves.structures.size).toBe(3));
    expect(saves.failures).toHaveLength(1);
    await vi.waitFor(() => expect(filesBelow(stateDir)).not.toContain('world.ark'));
  });

  it('of which too much is damaged takes nothing away from what is known', async () => {
    const { saves, world, start } = await setUpSaves(programs);
    writeWorld(world, built(400));
    await start();
    await vi.waitFor(() => expect(saves.ends).toHaveLength(1));
    const bytes = fs.readFileSync(world);
    const half = Math.floor(bytes.length * 0.6);
    fs.writeFileSync(world, Buffer.concat([bytes.subarray(0, half), Buffer.alloc(bytes.length - half, 0xff)]));
    await vi.waitFor(() => expect(saves.failures).toHaveLength(1));
    expect(saves.structures.size).toBe(400);
  });

  it('because its folder cannot be read is reported once, too', async () => {
    const { saves, folder, world, start } = await setUpSaves(programs);
    fs.rmdirSync(folder);
    fs.writeFileSync(folder, 'no folder');
    const { log } = await start();
    await vi.waitFor(() => expect(saves.failures).toHaveLength(1));
    expect(saves.failures[0]?.reason).toMatch(/^The world saves in .*SavedArks cannot be read: ENOTDIR/);
    fs.rmSync(folder);
    writeWorld(world, built(1));
    await vi.waitFor(() => expect(saves.structures.size).toBe(1));
    expect(saves.failures).toHaveLength(1);
    expect(log.sentences.join('\n')).toContain('cannot be read');
  });

  it('because another program holds it is reported once, and read when it is free, without a new save', async () => {
    const { saves, world, start } = await setUpSaves(programs);
    writeWorld(world, built(2));
    const copyFile = vi.spyOn(promises, 'copyFile').mockImplementation(() => {
      throw Object.assign(new Error('EBUSY: resource busy or locked'), { code: 'EBUSY' });
    });
    onTestFinished(() => copyFile.mockRestore());
    const { log } = await start();
    await vi.waitFor(() => expect(saves.failures).toHaveLength(1));
    expect(saves.failures[0]?.reason).toMatch(/TheIsland\.ark is locked by another program/);
    // Also the next time that it gave up waiting.
    const attempts = copyFile.mock.calls.length;
    await vi.waitFor(() => expect(copyFile.mock.calls.length).toBeGreaterThan(attempts + 9));
    copyFile.mockRestore();
    await vi.waitFor(() => expect(saves.structures.size).toBe(2));
    expect(saves.failures).toHaveLength(1);
    expect(log.sentences.filter((sentence) => sentence.includes('is locked by another program'))).toHaveLength(1);
  });

  it.skipIf(hasSqlite)('for lack of libsql is reported', async () => {
    const { saves, world, start } = await setUpSaves(alone);
    fs.writeFileSync(world, Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(4_000)]));
    await start();
    await vi.waitFor(() => expect(saves.failures).toHaveLength(1));
    expect(saves.failures[0]?.reason).toMatch(
      /^Survival Ascended saves need the npm package libsql, which is not installed/,
    );
    writeWorld(world, built(1));
    await vi.waitFor(() => expect(saves.structures.size).toBe(1));
  });
});

describe('the program that reads', () => {
  it('is killed, and what was known stays until the next save', async () => {
    const { portal, saves, world, start } = await setUpSaves(programs);
    writeWorld(world, built(3_000));
    let isKilled = false;
    portal.behaviour.cutsSave = (method) => {
      if (method === 'save.rows' && !isKilled) for (const pid of readersOf(process.pid)) process.kill(pid, 'SIGKILL');
      isKilled ||= method === 'save.rows';
      return false;
    };
    await start();
    await vi.waitFor(() => expect(saves.failures).toHaveLength(1));
    expect(saves.failures[0]?.reason).toBe('The save reader exited (SIGKILL).');
    writeWorld(world, built(3_001));
    await vi.waitFor(() => expect(saves.structures.size).toBe(3_001));
  });

  it.each([
    ['hangs', hang, /made no progress for 1 seconds and was stopped/],
    ['takes all memory', 'const all = []; for (;;) all.push(new Array(1e4).fill(all.length));', /took more than 48 MB/],
    ['fails', 'throw new TypeError("broken")', /exited \(1\)\. TypeError: broken/],
    ['is not there', undefined, /exited \(1\)/],
  ])('is ended where it %s', async (_fault, code, reason) => {
    const { saves, world, start } = await setUpSaves(programs);
    writeWorld(world, built(1));
    const file = code === undefined ? path.join(makeFolder(), 'missing.js') : program(code);
    const silenceMs = code === hang ? 1_000 : 60_000;
    await start({ reader: { program: file, silenceMs, maxHeapMegabytes: 48 } });
    await vi.waitFor(() => expect(saves.failures).toHaveLength(1));
    expect(saves.failures[0]?.reason).toMatch(reason);
    await vi.waitFor(() => expect(readersOf(process.pid)).toEqual([]));
  });
});

describe('a save that is being written', () => {
  it('is not read while a journal lies beside it', async () => {
    const { portal, saves, world, start } = await setUpSaves(programs);
    fs.writeFileSync(`${world}-journal`, 'x');
    writeWorld(world, built(1));
    await start();
    await vi.waitFor(() => expect(portal.hellos).toHaveLength(1));
    await vi.waitFor(() => expect(portal.of('server.state')).not.toEqual([]));
    expect(saves.begins).toEqual([]);
    fs.rmSync(`${world}-journal`);
    await vi.waitFor(() => expect(saves.ends).toHaveLength(1));
  });

  it('is read when it has come to rest', async () => {
    const { saves, world, start } = await setUpSaves(programs);
    const whole = path.join(makeFolder(), 'whole');
    writeWorld(whole, built(500));
    const bytes = fs.readFileSync(whole);
    fs.writeFileSync(world, '');
    await start();
    for (let at = 0; at < bytes.length; at += 4_096) {
      fs.appendFileSync(world, bytes.subarray(at, at + 4_096));
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    await vi.waitFor(() => expect(saves.structures.size).toBe(500));
  });

  it('may go away and come back', async () => {
    const { saves, world, start } = await setUpSaves(programs);
    writeWorld(world, built(1));
    const { log } = await start();
    await vi.waitFor(() => expect(saves.ends).toHaveLength(1));
    fs.rmSync(path.dirname(world), { recursive: true });
    writeWorld(world, built(2));
    await vi.waitFor(() => expect(saves.structures.size).toBe(2));
    expect(saves.failures).toEqual([]);
    expect(log.sentences.join('\n')).not.toMatch(/warn .*saves?\b/);
  });
});

it('reports that the disk has no space for a copy, and reads the next save', async ({ skip }) => {
  const drive = mountSmallDrive(70) ?? skip('Nothing can be mounted here.');
  const { saves, world, start } = await setUpSaves(programs);
  writeWorld(world, built(1));
  fs.truncateSync(world, 20 * 1024 * 1024);
  const { stop } = await start({ stateDir: drive });
  await vi.waitFor(() => expect(saves.failures).toHaveLength(1));
  expect(saves.failures[0]?.reason).toMatch(
    /^There is not enough disk space for a copy of the save \(20 MB\) in .*Free up space/,
  );
  writeWorld(world, built(2));
  await vi.waitFor(() => expect(saves.structures.size).toBe(2));
  await stop();
});

it('passes over damaged files of players, and takes nobody for gone on their account', async () => {
  const { saves, folder, world, start } = await setUpSaves(programs);
  const profile = path.join(folder, `${ann}.arkprofile`);
  fs.writeFileSync(profile, profileBytes(ann, 827_627_995n, 'Annie'));
  writeWorld(world, built(1));
  const { log } = await start();
  await vi.waitFor(() => expect(saves.survivors.size).toBe(1));
  await vi.waitFor(() => expect(log.sentences.join()).toContain('Uploaded the world save'));
  fs.writeFileSync(profile, Buffer.alloc(100, 0xff));
  writeWorld(world, built(2));
  await vi.waitFor(() => expect(saves.ends).toHaveLength(2));
  expect(saves.ends[1]).toMatchObject({ failureCount: 1 });
  expect(saves.survivors.size).toBe(1);
  await vi.waitFor(() => expect(log.sentences.join()).toMatch(/1 part of the save could not be read.*arkprofile/));
});

it('reads one save at a time, however many servers there are', async () => {
  const saveSemaphore = createSemaphore(1);
  const [one, other] = [await setUpSaves(programs), await setUpSaves(programs)];
  for (const { world } of [one, other]) writeWorld(world, built(1));
  let release: (() => void) | undefined;
  one.portal.behaviour.holdsSave = (method) =>
    method === 'save.begin' ? new Promise((resolve) => (release = resolve)) : undefined;
  await one.start({ saveSemaphore });
  await vi.waitFor(() => expect(one.saves.begins).toHaveLength(1));
  await other.start({ saveSemaphore });
  await vi.waitFor(() => expect(other.portal.of('server.state')).not.toEqual([]));
  expect(other.saves.begins).toEqual([]);
  expect(readersOf(process.pid)).toHaveLength(1);
  release?.();
  await vi.waitFor(() => expect([one.saves.ends.length, other.saves.ends.length]).toEqual([1, 1]));
});

function program(code: string): string {
  const file = path.join(makeFolder(), 'reader.mjs');
  fs.writeFileSync(file, `process.on('message', () => { ${code} });`);
  return file;
}

function mountSmallDrive(megabytes: number): string | undefined {
  const folder = makeFolder();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'pipe' });
  } catch {
    return undefined;
  }
  onTestFinished(() => void execFileSync('umount', ['-l', folder]));
  return folder;
}
