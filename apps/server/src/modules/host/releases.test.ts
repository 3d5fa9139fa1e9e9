import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { roles } from '@tribehall/contract';
import { describe, expect, it } from 'vitest';
import { onFinished } from '../../testing/cleanup.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { createTestUser } from '../../testing/test-users.ts';
import { version } from '../../platform/server-root.ts';
import { isNewer } from './releases.service.ts';

/** A release page that answers with this body. */
async function startReleases(body: string, status = 200) {
  let asked = 0;
  const server = createServer((_, response) => {
    asked += 1;
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onFinished(() => void server.close());
  return { RELEASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/latest`, asked: () => asked };
}

async function startApp(settings: Record<string, string> = {}) {
  const app = await createTestApp(settings);
  const owner = await createTestUser(app, { roles: [roles.Owner] });
  const ask = async () =>
    (await app.http.inject({ url: '/api/os/release', headers: owner.headers })).json<{ data: { newer: unknown } }>()
      .data;
  return { app, ask };
}

const release = (tag: unknown, url: unknown = 'https://releases.test/9.0.0') =>
  JSON.stringify({ tag_name: tag, html_url: url });

describe('a newer version', () => {
  it('is shown to Owners, and asked for once a day', async () => {
    const { asked, RELEASE_URL } = await startReleases(release('v9.0.0'));
    const { app, ask } = await startApp({ RELEASE_URL });
    const newer = { version: '9.0.0', url: 'https://releases.test/9.0.0' };
    for (let n = 0; n < 3; n += 1) expect(await ask()).toEqual({ version, newer });
    expect(asked()).toBe(1);
    app.passMs(23 * 60 * 60 * 1000);
    await ask();
    expect(asked()).toBe(1);
    app.passMs(61 * 60 * 1000);
    expect(await ask()).toEqual({ version, newer });
    expect(asked()).toBe(2);
  });

  it('is for Owners alone', async () => {
    const { asked, RELEASE_URL } = await startReleases(release('v9.0.0'));
    const { app } = await startApp({ RELEASE_URL });
    const admin = await createTestUser(app, { roles: [roles.Admin] });
    const reply = await app.http.inject({ url: '/api/os/release', headers: admin.headers });
    expect(reply.statusCode).toBe(403);
    expect(asked()).toBe(0);
  });

  it.each([
    ['an older version', release('0.0.1')],
    ['its own version', release(version)],
    ['HTML in the version', release('<script>alert(1)</script>')],
    ['a version with more behind it', release('9.0.0\n<b>')],
    ['a number', release(9)],
    ['no JSON', '<!doctype html><title>Sign in</title>'],
    ['a huge reply', `{"tag_name":"9.0.0","x":"${'x'.repeat(1_100_000)}"}`],
    ['a list', '[]'],
    ['nothing', ''],
  ])('is not there after %s', async (_, body) => {
    const { asked, RELEASE_URL } = await startReleases(body);
    const { ask, app } = await startApp({ RELEASE_URL });
    expect(await ask()).toEqual({ version, newer: null });
    expect(await ask()).toEqual({ version, newer: null });
    expect(asked()).toBe(1);
    expect(app.logged.filter((line) => /"level":"?(40|50|warn|error)/.test(line) && line.includes('version'))).toEqual(
      [],
    );
  });

  it.each([
    ['a script', 'javascript:alert(1)'],
    ['an address with a login', 'https://user:secret@releases.test/'],
    ['very long', `https://x.test/${'x'.repeat(600)}`],
    ['no address', 7],
  ])('has no link where its page is %s', async (_, url) => {
    const { RELEASE_URL } = await startReleases(release('9.0.0', url));
    const { ask } = await startApp({ RELEASE_URL });
    expect(await ask()).toEqual({ version, newer: { version: '9.0.0', url: null } });
  });

  it('is unknown where nobody answers, or no address is set', async () => {
    for (const settings of [{}, { RELEASE_URL: 'http://127.0.0.1:9/' }, await startReleases(release('9.0.0'), 500)]) {
      const { RELEASE_URL } = settings as { RELEASE_URL?: string };
      const { ask } = await startApp(RELEASE_URL === undefined ? {} : { RELEASE_URL });
      expect(await ask()).toEqual({ version, newer: null });
    }
  });

  it('is recognized by its numbers', () => {
    const pairs = [
      ['1.10.0', '1.9.9', true],
      ['1.9.9', '1.10.0', false],
      ['1.0.0', '1.0.0', false],
      ['1.0.0', '1.0.0-beta.2', true],
      ['0.9.0', '1.0.0-beta.2', false],
    ] as const;
    for (const [theirs, ours, expected] of pairs) expect(isNewer(theirs, ours), `${theirs} ${ours}`).toBe(expected);
  });
});
