import type { ModeratorPower, SanctionKind } from '@tribehall/contract';
import type { Ctx } from '../../context.ts';
import { AppError, fieldError } from '../../errors.ts';
import { readAllPowers, readPowers } from '../moderators/moderators.service.ts';
import type { Caller } from '../sessions/sessions.service.ts';
import type { Scope, Target } from './sanctions.store.ts';

const powerFor: Record<SanctionKind, ModeratorPower> = { kick: 'kick', warning: 'warn', mute: 'mute', ban: 'ban' };

const seeing: readonly ModeratorPower[] = ['history', ...Object.values(powerFor)];

const dayMinutes = 24 * 60;

type Wish = { kind: SanctionKind; target: Target; minutes: number | null };

/** Refuses who may not impose such a sanction on every server of its reach, or not for so long. */
export async function requirePower(ctx: Ctx, caller: Caller, { kind, target, minutes }: Wish): Promise<void> {
  const powers = await readPowers(ctx, caller, toReach(target));
  if (!powers.has(powerFor[kind])) throw new AppError('FORBIDDEN', refusal(target));
  const { maxBanDays } = powers;
  if (kind !== 'ban' || maxBanDays === null) return;
  if (minutes === null || minutes > maxBanDays * dayMinutes)
    throw fieldError(
      'FORBIDDEN',
      'minutes',
      `You may ban for at most ${maxBanDays} ${maxBanDays === 1 ? 'day' : 'days'}.`,
    );
}

/** The servers whose sanctions the caller sees: where they may impose some, or see the history. */
export async function readScope(ctx: Ctx, caller: Caller): Promise<Scope> {
  const powers = await readAllPowers(ctx, caller);
  if (powers === 'all') return 'all';
  return [...powers].filter(([, { has }]) => seeing.some((power) => has(power))).map(([serverId]) => serverId);
}

function toReach({ reach, serverId, clusterId }: Target) {
  if (reach === 'server') return { type: 'server', serverId: serverId ?? '' } as const;
  if (reach === 'cluster') return { type: 'cluster', clusterId: clusterId ?? '' } as const;
  return { type: 'all' } as const;
}

function refusal({ reach, reachName }: Target): string {
  if (reach === 'all') return 'Only Admins may do this on all servers.';
  return `You may not do this on ${reachName}.`;
}
