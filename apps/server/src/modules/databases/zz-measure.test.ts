import { appendFileSync } from 'node:fs';
import { it } from 'vitest';
import { startDatabasesTest } from './databases.fixture.ts';

const test = await startDatabasesTest();
const M = 1024 * 1024;
const headers = { ...test.owner.headers, 'content-type': 'application/json' };
async function m(name: string, options: { method: 'GET' | 'POST'; url: string; payload?: string }) {
  let max = 0;
  let last = performance.now();
  const tick = setInterval(() => {
    const now = performance.now();
    max = Math.max(max, now - last);
    last = now;
  }, 1);
  await new Promise((r) => setTimeout(r, 300));
  max = 0;
  last = performance.now();
  const t0 = performance.now();
  const reply = await test.app.http.inject({ ...options, url: `/api/databases/a.json${options.url}`, headers });
  const took = performance.now() - t0;
  await new Promise((r) => setTimeout(r, 50));
  clearInterval(tick);
  appendFileSync('/tmp/h1-measure.txt', `${name} ${reply.statusCode} ${took.toFixed(0)} ms, longest slice ${max.toFixed(0)} ms\n`);
}
it('measures', { timeout: 120_000 }, async () => {
  const arr = `[${Array(Math.floor((9.9 * M) / 3)).fill('[]').join(',')}]`;
  const smallArr = `[${Array(Math.floor((3 * M) / 3)).fill('[]').join(',')}]`;
  let objs = '{';
  for (let i = 0; objs.length < 9 * M; i += 1) objs += `${i ? ',' : ''}"k${i}":{}`;
  objs += '}';
  objs = Buffer.from(objs).toString();
  const real: Record<string, unknown> = {};
  for (let i = 0; i < 12_000; i += 1)
    real[String(100_000_000_000_000_000n + BigInt(i))] = { name: `Guild ${i}`, channels: [1, 2, 3, 4].map((k) => ({ id: String(i * 100 + k), name: `channel-${k}`, topic: 'talk about everything, '.repeat(4) })) };
  const realText = JSON.stringify(real, null, 1);
  const bodies = {
    text: JSON.stringify({ text: realText }),
    data: `{"data":${JSON.stringify(real)}}`,
    arr: `{"data":${arr}}`,
    small: `{"data":${smallArr}}`,
    junk: `{"junk":${arr},"text":"{}"}`,
    key: `{"data":{"${'\\u0041'.repeat(1.6 * M)}":1}}`,
    blank: `{${' '.repeat(24 * M)}"text":"{}"}`,
    escaped: `{"text":"[\\"${'\\\\n'.repeat(3 * M)}\\"]"}`,
    keys: `${objs.slice(0, -1)},"text":"{}"}`,
  };
  for (const [key, value] of Object.entries(bodies)) (bodies as Record<string, string>)[key] = Buffer.from(value).toString();
  test.put('a.json', '{}');
  await m('POST realistic text', { method: 'POST', url: '', payload: bodies.text });
  await m('GET realistic text', { method: 'GET', url: '?as=text' });
  await m('GET realistic data', { method: 'GET', url: '' });
  await m('POST realistic data', { method: 'POST', url: '', payload: bodies.data });
  await m('POST one guild of it', { method: 'POST', url: '', payload: '{"data":{"x":1},"guildId":"100000000000000005"}' });
  test.put('a.json', objs);
  await m('GET many keys text', { method: 'GET', url: '?as=text' });
  await m('GET many keys data', { method: 'GET', url: '' });
  await m('POST 9.9 MB [] data', { method: 'POST', url: '', payload: bodies.arr });
  await m('POST 3 MB [] data', { method: 'POST', url: '', payload: bodies.small });
  await m('POST 9.9 MB [] as unknown member', { method: 'POST', url: '', payload: bodies.junk });
  await m('POST many top-level members', { method: 'POST', url: '', payload: bodies.keys });
  await m('POST escaped key', { method: 'POST', url: '', payload: bodies.key });
  await m('POST blanks 24 MB', { method: 'POST', url: '', payload: bodies.blank });
  await m('POST escaped text', { method: 'POST', url: '', payload: bodies.escaped });
});
