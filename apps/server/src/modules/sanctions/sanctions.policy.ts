import type { ModeratorPower, SanctionKind } from '@tribehall/contract';
import type { Ctx } from '../../context.ts';
import { AppError, fieldError } from '../../errors.ts';
import { readAllPowers, readPowers, type Powers } from '../moderators/moderators.service.ts';
import type { Caller } from '../sessions/sessions.service.ts';
import type { SanctionRow, Scope, Target } from './sanctions.store.ts';

const powerFor: Record<SanctionKind, ModeratorPower> = { kick: 'kick', warning: 'warn', mute: 'mute', ban: 'ban' };

const seeing: readonly ModeratorPower[] = ['history', ...Object.values(powerFor)];

const minuteMs = 60_000;
const dayMinutes = 24 * 60;

type Wish = { kind: SanctionKind; target: Target; minutes: number | null };

/** Refuses who may not impose such a sanction on every server of its reach, or not for so long. */
export async function requirePower(ctx: Ctx, caller: Caller, { kind, target, minutes }: Wish): Promise<void> {
  const maxBanDays = await requireKind(ctx, caller, kind, target);
  const problem = kind === 'ban' ? lengthProblem(maxBanDays, minutes) : undefined;
  if (problem !== undefined) throw fieldError('FORBIDDEN', 'minutes', problem);
}

/** The same for any length; returns the longest ban that the caller may impose there, in days; null: any. */
export async function requireKind(
  ctx: Ctx,
  caller: Caller,
  kind: SanctionKind,
  target: Target,
): Promise<number | null> {
  const powers = await readPowers(ctx, caller, toReach(target));
  if (!powers.has(powerFor[kind])) throw new AppError('FORBIDDEN', refusal(target));
  return powers.maxBanDays;
}

/** Why a ban is longer than the caller may impose; `minutes` is null for one without an end. */
export function lengthProblem(maxBanDays: number | null, minutes: number | null): string | undefined {
  if (maxBanDays === null || (minutes !== null && minutes <= maxBanDays * dayMinutes)) return undefined;
  return `You may ban for at most ${maxBanDays} ${maxBanDays === 1 ? 'day' : 'days'}.`;
}

/** Refuses who could not have imposed such a sanction: nobody lifts or changes a ban that is longer than they may impose. */
export async function requireChange(
  ctx: Ctx,
  caller: Caller,
  row: Target & Pick<SanctionRow, 'kind' | 'createdAt' | 'endsAt'>,
): Promise<void> {
  const maxBanDays = await requireKind(ctx, caller, row.kind, row);
  const minutes = row.endsAt === null ? null : (row.endsAt.getTime() - row.createdAt.getTime()) / minuteMs;
  const problem = row.kind === 'ban' ? lengthProblem(maxBanDays, minutes) : undefined;
  if (problem !== undefined)
    throw new AppError('FORBIDDEN', `${problem} This ban is longer: ask an Admin to change it.`);
}

/** The servers whose sanctions the caller sees: where they may impose some, or see the history. */
export async function readScope(ctx: Ctx, caller: Caller): Promise<Scope> {
  const powers = await readAllPowers(ctx, caller);
  if (powers === 'all') return 'all';
  return [...powers].filter(([, server]) => maySeeSanctions(server)).map(([serverId]) => serverId);
}

/** Whether the powers on a server are enough to see its sanctions. */
export function maySeeSanctions({ has }: Pick<Powers, 'has'>): boolean {
  return seeing.some((power) => has(power));
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
