import { describe, expect, it } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';
import { version } from '../../platform/server-root.ts';
import { announceStop } from './host.service.ts';

const app = await createTestApp();
const other = await createTestApp();

const get = async (path: string, { http } = app) => {
  const reply = await http.inject({ url: `/api${path}` });
  return reply.json<{ status: number; data?: object; code?: string; error?: string }>();
};

describe('a portal', () => {
  it('is live and ready, and tells its version', async () => {
    expect(await get('/health')).toEqual({
      status: 200,
      data: { live: true, ready: true, version, bus: 'connected' },
    });
    expect(await get('/health/live')).toEqual({ status: 200, data: { live: true } });
    expect(await get('/health/ready')).toEqual({ status: 200, data: { ready: true } });
    expect(await get('/site')).toMatchObject({ data: { version } });
  });

  it('that is stopping is live, but not ready, and says why', async () => {
    announceStop(app.ctx);
    expect(await get('/health/ready')).toEqual({
      status: 503,
      code: 'UNAVAILABLE',
      error: 'The portal is stopping.',
      details: { ready: false },
    });
    expect(await get('/health/live')).toEqual({ status: 200, data: { live: true } });
    expect((await get('/health')).status).toBe(200);
    expect((await get('/health/ready', other)).status).toBe(200);
  });
});
