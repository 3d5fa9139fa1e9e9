import fs from 'node:fs';
import fsPromises from 'node:fs/promises';
import path from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { draftProblem } from '../../outbox/draft.ts';
import { makeFolder } from '../../testing/folder.fixture.ts';
import { createTestLog } from '../../testing/log.fixture.ts';
import { parseList } from './list-content.ts';
import { writeAfterEachLook } from './list-file.fixture.ts';
import { createListsWatch, type ListDraft } from './lists-watch.ts';

const ann = '76561197991984752';
const bob = '76561197991984753';

function setUp(files: { bans?: string; whitelist?: string }, stableMs = 10) {
  const folder = makeFolder();
  const pathOf = (name: string) => path.join(folder, name);
  if (files.bans !== undefined) fs.writeFileSync(pathOf('bans.txt'), files.bans);
  if (files.whitelist !== undefined) fs.writeFileSync(pathOf('whitelist.txt'), files.whitelist);
  const drafts: ListDraft[] = [];
  const log = createTestLog();
  const watch = createListsWatch({
    files: { bans: [pathOf('bans.txt')], whitelist: [pathOf('whitelist.txt')] },
    emit: (draft) => drafts.push(draft),
    log,
    timing: { listMs: 5, stableMs, shrunkMs: 300 },
  });
  onTestFinished(() => watch.stop());
  const of = (list: 'bans' | 'whitelist') => drafts.map(withoutKey).filter((data) => data.list === list);
  return { watch, drafts, of, log, bans: pathOf('bans.txt'), pathOf };
}

/** The key differs with the folder. */
const withoutKey = ({ data: { list, digest, count } }: ListDraft) => ({ list, digest, count });

const state = (list: 'bans' | 'whitelist', ids: string[]) => {
  const { digest, count } = parseList(ids.join('\n'));
  return { list, digest, count };
};

const unknown = (list: string) => ({ list, digest: null, count: 0 });

it('tells of each list once, and again when other players are in it', async () => {
  const { watch, drafts, of, bans } = setUp({ bans: `${ann}\r\n`, whitelist: '' });
  await vi.waitFor(() => expect(drafts).toHaveLength(2));
  expect([of('bans'), of('whitelist')]).toEqual([[state('bans', [ann])], [state('whitelist', [])]]);
  expect(drafts.map(draftProblem)).toEqual([undefined, undefined]);
  fs.writeFileSync(bans, `\n${ann.toUpperCase()} # Ann\n`);
  fs.writeFileSync(`${bans}.new`, `${bob}\n${ann}\n`);
  fs.renameSync(`${bans}.new`, bans);
  await vi.waitFor(() => expect(of('bans').at(-1)).toEqual(state('bans', [ann, bob])));
  fs.writeFileSync(bans, `${bob}\n`);
  await vi.waitFor(() => expect(of('bans').at(-1)).toEqual(state('bans', [bob])));
  expect(of('bans')).toHaveLength(3);
  expect(of('whitelist')).toHaveLength(1);
  expect(watch.describe().map(withoutKey)).toEqual([state('bans', [bob]), state('whitelist', [])]);
});

it('tells of a list that is not there once, and why in the log; one that is deleted is empty', async () => {
  const { of, log, bans } = setUp({ bans: ann });
  await vi.waitFor(() => expect(of('whitelist')).toEqual([unknown('whitelist')]));
  await vi.waitFor(() => expect(of('bans')).toHaveLength(1));
  fs.rmSync(bans);
  await vi.waitFor(() => expect(of('bans')).toEqual([state('bans', [ann]), state('bans', [])]));
  fs.writeFileSync(bans, bob);
  await vi.waitFor(() => expect(of('bans').at(-1)).toEqual(state('bans', [bob])));
  expect(of('whitelist')).toHaveLength(1);
  expect(log.sentences).toEqual([expect.stringMatching(/^info There is no whitelist.txt yet/)]);
});

it('never takes half of a file that the game rewrites for the list', async () => {
  const whole = `${ann}\n${bob}\n`;
  const { of, bans } = setUp({ bans: whole });
  await vi.waitFor(() => expect(of('bans')).toHaveLength(1));
  const steps = Array.from({ length: 10 }, () => ['', null, ann.slice(0, 16), whole]).flat();
  const { remaining } = writeAfterEachLook(bans, steps);
  fs.writeFileSync(bans, '');
  await vi.waitFor(() => expect(remaining()).toBe(0));
  fs.writeFileSync(bans, `${bob}\n`);
  await vi.waitFor(() => expect(of('bans').at(-1)).toEqual(state('bans', [bob])));
  expect(of('bans')).toEqual([state('bans', [ann, bob]), state('bans', [bob])]);
});

it('says nothing of a list that it has not read to the end when it stops', async () => {
  const readFile = vi.spyOn(fsPromises, 'readFile');
  onTestFinished(() => readFile.mockRestore());
  const { watch, drafts } = setUp({ bans: ann, whitelist: ann }, 3_600_000);
  await vi.waitFor(() => expect(readFile).toHaveBeenCalledTimes(2));
  await watch.stop();
  expect(drafts).toEqual([]);
});
