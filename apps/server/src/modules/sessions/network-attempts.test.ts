import { expect, it } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';
import { giveBackNetworkAttempt, takeNetworkAttempt } from './network-attempts.service.ts';

const { ctx } = await createTestApp();
const own = { address: '192.0.2.1', isLocal: false, device: '' };
const shared = { address: '10.0.0.1', isLocal: false, isShared: true, device: '' };

it.each([
  ['login', 60],
  ['discord-login', 60],
  ['register', 60],
  ['reset', 20],
  ['reset-code', 30],
] as const)('attempts of "%s" end, ten times later where everyone has the address of a proxy', async (action, max) => {
  for (const [peer, most] of [
    [own, max],
    [shared, max * 10],
  ] as const) {
    for (let n = 0; n < most; n += 1) await takeNetworkAttempt(ctx, action, peer);
    await expect(takeNetworkAttempt(ctx, action, peer)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    for (let n = 0; n < 2; n += 1) await giveBackNetworkAttempt(ctx, action, peer);
    await takeNetworkAttempt(ctx, action, peer);
    await expect(takeNetworkAttempt(ctx, action, peer)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  }
});
