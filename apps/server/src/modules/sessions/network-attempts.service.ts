import type { Ctx } from '../../context.ts';
import { tooMany } from '../../errors.ts';
import { networkOf } from '../../platform/peer/network-of.ts';
import { attemptWait, giveBackAttempt, takeAttempt } from './attempts.service.ts';
import type { Peer } from './sessions.service.ts';

/** What strangers may do a limited number of times from one network. */
type Action = 'login' | 'discord-login' | 'register' | 'reset' | 'reset-code';

export async function takeNetworkAttempt(ctx: Ctx, action: Action, peer: Peer): Promise<void> {
  await takeAttempt(ctx, limitOf(action, peer), networkOf(peer.address));
}

/** Throws if none remains, without taking one. */
export async function requireNetworkAttempt(ctx: Ctx, action: Action, peer: Peer): Promise<void> {
  const waitMs = await attemptWait(ctx, limitOf(action, peer), networkOf(peer.address));
  if (waitMs !== undefined) throw tooMany(waitMs);
}

/** The attempt was successful: it does not count. */
export async function giveBackNetworkAttempt(ctx: Ctx, action: Action, peer: Peer): Promise<void> {
  await giveBackAttempt(ctx, limitOf(action, peer), networkOf(peer.address));
}

/** Where everyone has the address of the proxy, the limit for one visitor would lock out all of them. */
function limitOf(action: Action, { isShared }: Peer) {
  return isShared === true ? (`${action}-shared-network` as const) : (`${action}-network` as const);
}
