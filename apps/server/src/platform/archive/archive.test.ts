import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { onFileFinished } from '../../testing/cleanup.ts';
import { decodeHeader, decodeLongHeader, encodeHeader, encodeLongHeader, fitsHeader } from './tar-header.ts';
import { readTar } from './tar-reader.ts';
import { createTarWriter } from './tar-writer.ts';

const folder = mkdtempSync(join(tmpdir(), 'tribehall-archive-'));
onFileFinished(() => rmSync(folder, { recursive: true, force: true }));

const long = `a/${'Ü'.repeat(120)}/b.json`;
const contents = { 'one.txt': 'first', [long]: 'second', empty: '', block: 'x'.repeat(512) };

async function write(path: string): Promise<void> {
  const tar = createTarWriter(path);
  for (const [name, text] of Object.entries(contents))
    await tar.add(name, Buffer.byteLength(text), [Buffer.from(text)]);
  await tar.close();
}

async function read(path: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for await (const entry of readTar(path)) {
    let text = '';
    for await (const chunk of entry.body()) text += chunk.toString();
    found[entry.name] = text;
  }
  return found;
}

describe('a tar archive', () => {
  it('is read as it was written, by us and by tar', async () => {
    const path = join(folder, 'plain.tar.gz');
    await write(path);
    expect(await read(path)).toEqual(contents);
    const listed = execFileSync('tar', ['-tzf', path, '--quoting-style=literal'], { encoding: 'utf8' });
    expect(listed.trim().split('\n')).toEqual(Object.keys(contents));
  });

  it('has sizes above 8 GB', () => {
    const bytes = 10_000_000_000;
    expect(fitsHeader('file', bytes)).toBe(false);
    const header = encodeLongHeader('file', bytes);
    const length = decodeHeader(header.subarray(0, 512))?.bytes ?? 0;
    expect(decodeLongHeader(header.subarray(512, 512 + length))).toEqual({ name: 'file', bytes });
  });

  it.each(['../escape', '/etc/passwd', 'a/../../b', 'a//b', './a', 'a\\b', 'a\nb'])(
    'is refused with a name like %j',
    async (name) => {
      const path = join(folder, 'hostile.tar.gz');
      const direct = [encodeHeader(name.replace('\n', 'n'), 0)];
      const parts = name.includes('\n') ? [encodeLongHeader(name, 0), encodeHeader('a', 0)] : direct;
      writeFileSync(path, gzipSync(Buffer.concat([...parts, Buffer.alloc(1024)])));
      await expect(read(path)).rejects.toThrow('could leave its folder');
    },
  );

  it.each(['1', '2', '3', '5', '6', 'L'])(
    'is refused with an entry of the type %s: links, devices and folders',
    async (type) => {
      const path = join(folder, 'hostile.tar.gz');
      writeFileSync(path, gzipSync(Buffer.concat([encodeHeader('a', 0, type), Buffer.alloc(1024)])));
      await expect(read(path)).rejects.toThrow('not a regular file');
    },
  );

  it('is refused where it is cut off, changed, longer or something else', async () => {
    const path = join(folder, 'whole.tar.gz');
    await write(path);
    const bytes = readFileSync(path);
    const bad = join(folder, 'bad.tar.gz');
    const attempt = async (content: Buffer) => {
      writeFileSync(bad, content);
      return read(bad);
    };
    await expect(attempt(bytes.subarray(0, -20))).rejects.toThrow('cut off');
    await expect(attempt(Buffer.from('not an archive'))).rejects.toThrow('damaged');
    const tar = gunzipSync(bytes);
    await expect(attempt(gzipSync(tar.subarray(0, 700)))).rejects.toThrow('cut off');
    await expect(attempt(gzipSync(Buffer.concat([tar, Buffer.from('more')])))).rejects.toThrow('after its end');
    const changed = Buffer.from(tar);
    changed[1] = 0x41;
    await expect(attempt(gzipSync(changed))).rejects.toThrow('the header of an entry is not valid');
  });
});
