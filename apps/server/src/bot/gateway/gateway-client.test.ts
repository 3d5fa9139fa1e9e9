import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RateLimitError, Routes } from 'discord.js';
import { expect, it, onTestFinished } from 'vitest';
import { readConfig } from '../../config.ts';
import { createGatewayClient } from './gateway-client.ts';
import { loginProblem } from './gateway-problem.ts';
import { createGatewayBackOff } from './back-off.ts';

/** The bot's own client, connected to a Discord that replies 429 to the first `times` calls. */
async function startRateLimiting(headers: Record<string, string>, times = Infinity) {
  let calls = 0;
  const server = createServer((request, response) => {
    calls += 1;
    request.resume();
    response.writeHead(calls <= times ? 429 : 200, { 'content-type': 'application/json', ...headers });
    response.end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const config = readConfig({ DISCORD_API_BASE: `http://127.0.0.1:${port}/api` }, '/nowhere');
  const client = createGatewayClient(config, createGatewayBackOff(), new AbortController().signal);
  client.rest.setToken('token');
  onTestFinished(async () => {
    await client.destroy();
    server.closeAllConnections();
    server.close();
  });
  return { rest: client.rest, calls: () => calls };
}

const messages = Routes.channelMessages('1');

it.each([undefined, '0', '-5', 'soon', '', '99999999999'])(
  'calls once when Discord replies with retry-after %s',
  async (retryAfter) => {
    const { rest, calls } = await startRateLimiting(retryAfter === undefined ? {} : { 'retry-after': retryAfter });
    await expect(rest.post(messages, { body: {} })).rejects.toThrow('Discord asks the bot to wait');
    expect(calls()).toBe(1);
  },
);

it('waits for retry-after, then calls again', async () => {
  const { rest, calls } = await startRateLimiting({ 'retry-after': '1' }, 1);
  const from = performance.now();
  await rest.post(messages, { body: {} });
  expect(performance.now() - from).toBeGreaterThan(950);
  expect(calls()).toBe(2);
});

it('does not call the gateway before retry-after has passed', async () => {
  const { rest, calls } = await startRateLimiting({ 'retry-after': '42' });
  const error: unknown = await rest.get(Routes.gatewayBot()).catch((error: unknown) => error);
  expect(error).toBeInstanceOf(RateLimitError);
  expect(loginProblem(error).waitMs).toBeGreaterThanOrEqual(42_000);
  expect(calls()).toBe(1);
});
