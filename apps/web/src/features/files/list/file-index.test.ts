import { describe, expect, it } from 'vitest';
import { buildFile } from '../../../testing/files.ts';
import { createIndexer, findFiles } from './file-index.ts';
import type { FileSort } from './file-sort.ts';

const byName: FileSort = { key: 'name', order: 'asc' };
const files = [
  buildFile({ fileId: 'a', fileName: 'shot 10.png', uploadedBy: 'Zoë', size: 3, uploadedAt: '2026-01-03T00:00:00Z' }),
  buildFile({ fileId: 'b', fileName: 'Shot 2.png', uploadedBy: null, size: 1, uploadedAt: '2026-01-01T00:00:00Z' }),
  buildFile({ fileId: 'c', fileName: 'Écran/notes.txt', uploadedBy: 'amir', size: 2, visibility: 'public' }),
];
const find = (search: string, sort: FileSort = byName) =>
  findFiles(createIndexer()(files), search, sort).map(({ fileId }) => fileId);

describe('sorting', () => {
  it('compares numbers in names and ignores case', () => {
    expect(find('')).toEqual(['c', 'b', 'a']);
    expect(find('', { key: 'name', order: 'desc' })).toEqual(['a', 'b', 'c']);
  });

  it('sorts by every column', () => {
    expect(find('', { key: 'size', order: 'desc' })).toEqual(['a', 'c', 'b']);
    expect(find('', { key: 'uploaded', order: 'asc' })).toEqual(['b', 'c', 'a']);
    expect(find('', { key: 'uploader', order: 'asc' })).toEqual(['b', 'c', 'a']);
    expect(find('', { key: 'visibility', order: 'asc' })).toEqual(['b', 'a', 'c']);
  });

  it('sorts files of the same name consistently', () => {
    const twins = ['z', 'y', 'x'].map((fileId) => buildFile({ fileId }));
    const sorted = findFiles(createIndexer()(twins), '', { key: 'size', order: 'desc' });
    expect(sorted.map(({ fileId }) => fileId)).toEqual(['x', 'y', 'z']);
  });

  it('ranks names that come later', () => {
    const indexFiles = createIndexer();
    indexFiles(files);
    const later = [...files, buildFile({ fileId: 'd', fileName: 'shot 3.png' })].slice(1);
    expect(findFiles(indexFiles(later), '', byName).map(({ fileId }) => fileId)).toEqual(['c', 'b', 'd']);
  });
});

describe('searching', () => {
  it('looks at names and uploaders, ignoring case and accents', () => {
    expect(find('ECRAN')).toEqual(['c']);
    expect(find('zoe')).toEqual(['a']);
    expect(find('shôt')).toEqual(['b', 'a']);
  });

  it('requires every word, in any order', () => {
    expect(find('  amir notes ')).toEqual(['c']);
    expect(find('amir shot')).toEqual([]);
  });
});
