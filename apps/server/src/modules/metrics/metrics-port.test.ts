import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { afterAll, describe, expect, it } from 'vitest';
import { fixedHeaders } from '../../http/fixed-headers.ts';
import { parseExposition } from '../../platform/metrics/exposition.fixture.ts';
import { makePreparedFolder, spawnPortal } from '../../testing/portal-process.ts';
import { freePort } from '../../testing/test-servers.ts';

const folder = makePreparedFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const token = 'a-token-that-only-prometheus-knows';

describe('a running portal', () => {
  it('serves its metrics on a port of their own, until it stops', async () => {
    const port = await freePort();
    const portal = spawnPortal(folder, { settings: { METRICS_PORT: String(port), METRICS_TOKEN: token } });
    const url = await portal.ready();
    const address = `http://127.0.0.1:${port}/metrics`;
    const scrape = async () => {
      const reply = await fetch(address, { headers: { authorization: `Bearer ${token}` } });
      return parseExposition(await reply.text());
    };
    const sample = 'tribehall_http_requests_total{method="GET",route="/api/health",status="2xx"}';
    const asked = async () => (await scrape()).get('tribehall_http_requests_total')?.samples.get(sample);
    expect(await asked()).toBeUndefined();
    for (let n = 0; n < 5; n += 1) await (await fetch(`${url}/api/health`)).text();
    expect(await asked()).toBe(5);
    const { samples } = (await scrape()).get('process_open_fds') ?? {};
    expect(samples?.get('process_open_fds')).toBeGreaterThan(10);

    expect((await fetch(address, { headers: { authorization: 'Bearer wrong' } })).status).toBe(401);
    const others = [
      await fetch(address, { headers: { authorization: `Bearer ${token}` } }),
      await fetch(address),
      await fetch(`http://127.0.0.1:${port}/api/health`),
      await fetch(address, { method: 'POST' }),
    ];
    expect(others.map(({ status }) => status)).toEqual([200, 401, 404, 405]);
    for (const { status, headers } of others)
      expect(Object.fromEntries(headers), String(status)).toMatchObject(fixedHeaders);
    // The portal's own port has the pages of the web app there.
    expect(
      await (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } })).text(),
    ).not.toContain('tribehall_http');
    expect(await portal.stop()).toBe(0);
    await expect(fetch(address)).rejects.toThrow('fetch failed');
  });

  it('does not start where the port is taken, and says so', async () => {
    const server = createServer();
    const port = await freePort();
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    const portal = spawnPortal(folder, { settings: { METRICS_PORT: String(port) } });
    expect(await portal.exit()).toBe(1);
    expect(portal.output()).toContain(`METRICS_PORT ${port} of 127.0.0.1 can't be used: `);
    server.close();
  });
});
