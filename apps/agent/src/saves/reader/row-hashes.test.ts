import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { makeFolder } from '../../testing/folder.fixture.ts';
import { type RowHashesHead, readRowHashes, readRowHashesHead, writeRowHashes } from './row-hashes-file.ts';
import { RowHashes } from './row-hashes.ts';
import type { SerializedRow } from './serialize-row.ts';

const head: RowHashesHead = {
  version: 2,
  revision: 'revision-1',
  serverId: 's1',
  save: { file: '/saves/Ünïcode.ark', size: 5, mtimeMs: 6.5 },
};
const row = (id: string, json = '{}'): SerializedRow => ({ kind: 'structure', id, json });

it('knows what is new, changed, the same, repeated and gone', () => {
  const hashes = new RowHashes();
  for (const id of ['a', 'b', 'c']) hashes.note(row(id));
  const file = path.join(makeFolder(), 'rows');
  writeRowHashes(file, head, hashes);
  const next = readRowHashes(file, 'revision-1');
  expect(next?.note(row('a'))).toBe('same');
  expect(next?.note(row('b', '{"health":1}'))).toBe('changed');
  expect(next?.note(row('b', '{"health":2}'))).toBe('again');
  expect(next?.note({ ...row('c'), kind: 'tribe' })).toBe('new');
  expect(next && [...next.gone()]).toEqual([{ kind: 'structure', id: 'c' }]);
  next?.markPresent({ kind: 'structure', id: 'c' });
  expect(next && [...next.gone()]).toEqual([]);
});

it('stores a hundred thousand rows in a file and reads them all again', () => {
  const hashes = new RowHashes();
  for (let id = 0; id < 100_000; id += 1) hashes.note(row(`structure-${id}`, String(id)));
  const file = path.join(makeFolder(), 'rows');
  writeRowHashes(file, head, hashes);
  expect(readRowHashesHead(file)).toEqual(head);
  const next = readRowHashes(file, 'revision-1');
  const news = new Set(Array.from({ length: 100_000 }, (_none, id) => next?.note(row(`structure-${id}`, String(id)))));
  expect([...news]).toEqual(['same']);
  expect(next && [...next.gone()]).toEqual([]);
});

it('is none where the file is of another reading, missing, cut off or changed by one bit', () => {
  const hashes = new RowHashes();
  for (const id of ['a', 'b', 'c']) hashes.note(row(id));
  const file = path.join(makeFolder(), 'rows');
  expect([readRowHashes(file, 'revision-1'), readRowHashesHead(file)]).toEqual([undefined, undefined]);
  writeRowHashes(file, head, hashes);
  expect(readRowHashes(file, 'revision-2')).toBeUndefined();
  const bytes = fs.readFileSync(file);
  for (let at = 0; at < bytes.length; at += 1) {
    fs.writeFileSync(file, bytes.subarray(0, at));
    expect(readRowHashes(file, 'revision-1')).toBeUndefined();
    const flipped = Buffer.from(bytes);
    flipped.writeUInt8(flipped.readUInt8(at) ^ 4, at);
    fs.writeFileSync(file, flipped);
    expect(readRowHashes(file, 'revision-1')).toBeUndefined();
  }
});
