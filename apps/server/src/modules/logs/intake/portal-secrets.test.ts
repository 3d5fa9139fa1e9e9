import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { linesWithCanary } from '@tribehall/common/redactor.fixture';
import { expect, it, onTestFinished } from 'vitest';
import { readConfig } from '../../../config.ts';
import { createPortalRedactor } from './portal-secrets.ts';

const redactorOf = (settings: Record<string, string>) => createPortalRedactor(readConfig(settings, '/nowhere'));

it('redacts NATS credentials, encoded and decoded', () => {
  const url = 'tls://portal:open%40sesame@one.test,tls://portal:open%40sesame@two.test:4333';
  const redact = redactorOf({ NATS_URL: url });
  expect(redact(`${url} and open@sesame`)).not.toContain('sesame');
  expect(redactorOf({ NATS_URL: 'tls://sesame@one.test' })('it was sesame')).toBe('it was [hidden]');
});

const block = (name: string, text: string) => `-----BEGIN ${name}-----\n${text}\n------END ${name}------\n`;

it('redacts the credentials of a file, and not its path', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tribehall-creds-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'portal.creds');
  writeFileSync(path, `${block('NATS USER JWT', 'eyJhbGciOi')}\n${block('USER NKEY SEED', 'SUAIBDPBAUT')}`);
  const redact = redactorOf({ NATS_CREDS: path, NATS_KEY: `${folder}/client.key` });
  expect(redact('seed SUAIBDPBAUT of eyJhbGciOi')).toBe('seed [hidden] of [hidden]');
  expect(redact(`${path} ${folder}/client.key`)).toBe(`${path} ${folder}/client.key`);
});

it('accepts a database password with a lone percent sign', () => {
  expect(redactorOf({ DATABASE_URL: 'postgres://a:only50%@db/x' })('only50%')).toBe('[hidden]');
});

it('redacts everything that looks like a secret', () => {
  const redact = redactorOf({});
  const texts = linesWithCanary.map((text) => redact(text));
  expect(texts.filter((text) => text.includes('canary-1') || !text.includes('[hidden]'))).toEqual([]);
});

it('leaves a short password visible where it is a word', () => {
  const redact = redactorOf({ DATABASE_URL: 'postgres://admin:admin@db/x' });
  expect(redact('the admin at postgres://admin:admin@db/x')).toBe('the admin at postgres://admin:[hidden]@db/x');
});
