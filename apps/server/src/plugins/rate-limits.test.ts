import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { errorsPlugin } from './errors.ts';
import { rateLimitsPlugin } from './rate-limits.ts';

it('does not count files that were taken, but those that were refused', async () => {
  const app = Fastify();
  errorsPlugin(app);
  rateLimitsPlugin(app, 3);
  let status = 201;
  app.post('/api/files', { config: { streamedBody: 'bytes' } }, (_, reply) => reply.code(status).send());
  const upload = async () => (await app.inject({ method: 'POST', url: '/api/files' })).statusCode;
  for (let sent = 0; sent < 10; sent += 1) expect(await upload()).toBe(201);
  status = 401;
  expect([await upload(), await upload(), await upload(), await upload()]).toEqual([401, 401, 401, 429]);
  await app.close();
});
