import { isAdmin, moderatorPowers, type ModeratorPower, type Reach, type ReplyOutput } from '@tribehall/contract';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { requireCluster } from '../clusters/clusters.service.ts';
import { requireServer } from '../servers/servers.service.ts';
import type { Subject } from '../sessions/rights.service.ts';
import * as store from './moderators.store.ts';

/** What someone may do on the servers of a reach. */
export type Powers = {
  has: (power: ModeratorPower) => boolean;
  /** The longest ban they may impose; null: any. */
  maxBanDays: number | null;
};

/** Powers that come with a role in Discord end when Discord has not confirmed the role for that long. */
const roleLifeMs = 60_000;

type Account = Pick<Subject, 'userId' | 'roles'>;

const nothing: Powers = { has: () => false, maxBanDays: null };
const everything: Powers = { has: (power) => moderatorPowers.includes(power), maxBanDays: null };

/**
 * Admins may do everything everywhere, admins of a server everything there. Powers in a cluster or everywhere take a grant
 * of that reach: servers can be added to it. Throws NOT_FOUND.
 */
export async function readPowers(ctx: Ctx, subject: Account, reach: Reach): Promise<Powers> {
  if (reach.type === 'server') return readServerPowers(ctx, subject, reach.serverId);
  if (reach.type === 'cluster') await requireCluster(ctx, reach.clusterId);
  if (isAdmin(subject.roles)) return everything;
  const grants = await store.findGrants(ctx.db, whoIs(ctx, subject));
  const isHere = (grant: store.GrantRow) =>
    grant.reach === 'all' ||
    (reach.type === 'cluster' && grant.reach === 'cluster' && grant.clusterId === reach.clusterId);
  return powersOf(grants.filter(isHere));
}

async function readServerPowers(ctx: Ctx, subject: Account, serverId: string): Promise<Powers> {
  if (isAdmin(subject.roles)) {
    await requireServer(ctx, serverId);
    return everything;
  }
  const ties = await store.findServerTies(ctx.db, whoIs(ctx, subject), serverId);
  if (!ties) throw new AppError('NOT_FOUND', 'There is no such server.');
  return powersOn(ties);
}

function whoIs(ctx: Ctx, { userId }: Account) {
  return { userId, confirmedAfter: confirmedAfter(ctx) };
}

/** Grants by a role in Discord that was confirmed before this moment count for nothing. */
export function confirmedAfter(ctx: Ctx): Date {
  return new Date(ctx.clock().getTime() - roleLifeMs);
}

function powersOn({ isAdmin: isAdminThere, grants }: store.ServerTies): Powers {
  return isAdminThere ? everything : powersOf(grants);
}

/** Several grants add up; the longest ban is that of the grant that allows most. */
function powersOf(grants: readonly store.Grant[]): Powers {
  if (grants.length === 0) return nothing;
  const powers = new Set(grants.flatMap((grant) => grant.powers));
  const limits = grants.flatMap((grant) => (grant.powers.includes('ban') ? [grant.maxBanDays] : []));
  const days = limits.flatMap((limit) => limit ?? []);
  return { has: (power) => powers.has(power), maxBanDays: days.length < limits.length ? null : Math.max(0, ...days) };
}

/** The powers of someone on every server that they may moderate in any way; `all` for Admins, who have all of them. */
export async function readAllPowers(ctx: Ctx, subject: Account): Promise<'all' | ReadonlyMap<string, Powers>> {
  if (isAdmin(subject.roles)) return 'all';
  const ties = await store.findAllTies(ctx.db, whoIs(ctx, subject));
  return new Map(ties.map((one) => [one.serverId, powersOn(one)]));
}

/** The servers that someone may moderate in any way; `all` for Admins. */
export async function readModeratedServers(ctx: Ctx, subject: Account): Promise<'all' | string[]> {
  const powers = await readAllPowers(ctx, subject);
  return powers === 'all' ? 'all' : [...powers.keys()];
}

type Mine = ReplyOutput<'GET /ark/moderation/mine'>;

/** What the caller may do, so that pages offer nothing else. */
export async function readMine(ctx: Ctx, caller: Account): Promise<Mine> {
  if (isAdmin(caller.roles)) return { everywhere: toHeld(everything), servers: [], clusters: [] };
  const who = whoIs(ctx, caller);
  const [ties, grants] = await Promise.all([store.findAllTies(ctx.db, who), store.findGrants(ctx.db, who)]);
  const ofAll = grants.filter(({ reach }) => reach === 'all');
  const clusters = new Map(
    grants.flatMap(({ clusterId, clusterName }) =>
      clusterId === null ? [] : [[clusterId, clusterName ?? ''] as const],
    ),
  );
  return {
    everywhere: ofAll.length === 0 ? null : toHeld(powersOf(ofAll)),
    servers: ties.map((one) => ({ id: one.serverId, name: one.name, ...toHeld(powersOn(one)) })),
    clusters: [...clusters].map(([id, name]) => {
      const here = grants.filter(({ clusterId, reach }) => reach === 'all' || clusterId === id);
      return { id, name, ...toHeld(powersOf(here)) };
    }),
  };
}

function toHeld({ has, maxBanDays }: Powers): NonNullable<Mine['everywhere']> {
  return { powers: moderatorPowers.filter((power) => has(power)), maxBanDays };
}
