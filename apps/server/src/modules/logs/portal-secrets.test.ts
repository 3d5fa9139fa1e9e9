import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readConfig } from '../../config.ts';
import { cutSecrets } from './portal-secrets.ts';

const cutterOf = (settings: Record<string, string>) => cutSecrets({ config: readConfig(settings, '/nowhere') });

it('cuts what logs in to NATS, as it is written and as it is meant', () => {
  const url = 'tls://portal:open%40sesame@one.test,tls://portal:open%40sesame@two.test:4333';
  const cut = cutterOf({ NATS_URL: url });
  expect(cut(`${url} and open@sesame`)).not.toContain('sesame');
  expect(cutterOf({ NATS_URL: 'nats://sesame@one.test' })('it was sesame')).toBe('it was [hidden]');
});

const block = (name: string, text: string) => `-----BEGIN ${name}-----\n${text}\n------END ${name}------\n`;

it('cuts the credentials of a file, and not its path', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tribehall-creds-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'portal.creds');
  writeFileSync(path, `${block('NATS USER JWT', 'eyJhbGciOi')}\n${block('USER NKEY SEED', 'SUAIBDPBAUT')}`);
  const cut = cutterOf({ NATS_CREDS: path, NATS_KEY: `${folder}/client.key` });
  expect(cut('seed SUAIBDPBAUT of eyJhbGciOi')).toBe('seed [hidden] of [hidden]');
  expect(cut(`${path} ${folder}/client.key`)).toBe(`${path} ${folder}/client.key`);
});

it('takes a password of the database with a lonely percent sign', () => {
  expect(cutterOf({ DATABASE_URL: 'postgres://a:only50%@db/x' })('only50%')).toBe('[hidden]');
});
