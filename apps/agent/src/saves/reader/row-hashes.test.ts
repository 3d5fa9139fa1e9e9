import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { makeFolder } from '../../testing/folder.fixture.ts';
import { type LedgerHead, readLedger, readLedgerHead, writeLedger } from './row-hashes-file.ts';
import { RowLedger } from './row-hashes.ts';
import type { ToldRow } from './serialize-row.ts';

const head: LedgerHead = {
  version: 1,
  revision: 'revision-1',
  serverId: 's1',
  save: { file: '/saves/Ünïcode.ark', size: 5, mtimeMs: 6.5 },
};
const row = (id: string, json = '{}'): ToldRow => ({ kind: 'structure', id, json });

it('knows what is new, changed, the same, told twice and gone', () => {
  const ledger = new RowLedger();
  for (const id of ['a', 'b', 'c']) ledger.note(row(id));
  const file = path.join(makeFolder(), 'rows');
  writeLedger(file, head, ledger);
  const next = readLedger(file, 'revision-1');
  expect(next?.note(row('a'))).toBe('same');
  expect(next?.note(row('b', '{"health":1}'))).toBe('changed');
  expect(next?.note(row('b', '{"health":2}'))).toBe('again');
  expect(next?.note({ ...row('c'), kind: 'tribe' })).toBe('new');
  expect(next && [...next.gone()]).toEqual([{ kind: 'structure', id: 'c' }]);
  next?.keep({ kind: 'structure', id: 'c' });
  expect(next && [...next.gone()]).toEqual([]);
});

it('keeps a hundred thousand rows in a file and has them all again', () => {
  const ledger = new RowLedger();
  for (let id = 0; id < 100_000; id += 1) ledger.note(row(`structure-${id}`, String(id)));
  const file = path.join(makeFolder(), 'rows');
  writeLedger(file, head, ledger);
  expect(readLedgerHead(file)).toEqual(head);
  const next = readLedger(file, 'revision-1');
  const news = new Set(Array.from({ length: 100_000 }, (_none, id) => next?.note(row(`structure-${id}`, String(id)))));
  expect([...news]).toEqual(['same']);
  expect(next && [...next.gone()]).toEqual([]);
});

it('is none where the file is of another reading, missing, cut off or changed by one bit', () => {
  const ledger = new RowLedger();
  for (const id of ['a', 'b', 'c']) ledger.note(row(id));
  const file = path.join(makeFolder(), 'rows');
  expect([readLedger(file, 'revision-1'), readLedgerHead(file)]).toEqual([undefined, undefined]);
  writeLedger(file, head, ledger);
  expect(readLedger(file, 'revision-2')).toBeUndefined();
  const bytes = fs.readFileSync(file);
  for (let at = 0; at < bytes.length; at += 1) {
    fs.writeFileSync(file, bytes.subarray(0, at));
    expect(readLedger(file, 'revision-1')).toBeUndefined();
    const flipped = Buffer.from(bytes);
    flipped.writeUInt8(flipped.readUInt8(at) ^ 4, at);
    fs.writeFileSync(file, flipped);
    expect(readLedger(file, 'revision-1')).toBeUndefined();
  }
});
