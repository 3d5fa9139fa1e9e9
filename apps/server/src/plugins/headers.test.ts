import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createTestApp } from '../testing/test-app.ts';
import { createTestUser } from '../testing/test-users.ts';

const app = await createTestApp();
await app.http.listen({ port: 0, host: '127.0.0.1' });
const { port } = app.http.server.address() as AddressInfo;
const { headers: user } = await createTestUser(app);

function respond(path: string, headers: Record<string, string> = {}): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get({ port, host: '127.0.0.1', path, headers }, (response) => {
      resolve(response);
      response.on('error', () => {}).destroy();
    }).on('error', reject);
  });
}

/** The values of a header, as often as it was sent. */
function valuesOf({ rawHeaders }: IncomingMessage, name: string): string[] {
  return rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name);
}

describe('every response', () => {
  it.each([
    ['a reply from memory', '/api/health', {}, 200],
    ['a reply', '/api/users/me', user, 200],
    ['a list that browsers store', '/api/ark/servers', user, 200],
    ['a reply without a body', '/api/ark/servers', { ...user, 'if-none-match': '*' }, 304],
    ['a stream', '/api/events?topics=users.me', user, 200],
    ['a refusal', '/api/users/me', {}, 401],
    ['an unknown call', '/api/nothing', {}, 404],
    ['a page', '/', {}, 503],
  ])('has each security header once: %s', async (_, path, headers, status) => {
    const response = await respond(path, headers);
    expect(response.statusCode).toBe(status);
    const isStored = path === '/api/ark/servers';
    expect(valuesOf(response, 'cache-control')).toEqual([isStored ? 'private, no-cache' : 'no-store']);
    expect(valuesOf(response, 'x-content-type-options')).toEqual(['nosniff']);
    expect(valuesOf(response, 'x-frame-options')).toEqual(['DENY']);
    expect(valuesOf(response, 'content-security-policy')).toEqual([expect.stringContaining("default-src 'none'")]);
    for (const name of [
      'strict-transport-security',
      'referrer-policy',
      'cross-origin-opener-policy',
      'cross-origin-resource-policy',
      'permissions-policy',
    ])
      expect(valuesOf(response, name), name).toHaveLength(1);
  });
});
