import Fastify from 'fastify';
import { afterAll, expect, it } from 'vitest';
import { errorsPlugin } from './errors.ts';
import { strictJsonPlugin } from './strict-json.ts';

const app = Fastify({ bodyLimit: 2_000_000 });
errorsPlugin(app);
strictJsonPlugin(app);
app.post('/strict', { config: { isStrictJson: true } }, ({ body }) => ({ body }));
app.post('/plain', ({ body }) => ({ body }));
afterAll(() => app.close());

const post = (url: string, payload: string | Buffer) =>
  app.inject({ method: 'POST', url, payload, headers: { 'content-type': 'application/json; charset=utf-8' } });
const refusedAt = async (payload: string | Buffer) => {
  const reply = await post('/strict', payload);
  const { code, details } = reply.json<{ code: string; details?: { fields: { field: string }[]; problem: object } }>();
  expect([reply.statusCode, code]).toEqual([400, 'BAD_REQUEST']);
  return { field: details?.fields[0]?.field, ...details?.problem };
};

it('reads a body that everyone reads alike', async () => {
  const [a, b] = ['[ 1, "é😀", -0 ]', '{"c":1.50}'];
  const long = 'x"\n😀'.repeat(200_000);
  const reply = await post('/strict', `{"a":${a} , "b" :\n${b},"c":-0,"d":1.5,"e":null,"f":${JSON.stringify(long)}}`);
  // What may be large comes as it was written.
  const body = { a: { text: a }, b: { text: b }, c: { text: '-0' }, d: 1.5, e: null, f: long };
  expect(reply.json()).toEqual({ body });
});

it('refuses what programs read differently, with the field and the position', async () => {
  expect(await refusedAt('{"data":{"a":1,"a":2}}')).toMatchObject({ field: 'data', line: 1, column: 16 });
  expect(await refusedAt('{"x":1,\n"data":9007199254740993}')).toMatchObject({ field: 'data', line: 2, column: 8 });
  expect(await refusedAt('{"text":"\\ud800"}')).toMatchObject({ field: 'text', column: 10 });
  expect(await refusedAt('{"data":1e999}')).toMatchObject({ field: 'data' });
  expect(await refusedAt('{"data":1,"data":2}')).toMatchObject({ field: 'data', column: 11 });
  expect(await refusedAt('{"data":')).toMatchObject({ field: 'data' });
  expect(await refusedAt('\ufeff{}')).toMatchObject({ field: '', column: 1 });
  expect(await refusedAt('')).toMatchObject({ field: '' });
  await refusedAt(Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]));
});

it('takes objects alone, and no more fields than anyone means', async () => {
  for (const body of ['[]', '"x"', '5', `{${Array.from({ length: 101 }, (_, index) => `"k${index}":1`).join()}}`])
    expect((await post('/strict', body)).json()).toMatchObject({ status: 400, code: 'BAD_REQUEST' });
});

it('takes no key that could change what all objects are', async () => {
  for (const key of ['__proto__', 'constructor', 'prototype', String.raw`\u005f_proto__`])
    expect(await refusedAt(`{"data":[{"${key}":{"polluted":true}}]}`)).toMatchObject({ field: 'data' });
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});

it('stops at depth before anything is built', async () => {
  expect(await refusedAt('['.repeat(100_000))).toMatchObject({ column: 257 });
  expect(await refusedAt(`{"data":${'{"a":'.repeat(100_000)}`)).toMatchObject({ field: 'data' });
});

it('leaves other routes as they were', async () => {
  expect((await post('/plain', '{"a":1,"a":2}')).json()).toEqual({ body: { a: 2 } });
  for (const body of ['{"__proto__":{"x":1}}', '{"a":{"constructor":{"prototype":{}}}}', '{', ''])
    expect((await post('/plain', body)).json()).toMatchObject({ status: 400, code: 'BAD_REQUEST' });
});
