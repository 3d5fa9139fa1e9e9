import { createHash } from 'node:crypto';
import fs from 'node:fs';
import fsPromises from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { makeFolder } from '../../testing/folder.fixture.ts';
import { parseList } from './list-content.ts';
import { writeAfterEachLook } from './list-file.fixture.ts';
import { createListFile } from './list-file.ts';

const ann = '76561197991984752';
const bob = '76561197991984753';
const eve = '0002f16bad3d4330b6097fcec38c5610';

function setUp(content?: string, timing = { stableMs: 5, shrunkMs: 20 }) {
  const file = path.join(makeFolder(), 'BanList.txt');
  if (content !== undefined) write(file, content);
  return { file, list: createListFile({ files: [file], setting: 'banList', timing }) };
}

/** As if it had been written long ago. */
function write(file: string, content: string, secondsAgo = 60) {
  fs.writeFileSync(file, content);
  const at = Date.now() / 1_000 - secondsAgo;
  fs.utimesSync(file, at, at);
}

describe('the ids of a list', () => {
  it('are one a line, in whatever case and with whatever behind them, each once and sorted', () => {
    const list = parseList(`\ufeff${bob}, Bob\r\n${eve.toUpperCase()}\r\n\r\n${ann}\n${bob}\nnot-an-id\n`);
    expect(list.page(undefined, 10)).toEqual({ ids: [eve, ann, bob], isLast: true });
    expect([list.has(ann), list.has(eve), list.has('76561197991984754'), list.has('7656119799198475')]).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(list.count).toBe(3);
    expect(list.digest).toBe(createHash('sha256').update(`${eve}\n${ann}\n${bob}`).digest('hex'));
  });

  it('are the same whatever was there before', () => {
    const texts = ['', ann, `${bob}\n${ann}`, `${eve}\n${bob}`, `${bob}\n${eve}\n${ann}\n${eve}`];
    for (const before of texts)
      for (const text of texts) {
        const [alone, after] = [parseList(text), parseList(text, parseList(before))];
        expect([after.digest, after.count, after.page(undefined, 10)]).toEqual([
          alone.digest,
          alone.count,
          alone.page(undefined, 10),
        ]);
      }
  });

  it('come in pages, also after one that is no longer there', () => {
    const list = parseList(`${ann}\n${bob}\n${eve}`);
    expect(list.page(undefined, 2)).toEqual({ ids: [eve, ann], isLast: false });
    expect(list.page(ann, 2)).toEqual({ ids: [bob], isLast: true });
    expect(list.page('76561197991984750', 1)).toEqual({ ids: [ann], isLast: false });
    expect(list.page(bob, 2)).toEqual({ ids: [], isLast: true });
    expect(parseList('').page(undefined, 2)).toEqual({ ids: [], isLast: true });
  });
});

describe('the file of a list', () => {
  it('is the first that is there', async () => {
    const folder = makeFolder();
    const files = ['missing.txt', 'BanList.txt'].map((name) => path.join(folder, name));
    const list = createListFile({ files, setting: 'banList', timing: { stableMs: 1 } });
    expect([await list.read(), await list.file()]).toEqual([undefined, undefined]);
    expect(list.problem()).toEqual({
      kind: 'missing',
      reason: expect.stringMatching(/^There is no missing.txt yet.* set "banList"/) as string,
    });
    fs.writeFileSync(files[1] ?? '', ann);
    expect((await list.read())?.has(ann)).toBe(true);
    expect([await list.file(), list.problem()]).toEqual([files[1], undefined]);
  });

  it('cannot be known where nobody has said where it is, or where it may not be read', async () => {
    const unset = createListFile({ files: [], setting: 'whitelist' });
    expect([await unset.read(), unset.problem()?.kind]).toEqual([undefined, 'unset']);
    expect(unset.problem()?.reason).toContain('"whitelist"');
    const folder = makeFolder();
    const list = createListFile({ files: [folder], setting: 'banList', timing: { stableMs: 1 } });
    expect([await list.read(), list.problem()?.kind]).toEqual([undefined, 'unreadable']);
  });

  it('is read again only if its size or time has changed', async () => {
    const { file, list } = setUp(`${ann}\n`);
    const readFile = vi.spyOn(fsPromises, 'readFile');
    onTestFinished(() => readFile.mockRestore());
    for (let round = 0; round < 5; round += 1) expect((await list.read())?.has(ann)).toBe(true);
    expect(readFile).toHaveBeenCalledTimes(1);
    write(file, `${bob}\n`, 30);
    for (let round = 0; round < 5; round += 1) expect((await list.read())?.has(ann)).toBe(false);
    expect(readFile).toHaveBeenCalledTimes(2);
  });

  it('is not parsed again if only its time has changed', async () => {
    const { file, list } = setUp(`${ann}\n`);
    const first = await list.read();
    write(file, `${ann}\n`, 30);
    expect(await list.read()).toBe(first);
    write(file, `${bob}\n`, 20);
    expect((await list.read())?.has(bob)).toBe(true);
  });

  it('is read again after a moment if it was written just before, however the system rounds times', async () => {
    const { file, list } = setUp(`${ann}\n`);
    const at = new Date();
    fs.utimesSync(file, at, at);
    expect((await list.read())?.has(ann)).toBe(true);
    fs.writeFileSync(file, `${bob}\n`);
    fs.utimesSync(file, at, at);
    expect((await list.read())?.has(ann)).toBe(false);
  });

  it('that is being rewritten counts when it is whole', async () => {
    const { file, list } = setUp(`${ann}\n${bob}\n`);
    await list.read();
    writeAfterEachLook(file, [null, ann.slice(0, 15), '', ann, `${ann}\n${eve}\n`]);
    fs.writeFileSync(file, '');
    const content = await list.read();
    expect(content?.page(undefined, 10).ids).toEqual([eve, ann]);
  });

  it('that never rests stays what it was', async () => {
    const { file, list } = setUp(`${ann}\n`, { stableMs: 10, shrunkMs: 10 });
    await list.read();
    const sizes = Array.from({ length: 100 }, (_, n) => `${bob}\n`.repeat(n + 2));
    writeAfterEachLook(file, sizes);
    fs.writeFileSync(file, `${bob}\n`);
    expect((await list.read())?.has(ann)).toBe(true);
  });

  it('that was emptied or deleted for good is empty', async () => {
    const { file, list } = setUp(`${ann}\n`);
    expect((await list.read())?.count).toBe(1);
    fs.writeFileSync(file, '');
    expect((await list.read())?.count).toBe(0);
    fs.rmSync(file);
    expect([(await list.read())?.count, list.problem()]).toEqual([0, undefined]);
  });

  it('has a key, the same for all who read it', async () => {
    const { file, list } = setUp(`${ann}\n`);
    expect(list.key()).toBeUndefined();
    await list.read();
    const link = path.join(makeFolder(), 'linked.txt');
    fs.symlinkSync(file, link);
    const other = createListFile({ files: [link], setting: 'banList', timing: { stableMs: 1 } });
    await other.read();
    expect(list.key()).toMatch(/^[0-9a-f]{64}$/);
    expect(other.key()).toBe(list.key());
    const another = setUp(`${ann}\n`).list;
    await another.read();
    expect(another.key()).not.toBe(list.key());
  });

  it('of 100,000 ids is paged completely', async () => {
    const ids = Array.from({ length: 100_000 }, (_, n) => String(76_561_190_000_000_000n + BigInt(n * 7)));
    const { list } = setUp(ids.toReversed().join('\r\n'));
    const found: string[] = [];
    for (;;) {
      const page = (await list.read())?.page(found.at(-1), 2_000);
      found.push(...(page?.ids ?? []));
      if (page?.isLast !== false) break;
    }
    expect(found).toEqual(ids);
  });
});
