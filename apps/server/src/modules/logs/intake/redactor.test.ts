import { expect, it } from 'vitest';
import { createRedactor } from './redactor.ts';

const known = 'the "known" secret/of+ours';
const cut = createRedactor([known, 'abc', 'p@ss:word']);

it.each([
  `a ${known} b`,
  `?x=${encodeURIComponent(known)}&y=1`,
  JSON.stringify({ x: known }),
  'postgres://tribehall:p@ss:word@db/x',
])('hides a known secret in %s', (text) => {
  const hidden = cut(text);
  for (const part of ['secret/of', 'secret%2Fof', 'p@ss', 'word@']) expect(hidden).not.toContain(part);
  expect(hidden).toContain('[hidden]');
});

it.each([
  'password=canary-1',
  'PassWord : canary-1',
  '?ServerAdminPassword=canary-1?Port=7777',
  'ServerPassword="canary-1 with words"',
  "passwd='canary-1 with words'",
  '{"password":"canary-1 with words","a":1}',
  '{\\"accessToken\\":\\"canary-1\\"}',
  'client_secret=canary-1&x=1',
  'url=https://a.test/x?token=canary-1&b=2',
  'https://a.test/?code=canary-1&state=canary-1x',
  'http://127.0.0.1:8080/register?setup=canary-1_code',
  '/api/files/a/content?for=x&expires=1&signature=canary-1',
  'password%3Dcanary-1',
  'Authorization: Bearer canary-1-canary-1',
  'authorization=canary-1',
  'Authorization: Bot canary-1-canary-1',
  'bearer canary-1canary',
  'Cookie: session=canary-1; other=canary-1',
  'https://user:canary-1@host.test/x',
  'redis://:canary-1@host.test',
  'nats://canary-1@host.test:4222',
  'AdminCmd: EnableCheats canary-1 (Bob)',
  'apiKey: canary-1',
  'pass=canary-1',
  '{"password":"ab\\"canary-1"} x',
  'password=abc,canary-1',
  'https://user:p@canary-1@host.test/x',
  'AdminCmd: EnableCheats "my canary-1 word" (Bob)',
  'Authorization: Digest username="x", response="canary-1"',
])('hides what looks like a secret: %s', (text) => {
  expect(cut(text)).not.toContain('canary-1');
  expect(cut(text)).toContain('[hidden]');
});

it('hides tokens wherever they stand', () => {
  const session = `${'a'.repeat(16)}.${'B'.repeat(43)}`;
  const link = `th_${'x'.repeat(43)}`;
  const bot = `${'M'.repeat(26)}.${'G'.repeat(6)}.${'z'.repeat(38)}`;
  expect(cut(`${session},${link} (${bot})`)).toBe('[hidden],[hidden] ([hidden])');
});

it('leaves the rest of a line as it is', () => {
  for (const text of [
    'The token was replaced.',
    'Bob (Bobby): what is the password of the gate?',
    'abc is too short to be one',
    'GET /api/ark/servers/kX3/players 200 12 ms',
    'Listening url=http://127.0.0.1:8080',
    'Saving world took 1.234 seconds: 100 actors',
    'version 1.2.3-beta.4 of something.that.has.dots',
  ])
    expect(cut(text)).toBe(text);
});

it.each(['password=', 'pwd', 'token', 'a://b:c@', `${'a'.repeat(16)}.`, '://', 'x'])(
  'is not slow with lines full of %j: a thousand of them are done in seconds',
  { timeout: 5000 },
  (part) => {
    const line = part.repeat(4000).slice(0, 4000);
    const first = cut(line);
    for (let count = 0; count < 1000; count += 1) expect(cut(line)).toBe(first);
  },
);
