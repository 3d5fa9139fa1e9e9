import { expect, it } from 'vitest';
import { compareManifests } from './manifests.mjs';

const manifest = () => ({
  rows: { users: 5, files: 20 },
  entries: {
    'header.json': { bytes: 3, sha256: 'of the first backup' },
    'files/a': { bytes: 8, sha256: 'aa' },
    'files/b': { bytes: 9, sha256: 'bb' },
  },
});

it('finds nothing where rows and hashes are the same, whenever they were backed up', () => {
  const found = manifest();
  found.entries['header.json'] = { bytes: 3, sha256: 'of the second backup' };
  expect(compareManifests(manifest(), found)).toEqual([]);
});

it('finds rows, bytes and files that are missing, more or different', () => {
  const found = manifest();
  found.rows.files = 19;
  found.entries['files/a'] = { bytes: 8, sha256: 'ab' };
  const { 'files/b': _, ...entries } = found.entries;
  expect(compareManifests(manifest(), { rows: { ...found.rows, more: 1 }, entries })).toEqual([
    '2 tables have other numbers of rows: files, more',
    '2 entries have another size or hash: files/a, files/b',
  ]);
});
