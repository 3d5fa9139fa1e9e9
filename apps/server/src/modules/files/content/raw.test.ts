import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startFilesTest } from '../files.fixture.ts';
import { maxTextBytes } from './file-types.ts';

const { app, add, folder } = await startFilesTest();

async function raw(content: string | Buffer, headers: Record<string, string> = {}) {
  return app.http.inject({ url: `/api/files/${await add({ content })}/raw`, headers });
}

const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');

describe('the text of a file', () => {
  it.each([
    ['plain', 'a=1\r\nb=2\n\tc\f', 'a=1\r\nb=2\n\tc\f'],
    ['empty', '', ''],
    ['of all languages', 'Größe 恐竜 🦖 \u202e', 'Größe 恐竜 🦖 \u202e'],
    ['with a mark in front', '\ufeff{"a":1}', '{"a":1}'],
    ['of a log with colours', '\u001b[31mred\u001b[0m', '\u001b[31mred\u001b[0m'],
    ['of Windows', utf16('[Größe]\r\nName=恐竜 🦖'), '[Größe]\r\nName=恐竜 🦖'],
    ['of Windows, the other way round', utf16('Größe 🦖').swap16(), 'Größe 🦖'],
    ['with nothing but the mark of Windows', utf16(''), ''],
    ['as long as it may be', 'x'.repeat(maxTextBytes), 'x'.repeat(maxTextBytes)],
  ])('%s is answered as it is', async (_, content, text) => {
    const reply = await raw(content);
    expect(reply.statusCode).toBe(200);
    expect(reply.body === text).toBe(true);
    expect(reply.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
  });

  it.each([
    ['has a NUL', 'a\u0000b'],
    ['rings a bell', 'a\u0007b'],
    ['is deleted letter by letter', 'a\u007f'],
    ['is in an old encoding', Buffer.from('Größe', 'latin1')],
    ['stops in the middle of a letter', Buffer.from('🦖').subarray(0, 3)],
    ['writes a letter longer than it is', Buffer.from([0xc0, 0xaf])],
    ['is half of a letter of Windows', utf16('\ud83e')],
    ['has an odd byte of Windows', Buffer.concat([utf16('ab'), Buffer.from('c')])],
    ['has a NUL of Windows', utf16('a\u0000b')],
    ['is a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
    ['is a byte too long', 'x'.repeat(maxTextBytes + 1)],
  ])('that %s is none', async (_, content) => {
    expect((await raw(content)).json()).toMatchObject({ status: 400, code: 'INVALID_TYPE' });
  });

  it('is HTML that stays text', async () => {
    const reply = await raw('<script>alert(1)</script>');
    expect(reply.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(reply.body).toBe('<script>alert(1)</script>');
  });

  it('is compressed where it is long and that is wanted', async () => {
    const reply = await raw('x'.repeat(100_000), { 'accept-encoding': 'gzip' });
    expect(reply.headers['content-encoding']).toBe('gzip');
    expect(reply.rawPayload.length).toBeLessThan(10_000);
  });

  it('whose contents are gone says so', async () => {
    const id = await add({});
    rmSync(join(folder, 'blobs', 'kept', id));
    expect((await app.http.inject({ url: `/api/files/${id}/raw` })).json()).toMatchObject({
      status: 404,
      error: 'The contents of this file are missing. Please tell the operator.',
    });
  });
});
