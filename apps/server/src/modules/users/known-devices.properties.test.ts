import { textOf } from '@tribehall/common/any-text.fixture';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';
import { deviceCookie, findAnyDevice, findDevice } from './known-devices.service.ts';

const email = 'someone@example.test';

it('takes no cookie for that of a known device, unless the portal has made it for this account', async () => {
  const { ctx } = await createTestApp();
  const [own = ''] = deviceCookie(ctx, email).split('; ');
  const [others = ''] = deviceCookie(ctx, 'other@example.test').split('; ');
  const [name = '', value = ''] = own.split('=');
  expect(findDevice(ctx, email, own)).toBeDefined();
  const cookies = textOf(name, '=', '; ', '.', value, value.split('.')[0] ?? '', others, '__proto__');
  fc.assert(
    fc.property(cookies, (header) => {
      const first = header.split('; ').find((cookie) => cookie.startsWith(`${name}=`));
      expect(findDevice(ctx, email, header) !== undefined).toBe(first === own);
      const isAny = header.split('; ').some((cookie) => cookie === own || cookie === others);
      expect(findAnyDevice(ctx, header) !== undefined).toBe(isAny);
    }),
  );
});

it('still knows a device by a cookie of an earlier version, at its own account', async () => {
  const { ctx } = await createTestApp();
  const [name = ''] = deviceCookie(ctx, email).split('=');
  const [otherName = ''] = deviceCookie(ctx, 'other@example.test').split('=');
  const device = 'A'.repeat(16);
  const value = `${device}.${ctx.key.sign('login device', `${device} ${email}`)}`;
  expect(findDevice(ctx, email, `${name}=${value}`)).toBe(device);
  expect(findDevice(ctx, 'other@example.test', `${otherName}=${value}`)).toBeUndefined();
});
