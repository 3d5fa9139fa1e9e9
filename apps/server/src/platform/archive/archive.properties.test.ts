import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { textOf } from '@tribehall/common/any-text.fixture';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { onFileFinished } from '../../testing/cleanup.ts';
import { ArchiveError, blockBytes, encodeHeader, encodeLongHeader } from './tar-header.ts';
import { readTar } from './tar-reader.ts';
import { createTarWriter } from './tar-writer.ts';

const folder = mkdtempSync(join(tmpdir(), 'tribehall-archive-'));
onFileFinished(() => rmSync(folder, { recursive: true, force: true }));
const path = join(folder, 'archive.tar.gz');

type Entry = [name: string, content: Uint8Array];

// eslint-disable-next-line no-control-regex -- what no name in an archive of ours has
const isSafe = (part: string) => !/[/\\\x00-\x1f\x7f]/.test(part) && !['', '.', '..'].includes(part);
const part = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }).filter(isSafe);
const name = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));
const entries = fc.array(fc.tuple(name, fc.uint8Array({ maxLength: 1_500 })), { maxLength: 4 });

async function write(wanted: Entry[]): Promise<Buffer> {
  rmSync(path, { force: true });
  const tar = createTarWriter(path);
  for (const [entry, content] of wanted) await tar.add(entry, content.length, [Buffer.from(content)]);
  await tar.close();
  return readFileSync(path);
}

async function read(bytes: Uint8Array): Promise<Entry[]> {
  writeFileSync(path, bytes);
  const found: Entry[] = [];
  for await (const entry of readTar(path)) {
    const chunks: Buffer[] = [];
    for await (const chunk of entry.body()) chunks.push(chunk);
    found.push([entry.name, new Uint8Array(Buffer.concat(chunks))]);
  }
  return found;
}

it('reads back what was written, whatever the names and contents', async () => {
  await fc.assert(
    fc.asyncProperty(entries, async (wanted) => {
      expect(await read(await write(wanted))).toEqual(wanted);
    }),
  );
});

it('reads no entry under a name that could leave its folder', async () => {
  const parts = textOf('..', '/', '.', '\\', '\n', '\0', 'a');
  await fc.assert(
    fc.asyncProperty(parts, async (entry) => {
      const tar = [encodeLongHeader(entry, 0), encodeHeader('short', 0), Buffer.alloc(2 * blockBytes)];
      const found = read(gzipSync(Buffer.concat(tar)));
      if (entry.split('/').every(isSafe)) expect(await found).toHaveLength(1);
      else await expect(found).rejects.toThrow(ArchiveError);
    }),
  );
});

it('reads an archive with changed bytes as entries with safe names, or says that it is damaged', async () => {
  const changes = fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 0, max: 255 })), {
    minLength: 1,
    maxLength: 3,
  });
  await fc.assert(
    fc.asyncProperty(entries, changes, fc.boolean(), async (wanted, changed, isCompressed) => {
      const whole = await write(wanted);
      const bytes = isCompressed ? Buffer.from(whole) : gunzipSync(whole);
      for (const [at, value] of changed) bytes[Math.floor(at * (bytes.length - 1))] = value;
      try {
        const found = await read(isCompressed ? bytes : gzipSync(bytes));
        expect(found.flatMap(([entry]) => entry.split('/')).filter((one) => !isSafe(one))).toEqual([]);
      } catch (error) {
        expect(error).toBeInstanceOf(ArchiveError);
      }
    }),
  );
});
