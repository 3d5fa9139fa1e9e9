import type { Ctx } from '../../context.ts';
import { networkOf } from '../../platform/network-of.ts';
import * as attempts from '../sessions/attempts.service.ts';

/** Who tries to log in. `device`: see `known-devices.service.ts`. */
export type LoginAttempt = { email: string; address: string; device: string | undefined };

/**
 * A device that is known to the account has tries of its own, so that nobody else's can lock it out. All others share
 * those of the account, of their network, and of their network at this account.
 */
export async function takeLoginAttempt(ctx: Ctx, { email, address, device }: LoginAttempt): Promise<void> {
  if (device !== undefined) return attempts.takeAttempt(ctx, 'login-device', device);
  await attempts.takeAttempt(ctx, 'login-network', networkOf(address));
  await attempts.takeAttempt(ctx, 'login-account-network', accountNetwork(email, address));
  await attempts.takeAttempt(ctx, 'login-account', email);
}

/** The password was right. */
export async function forgiveLoginAttempts(ctx: Ctx, { email, address, device }: LoginAttempt): Promise<void> {
  if (device !== undefined) return attempts.forgetAttempts(ctx, 'login-device', device);
  await attempts.giveBackAttempt(ctx, 'login-network', networkOf(address));
  await attempts.forgetAttempts(ctx, 'login-account-network', accountNetwork(email, address));
  await attempts.giveBackAttempt(ctx, 'login-account', email);
}

function accountNetwork(email: string, address: string): string {
  return `${email} ${networkOf(address)}`;
}
