import { isAdmin, moderatorPowers, type ModeratorPower, type Reach } from '@tribehall/contract';
import type { Ctx } from '../../context.ts';
import { requireCluster } from '../clusters/clusters.service.ts';
import { readMemberships, requireServer } from '../servers/servers.service.ts';
import type { Subject } from '../sessions/rights.service.ts';

/** What someone may do on the servers of a reach. */
export type Powers = {
  has: (power: ModeratorPower) => boolean;
  /** The longest ban they may impose; null: any. */
  maxBanDays: number | null;
};

const nothing: Powers = { has: () => false, maxBanDays: null };
const everything: Powers = { has: (power) => moderatorPowers.includes(power), maxBanDays: null };

/** Someone has a power in a cluster or everywhere if they have it on every server there. Throws NOT_FOUND. */
export async function readPowers(ctx: Ctx, subject: Subject, reach: Reach): Promise<Powers> {
  if (reach.type === 'server') await requireServer(ctx, reach.serverId);
  if (reach.type === 'cluster') await requireCluster(ctx, reach.clusterId);
  if (isAdmin(subject.roles)) return everything;
  if (reach.type !== 'server') return nothing;
  const memberships = await readMemberships(ctx, subject);
  const isAdminThere = memberships.some(({ serverId, isAdmin }) => isAdmin && serverId === reach.serverId);
  return isAdminThere ? everything : nothing;
}

/** The servers that someone may moderate in any way; `all` for Admins. */
export async function readModeratedServers(ctx: Ctx, subject: Subject): Promise<'all' | string[]> {
  if (isAdmin(subject.roles)) return 'all';
  const memberships = await readMemberships(ctx, subject);
  return memberships.filter(({ isAdmin }) => isAdmin).map(({ serverId }) => serverId);
}
