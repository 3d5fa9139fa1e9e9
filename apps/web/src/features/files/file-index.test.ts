import { describe, expect, it } from 'vitest';
import { buildFile } from '../../testing/files.ts';
import { createIndexer, findFiles } from './file-index.ts';
import type { FileOrder } from './file-order.ts';

const byName: FileOrder = { sort: 'name', order: 'asc' };
const files = [
  buildFile({ fileId: 'a', fileName: 'shot 10.png', uploadedBy: 'Zoë', size: 3, uploadedAt: '2026-01-03T00:00:00Z' }),
  buildFile({ fileId: 'b', fileName: 'Shot 2.png', uploadedBy: null, size: 1, uploadedAt: '2026-01-01T00:00:00Z' }),
  buildFile({ fileId: 'c', fileName: 'Écran/notes.txt', uploadedBy: 'amir', size: 2, visibility: 'public' }),
];
const find = (search: string, order: FileOrder = byName) =>
  findFiles(createIndexer()(files), search, order).map(({ fileId }) => fileId);

describe('sorting', () => {
  it('knows numbers in names, and ignores case', () => {
    expect(find('')).toEqual(['c', 'b', 'a']);
    expect(find('', { sort: 'name', order: 'desc' })).toEqual(['a', 'b', 'c']);
  });

  it('goes by every column', () => {
    expect(find('', { sort: 'size', order: 'desc' })).toEqual(['a', 'c', 'b']);
    expect(find('', { sort: 'uploaded', order: 'asc' })).toEqual(['b', 'c', 'a']);
    expect(find('', { sort: 'uploader', order: 'asc' })).toEqual(['b', 'c', 'a']);
    expect(find('', { sort: 'visibility', order: 'asc' })).toEqual(['b', 'a', 'c']);
  });

  it('puts twins of one name in an order that stays', () => {
    const twins = ['z', 'y', 'x'].map((fileId) => buildFile({ fileId }));
    const order = findFiles(createIndexer()(twins), '', { sort: 'size', order: 'desc' });
    expect(order.map(({ fileId }) => fileId)).toEqual(['x', 'y', 'z']);
  });

  it('finds the place of names that come later', () => {
    const indexFiles = createIndexer();
    indexFiles(files);
    const later = [...files, buildFile({ fileId: 'd', fileName: 'shot 3.png' })].slice(1);
    expect(findFiles(indexFiles(later), '', byName).map(({ fileId }) => fileId)).toEqual(['c', 'b', 'd']);
  });
});

describe('searching', () => {
  it('looks at names and uploaders, without case and accents', () => {
    expect(find('ECRAN')).toEqual(['c']);
    expect(find('zoe')).toEqual(['a']);
    expect(find('shôt')).toEqual(['b', 'a']);
  });

  it('wants all words, in any order', () => {
    expect(find('  amir notes ')).toEqual(['c']);
    expect(find('amir shot')).toEqual([]);
  });
});
