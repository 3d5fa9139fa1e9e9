import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createSecretKey, readSecret, SecretFileError } from './secret-key.ts';

const key = createSecretKey('a secret of the tests');

it('signs for one purpose, one text and one key', () => {
  const signature = key.sign('links', 'song 1');
  expect(signature).toHaveLength(43);
  expect(key.isSignature('links', 'song 1', signature)).toBe(true);
  expect(key.isSignature('links', 'song 2', signature)).toBe(false);
  expect(key.isSignature('other', 'song 1', signature)).toBe(false);
  expect(key.isSignature('links', 'song 1', `${signature.slice(0, -1)}_`)).toBe(false);
  expect(key.isSignature('links', 'song 1', '')).toBe(false);
  expect(createSecretKey('another').isSignature('links', 'song 1', signature)).toBe(false);
});

it('unseals what it sealed and nothing else', () => {
  const sealed = key.seal('tokens', 'héllo');
  expect(sealed).not.toBe(key.seal('tokens', 'héllo'));
  expect(key.unseal('tokens', sealed)).toBe('héllo');
  expect(key.unseal('other', sealed)).toBeUndefined();
  expect(createSecretKey('another').unseal('tokens', sealed)).toBeUndefined();
  const bytes = Buffer.from(sealed, 'base64url');
  for (let at = 0; at < bytes.length; at += 1) {
    const flipped = Buffer.from(bytes);
    flipped.writeUInt8(flipped.readUInt8(at) ^ 1, at);
    expect(key.unseal('tokens', flipped.toString('base64url'))).toBeUndefined();
  }
  for (const rubbish of ['', 'abc', 'x'.repeat(100)]) expect(key.unseal('tokens', rubbish)).toBeUndefined();
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'secret-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

it('stores one secret in a folder, for its user alone', () => {
  const folder = newFolder();
  const secret = readSecret(folder);
  expect(secret).toHaveLength(43);
  expect(readSecret(folder)).toBe(secret);
  expect(readdirSync(folder)).toEqual(['secret.key']);
  expect(statSync(join(folder, 'secret.key')).mode & 0o777).toBe(0o600);
});

it.each([
  ['is empty', '', 'none'],
  ['is blank', ' \n\n', 'none'],
  ['is short', `${'x'.repeat(31)}\n`, 'fewer'],
  ['has only the length of a secret', '\0'.repeat(44), 'fewer'],
])('refuses a file that %s, reports what to do, and leaves it as it is', (_, content, count) => {
  const folder = newFolder();
  const file = join(folder, 'secret.key');
  writeFileSync(file, content);
  expect(() => readSecret(folder)).toThrow(SecretFileError);
  expect(() => readSecret(folder)).toThrow(`${file} must have at least 32 characters, but has ${count}. Restore it`);
  expect(readFileSync(file, 'utf8')).toBe(content);
  expect(readdirSync(folder)).toEqual(['secret.key']);
});

it('reports a file that cannot be read', () => {
  const folder = newFolder();
  mkdirSync(join(folder, 'secret.key'));
  expect(() => readSecret(folder)).toThrow(SecretFileError);
  expect(() => readSecret(folder)).toThrow(`${join(folder, 'secret.key')} cannot be read (EISDIR). Make it a file`);
});

it('takes a secret of its own making or choosing, however it was interrupted before', () => {
  const folder = newFolder();
  writeFileSync(join(folder, 'secret.key.0123456789ab'), 'half of a secr');
  expect(readSecret(folder)).toHaveLength(43);
  writeFileSync(join(folder, 'secret.key'), `  ${'y'.repeat(32)}\n`);
  expect(readSecret(folder)).toBe('y'.repeat(32));
});
