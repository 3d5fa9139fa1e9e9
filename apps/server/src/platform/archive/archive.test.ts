import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
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

const megabyte = 1024 * 1024;

const chunksOf = (bytes: Buffer) =>
  Array.from({ length: bytes.length / megabyte }, (_, n) => bytes.subarray(n * megabyte, (n + 1) * megabyte));

/** How each member of a .gz file was written, by the extra flags of its header (RFC 1952: 4 is the fastest level). */
function memberSpeeds(bytes: Buffer): string[] {
  const header = Buffer.from('1f8b080000000000', 'hex');
  const speeds: string[] = [];
  for (let at = bytes.indexOf(header); at >= 0; at = bytes.indexOf(header, at + 1))
    speeds.push(bytes[at + header.length] === 4 ? 'stored' : 'compressed');
  return speeds;
}

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

  it('has what does not get smaller as it is, between what does', async () => {
    const path = join(mkdtempSync(join(folder, 'mixed-')), 'mixed.tar.gz');
    const [text, noise] = [Buffer.alloc(megabyte, 'a row of a table\n'), randomBytes(16 * megabyte)];
    const given = { before: text, noise, after: text };
    const tar = createTarWriter(path);
    for (const [name, bytes] of Object.entries(given)) await tar.add(name, bytes.length, chunksOf(bytes));
    await tar.close();
    expect(memberSpeeds(readFileSync(path))).toEqual(['compressed', 'stored', 'compressed']);
    expect(statSync(path).size).toBeLessThan(noise.length + text.length / 4);
    const found: Record<string, boolean> = {};
    for await (const { name, body } of readTar(path)) {
      const chunks: Buffer[] = [];
      for await (const chunk of body()) chunks.push(chunk);
      found[name] = Buffer.concat(chunks).equals(given[name as keyof typeof given]);
    }
    expect(found).toEqual({ before: true, noise: true, after: true });
    execFileSync('gzip', ['-t', path]);
    expect(execFileSync('tar', ['-tzf', path], { encoding: 'utf8' })).toBe('before\nnoise\nafter\n');
  });

  it('that cannot be written fails, and does not wait', async () => {
    const tar = createTarWriter(join(folder, 'nowhere', 'a.tar.gz'));
    const add = async () => {
      for (;;) await tar.add('noise', megabyte, [randomBytes(megabyte)]);
    };
    await expect(add()).rejects.toThrow('ENOENT');
    await expect(tar.close()).rejects.toThrow('ENOENT');
    await tar.abort();
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
