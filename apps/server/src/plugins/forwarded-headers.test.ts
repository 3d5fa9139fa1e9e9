import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { forwardedHeadersPlugin } from './forwarded-headers.ts';

async function warningsOf(trustProxy: string[] | false, headers: Record<string, string>): Promise<string[]> {
  const lines: string[] = [];
  const stream = { write: (line: string) => void lines.push(line) };
  const app = Fastify({ trustProxy, logger: { level: 'warn', stream } });
  forwardedHeadersPlugin(app);
  app.get('/', (request) => request.ip);
  for (let sent = 0; sent < 3; sent += 1) await app.inject({ url: '/', headers, remoteAddress: '10.0.0.1' });
  await app.close();
  return lines;
}

it('reports once that a proxy is not trusted, and which', async () => {
  const forwarded = { 'x-forwarded-for': '203.0.113.7' };
  expect(await warningsOf(false, forwarded)).toEqual([
    expect.stringContaining('A request from 10.0.0.1 has an X-Forwarded-For header, and TRUSTED_PROXIES does not list'),
  ]);
  expect(await warningsOf(['10.0.0.9'], forwarded)).toHaveLength(1);
  expect(await warningsOf(['10.0.0.0/8'], forwarded)).toEqual([]);
  expect(await warningsOf(false, {})).toEqual([]);
});
