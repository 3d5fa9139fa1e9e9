import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** What decompresses something, and whose bytes these are. */
const decompressing: Record<string, string> = {
  'modules/blokken/word-file.ts': 'the list of words that comes with the portal',
  'platform/archive/tar-reader.ts': "the operator's backups, in streams with limits",
  'http/compression.ts': 'replies that the portal has compressed itself, for readers who want them plain',
};

it('nothing that people send is decompressed or unpacked', () => {
  const folder = import.meta.dirname;
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !/\.(test|fixture)\.ts$|^testing\//.test(file),
  );
  const unpacks = /gunzip|inflate|unzip|decompress|\bimport .*'(tar|tar-stream|yauzl|jszip|fflate|adm-zip|unzipper)'/i;
  const found = files.filter((file) => unpacks.test(readFileSync(join(folder, file), 'utf8')));
  expect(found.toSorted()).toEqual(Object.keys(decompressing).toSorted());
});
