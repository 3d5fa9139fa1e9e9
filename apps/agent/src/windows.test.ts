import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createFiles, renameWhenFree } from './files.ts';
import { openLogFile } from './log/agent-log.ts';
import { decodeRecords, type JournalRecord, removeOtherGenerations, writeGeneration } from './outbox/journal-file.ts';
import { copySave } from './saves/save-copy.ts';
import { LockedSave, lookAt, type SaveFile } from './saves/world-save.ts';
import { makeFolder } from './testing/folder.fixture.ts';
import { windowsFiles } from './testing/windows-files.fixture.ts';
import { createListFile } from './watch/lists/list-file.ts';
import { LogTail, type LogTailOptions } from './watch/log/log-tail.ts';

const locked = (code: string) => Object.assign(new Error(`${code}: locked`), { code });

describe('a file that another program holds', () => {
  it('is used once it is free; a final error is not retried', async () => {
    const windows = windowsFiles();
    const files = createFiles(windows.system);
    const file = path.join(makeFolder(), 'BanList.txt');
    fs.writeFileSync(file, 'old');
    windows.lock(file, 3);
    expect(String(await files.readFile(file))).toBe('old');
    expect(windows.attempts).toHaveLength(4);
    await expect(files.readFile(`${file}.missing`)).rejects.toThrow(/ENOENT/);
    expect(windows.attempts).toHaveLength(5);
  });

  it('is replaced once it is free; where EPERM means permission, at once not', () => {
    const folder = makeFolder();
    const [from, to] = [path.join(folder, 'new'), path.join(folder, 'old')];
    fs.writeFileSync(from, 'new');
    let count = 0;
    const renameSync = (...names: [string, string]) => {
      count += 1;
      if (count < 4) throw locked('EPERM');
      fs.renameSync(...names);
    };
    const system = { isWindows: true, renameSync: renameSync as typeof fs.renameSync };
    renameWhenFree(from, to, system);
    expect([fs.readFileSync(to, 'utf8'), count]).toEqual(['new', 4]);
    count = 0;
    expect(() => renameWhenFree(from, to, { ...system, isWindows: false })).toThrow(/EPERM/);
    expect(count).toBe(1);
  });

  it('is a save that is copied when it is free, and reported as locked until then', async () => {
    const windows = windowsFiles();
    const folder = makeFolder();
    const file = path.join(folder, 'TheIsland.ark');
    fs.writeFileSync(file, 'a world');
    const save = (await lookAt(file)) as SaveFile;
    const target = path.join(folder, 'copy');
    // Without reflinks, as NTFS is.
    windows.lock(file, 2);
    expect(await copySave(save, target, createFiles(windows.system))).toBe(true);
    expect(fs.readFileSync(target, 'utf8')).toBe('a world');
    windows.lock(file);
    const refused = copySave(save, target, createFiles(windows.system));
    await expect(refused).rejects.toThrow(/is locked by another program/);
    await expect(refused).rejects.toBeInstanceOf(LockedSave);
    expect(fs.existsSync(target)).toBe(false);
  });

  it('is a list that is read once it is free', async () => {
    const windows = windowsFiles();
    const file = path.join(makeFolder(), 'BanList.txt');
    const timing = { stableMs: 1, shrunkMs: 1 };
    const { readFile } = createFiles(windows.system);
    const list = createListFile({ files: [file], setting: 'banList', timing, readFile });
    onTestFinished(() => list.close());
    fs.writeFileSync(file, '76561198000000001\n');
    windows.lock(file, 4);
    expect((await list.read())?.has('76561198000000001')).toBe(true);
  });

  it('is a journal that loses nothing: the new one gets its name later, the old one is removed later', async () => {
    const windows = windowsFiles();
    const files = createFiles(windows.system);
    const folder = makeFolder();
    const records: JournalRecord[] = [{ kind: 'acked', seq: 7 }];
    const [first, second] = [1, 2].map((generation) => path.join(folder, `journal-${generation}.log`));
    windows.lock(second ?? '', 3);
    for (const generation of [1, 2]) await (await writeGeneration(folder, generation, records, files)).handle.close();
    expect(decodeRecords(fs.readFileSync(second ?? '')).records).toEqual(records);
    windows.lock(first ?? '');
    await removeOtherGenerations(folder, 2, windows.system);
    expect(fs.readdirSync(folder)).toEqual(['journal-1.log', 'journal-2.log']);
    windows.release(first ?? '');
    await removeOtherGenerations(folder, 2, windows.system);
    expect(fs.readdirSync(folder)).toEqual(['journal-2.log']);
  });

  it("is the agent's own log, which then grows instead of losing lines", () => {
    const file = path.join(makeFolder(), 'agent.log');
    const log = openLogFile(file, 20);
    log.write('the first line');
    const rename = vi.spyOn(fs, 'renameSync').mockImplementation(() => {
      throw locked('EBUSY');
    });
    onTestFinished(() => rename.mockRestore());
    log.write('the second line');
    expect(fs.readFileSync(file, 'utf8')).toBe('the first line\nthe second line\n');
    rename.mockRestore();
    log.write('the third line');
    expect(fs.readFileSync(file, 'utf8')).toBe('the third line\n');
  });
});

function follow(options: Partial<LogTailOptions> = {}) {
  const windows = windowsFiles();
  const file = path.join(makeFolder(), 'ShooterGame.log');
  const lines: string[] = [];
  const states: boolean[] = [];
  const tail = new LogTail({
    file,
    files: createFiles(windows.system),
    onLines: (read) => lines.push(...read.lines),
    onHistory: () => undefined,
    onReadable: (isReadable) => states.push(isReadable),
    pollMs: 10,
    ...options,
  });
  onTestFinished(() => tail.stop());
  return { windows, file, lines, states, tail };
}
const stamp = () =>
  `[${new Date()
    .toISOString()
    .replaceAll('-', '.')
    .replace('T', '-')
    .replace(/:(\d\d):(\d\d)\.(\d{3})Z/, '.$1.$2:$3')}]`;

describe("the game's log on Windows", () => {
  it('that was created again within seconds is new, though it has the birth time of its predecessor', async () => {
    const { windows, file, lines, tail } = follow();
    fs.writeFileSync(file, `${stamp()}[  0]of an earlier start\n`);
    await windows.remove(file);
    await tail.start();
    await vi.waitFor(() => expect(tail.isReadable).toBe(false));
    const first = `${stamp()}[  0]the first line`;
    fs.writeFileSync(file, `Log file open, 06/25/26 03:36:06\n${first}\n`);
    await vi.waitFor(() => expect(lines).toEqual(['Log file open, 06/25/26 03:36:06', first]));
  });

  it('that a drive brought back is not new', async () => {
    const { windows, file, lines, tail } = follow();
    fs.writeFileSync(file, '');
    await windows.remove(file);
    await tail.start();
    fs.writeFileSync(file, `[2026.01.01-00.00.00:000][  0]old\n`);
    await vi.waitFor(() => expect(tail.isReadable).toBe(true));
    fs.appendFileSync(file, 'new\n');
    await vi.waitFor(() => expect(lines).toEqual(['new']));
  });

  it('that is locked for a moment is not reported as unreadable, and read from its position afterwards', async () => {
    const { windows, file, lines, states, tail } = follow();
    fs.writeFileSync(file, 'old\n');
    windows.lock(file, 20);
    await tail.start();
    await vi.waitFor(() => expect(states).toEqual([true]));
    fs.appendFileSync(file, 'new\n');
    await vi.waitFor(() => expect(lines).toEqual(['new']));
    expect(states).toEqual([true]);
  });

  it('that is locked for long is reported with the cause', async () => {
    const reasons: string[] = [];
    const onReadable = (_isReadable: boolean, reason: string) => void reasons.push(reason);
    const { windows, file, tail } = follow({ graceMs: 1, onReadable });
    fs.writeFileSync(file, 'old\n');
    windows.lock(file);
    await tail.start();
    await vi.waitFor(() => expect(reasons).toEqual([`The log ${file} is locked by another program.`]));
  });
});
