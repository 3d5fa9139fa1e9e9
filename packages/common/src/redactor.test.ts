import { expect, it } from 'vitest';
import { linesWithCanary } from './redactor.fixture.ts';
import { createRedactor } from './redactor.ts';

const known = 'the "known" secret/of+ours';
const redactor = createRedactor({ secrets: [known, 'abc', 'p@ss:word'] });
const cut = (text: string) => redactor.redact(text);

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

it.each(linesWithCanary)('hides what looks like a secret: %s', (text) => {
  expect(cut(text)).not.toContain('canary-1');
  expect(cut(text)).toContain('[hidden]');
});

it('hides tokens wherever they stand', () => {
  const session = `${'a'.repeat(16)}.${'B'.repeat(43)}`;
  const link = `th_${'x'.repeat(43)}`;
  const bot = `${'M'.repeat(26)}.${'G'.repeat(6)}.${'z'.repeat(38)}`;
  expect(cut(`${session},${link} (${bot})`)).toBe('[hidden],[hidden] ([hidden])');
});

it('hides an Authorization header of letters only', () => {
  for (const scheme of ['Basic', 'Bot', 'bearer']) {
    expect(cut(`authorization: ${scheme} canarycanary`)).toBe(`authorization: ${scheme} [hidden]`);
    expect(cut(`{"authorization":"${scheme} canarycanary"}`)).toBe(`{"authorization":"${scheme} [hidden]"}`);
  }
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
    'Bob (Bobby): the bot something-long is down',
    'Bob (Bobby): that is basic understanding',
    'AdminCmd: ServerChat Cookie: hello there',
    'Compass: north',
    'TheIsland?listen?SessionName=Our basic-settings-server?Port=7777 -clusterid=abc -NoBattlEye',
    'Tribe Nomads, ID 1: Day 3, 01:02:03: <RichColor Color="1, 0, 0, 1">Your Token - Lvl 20 (Raptor) was killed!</>',
  ])
    expect(cut(text)).toBe(text);
});

it.each([
  'password=',
  'pwd',
  'token',
  'a://b:c@',
  'bot ',
  'Basic a',
  'cookie:',
  'authorization:',
  '.a',
  'th_',
  `${'a'.repeat(16)}.`,
  '://',
  'x',
])('is not slow with lines full of %j: a thousand of them are done in seconds', { timeout: 30_000 }, (part) => {
  const line = part.repeat(4000).slice(0, 4000);
  const first = cut(line);
  for (let count = 0; count < 1000; count += 1) expect(cut(line)).toBe(first);
});

it('hides passwords, tokens and, for a while, what was said to one person', () => {
  let now = 0;
  const timed = createRedactor({ now: () => now });
  timed.add('rcon-canary');
  timed.add('abc');
  timed.addTemporary('Your code is 123456');
  const late = (text: string) => timed.redact(text);
  expect(late('login with rcon-canary, abc')).toBe('login with [hidden], abc');
  expect(late('AdminCmd: ServerChatTo Your code is 123456 (Bob)')).toBe('AdminCmd: ServerChatTo [hidden] (Bob)');
  expect(late('code 123456!')).toBe('code [hidden]!');
  expect(late('?listen?ServerAdminPassword=hunter2?Port=7777')).toBe('?listen?ServerAdminPassword=[hidden]?Port=7777');
  expect(late('SERVERPASSWORD="two words" x')).toBe('SERVERPASSWORD=[hidden] x');
  expect(late('AdminCmd: EnableCheats hunter2 (Bob)')).toBe('AdminCmd: EnableCheats [hidden] (Bob)');
  expect(late('th_0123456789012345678901234567890123456789012')).toBe('[hidden]');
  now += 11 * 60_000;
  expect(late('code 123456!')).toBe('code 123456!');
  expect(late('rcon-canary')).toBe('[hidden]');
});

it('hides a secret in every spelling from the given length on', () => {
  const patient = createRedactor({ secrets: ['admin', 'a/b"cd'], shortest: 6 });
  expect(patient.redact('admin a/b"cd a%2Fb%22cd a/b\\"cd')).toBe('admin [hidden] [hidden] [hidden]');
  const strict = createRedactor();
  strict.add('a/b"');
  expect(strict.redact('a/b" a%2Fb%22 a/b\\"')).toBe('[hidden] [hidden] [hidden]');
});

it('hides the whole of a secret that contains another', () => {
  const nested = createRedactor({ secrets: ['canary', 'canary-of-ours'] });
  expect(nested.redact('canary-of-ours, canary')).toBe('[hidden], [hidden]');
});

it('hides the newest 500 whispers', () => {
  const full = createRedactor();
  for (let n = 0; n < 501; n += 1) full.addTemporary(`whisper ${n}!`);
  expect(full.redact('whisper 0! whisper 1! whisper 500!')).toBe('whisper 0! [hidden] [hidden]');
});
