import type { Ctx } from '../../context.ts';
import { networkOf } from '../../platform/peer/network-of.ts';
import * as attempts from '../sessions/attempts.service.ts';
import {
  giveBackNetworkAttempt,
  requireNetworkAttempt,
  takeNetworkAttempt,
} from '../sessions/network-attempts.service.ts';
import type { Peer } from '../sessions/sessions.service.ts';

/** Who tries to log in. `device`: see `known-devices.service.ts`. */
export type LoginAttempt = { email: string; peer: Peer; device: string | undefined };

/**
 * A device that is known to the account has tries of its own, so that nobody else's can lock it out. All others share
 * those of the account, of their network, and of their network at this account.
 */
export async function takeLoginAttempt(ctx: Ctx, { email, peer, device }: LoginAttempt): Promise<void> {
  if (device !== undefined) return attempts.takeAttempt(ctx, 'login-device', device);
  // A network without tries takes none from the accounts that it names.
  await requireNetworkAttempt(ctx, 'login', peer);
  // Before the network's: tries that are refused at one account take none from others in the same network.
  await attempts.takeAttempt(ctx, 'login-account-network', accountNetwork(email, peer));
  await takeNetworkAttempt(ctx, 'login', peer);
  await attempts.takeAttempt(ctx, 'login-account', email);
}

/** The password was right. */
export async function forgiveLoginAttempts(ctx: Ctx, { email, peer, device }: LoginAttempt): Promise<void> {
  if (device !== undefined) return attempts.forgetAttempts(ctx, 'login-device', device);
  await giveBackNetworkAttempt(ctx, 'login', peer);
  await attempts.forgetAttempts(ctx, 'login-account-network', accountNetwork(email, peer));
  await attempts.giveBackAttempt(ctx, 'login-account', email);
}

export type StepAttempt = Pick<LoginAttempt, 'peer' | 'device'>;

/** The second step, or a login with a passkey. Codes are also limited per account, on known devices too. */
export async function takeStepAttempt(ctx: Ctx, { peer, device }: StepAttempt): Promise<void> {
  if (device === undefined) await takeNetworkAttempt(ctx, 'login', peer);
  else await attempts.takeAttempt(ctx, 'login-step-device', device);
}

export async function giveBackStepAttempt(ctx: Ctx, { peer, device }: StepAttempt): Promise<void> {
  if (device === undefined) await giveBackNetworkAttempt(ctx, 'login', peer);
  else await attempts.giveBackAttempt(ctx, 'login-step-device', device);
}

function accountNetwork(email: string, { address }: Peer): string {
  return `${email} ${networkOf(address)}`;
}
