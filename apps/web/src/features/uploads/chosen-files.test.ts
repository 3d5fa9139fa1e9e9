import { describe, expect, it } from 'vitest';
import { chosenFromInput, droppedEntries } from './chosen-files.ts';

type Tree = { [name: string]: Tree | string | null };

const ignore = () => undefined;

function entryOf(name: string, node: Tree | string | null, parent = ''): FileSystemEntry {
  const fullPath = `${parent}/${name}`;
  const base = { name, fullPath, filesystem: {} as FileSystem, getParent: ignore };
  if (typeof node === 'object' && node !== null) {
    const children = Object.entries(node).map(([childName, child]) => entryOf(childName, child, fullPath));
    return { ...base, isFile: false, isDirectory: true, createReader: () => readerOf(children) } as FileSystemEntry;
  }
  const file = (found: (file: File) => void, failed: (error: Error) => void) =>
    node === null ? failed(new Error('Not readable.')) : found(new File([node], name));
  return { ...base, isFile: true, isDirectory: false, file } as FileSystemEntry;
}

/** Returns two entries at a time; browsers return a hundred. */
function readerOf(children: FileSystemEntry[]) {
  const remaining = [...children];
  return {
    readEntries: (found: (entries: FileSystemEntry[]) => void) => setTimeout(() => found(remaining.splice(0, 2))),
  };
}

function drop(tree: Tree) {
  const items = Object.entries(tree).map(([name, node]) => ({ webkitGetAsEntry: () => entryOf(name, node) }));
  return droppedEntries({ items, files: [] } as unknown as DataTransfer)();
}

function inDirectory(path: string): File {
  const file = new File(['x'], path.split('/').at(-1) ?? path);
  Object.defineProperty(file, 'webkitRelativePath', { value: path });
  return file;
}

describe('dropped files', () => {
  it('are collected from all directories, in order and with their paths', async () => {
    const many = Object.fromEntries(Array.from({ length: 7 }, (_, index) => [`${index}.txt`, 'x']));
    const { files } = await drop({ 'readme.md': 'x', maps: { 'a.png': 'x', caves: { many }, 'b.png': 'x' } });
    expect(files.map(({ path }) => path)).toEqual([
      'readme.md',
      'maps/a.png',
      ...Object.keys(many).map((name) => `maps/caves/many/${name}`),
      'maps/b.png',
    ]);
    expect(files[1]?.file.name).toBe('a.png');
  });

  it('report empty directories, system files and unreadable entries', async () => {
    const chosen = await drop({
      maps: {
        'a.png': 'x',
        '.DS_Store': 'x',
        old: {},
        windows: { 'Thumbs.db': 'x', 'desktop.ini': 'x' },
        'gone.png': null,
      },
    });
    expect(chosen.files.map(({ path }) => path)).toEqual(['maps/a.png']);
    expect(chosen.emptyDirectories).toEqual(['maps/old', 'maps/windows']);
    expect(chosen.systemFiles).toEqual(['maps/.DS_Store', 'maps/windows/Thumbs.db', 'maps/windows/desktop.ini']);
    expect(chosen.unreadable).toEqual(['maps/gone.png']);
  });

  it('are taken as plain files when the browser has no entries', async () => {
    const items = [{ webkitGetAsEntry: () => null }];
    const read = droppedEntries({ items, files: [new File(['x'], 'a.png')] } as unknown as DataTransfer);
    expect((await read()).files.map(({ path }) => path)).toEqual(['a.png']);
  });
});

describe('chosen files', () => {
  it('have paths relative to the chosen directory', () => {
    const { files, systemFiles } = chosenFromInput([
      new File(['x'], 'single.txt'),
      inDirectory('maps/caves/a.png'),
      inDirectory('maps/.DS_Store'),
    ]);
    expect(files.map(({ path }) => path)).toEqual(['single.txt', 'maps/caves/a.png']);
    expect(systemFiles).toEqual(['maps/.DS_Store']);
  });
});
