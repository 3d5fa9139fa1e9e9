import { isAdmin, moderatorPowers, roles, type ModeratorPower } from '@tribehall/contract';
import { readMembership } from '../servers/servers.service.ts';
import type { RightCheck } from '../sessions/rights.service.ts';
import { readModeratedServers, readPowers, type Powers } from './moderators.service.ts';

/** Admins of the server, and moderators with this power on it, in its cluster or everywhere. */
const withPower =
  (power: ModeratorPower): RightCheck =>
  async (ctx, subject, params) =>
    (await readPowers(ctx, subject, { type: 'server', serverId: params['id'] ?? '' })).has(power);

const hasAny = (powers: Powers) => moderatorPowers.some((power) => powers.has(power));
const withMail = withPower('mail');

export const moderatorRights = {
  moderator: async (ctx, subject) => isAdmin(subject.roles) || (await readModeratedServers(ctx, subject)).length > 0,
  serverModerator: async (ctx, subject, params) =>
    hasAny(await readPowers(ctx, subject, { type: 'server', serverId: params['id'] ?? '' })),
  clusterModerator: async (ctx, subject, params) =>
    hasAny(await readPowers(ctx, subject, { type: 'cluster', clusterId: params['id'] ?? '' })),
  serverHistory: withPower('history'),
  serverKick: withPower('kick'),
  serverWarn: withPower('warn'),
  serverMute: withPower('mute'),
  serverBan: withPower('ban'),
  serverMail: async (ctx, subject, params) => {
    const { playerId, isAdmin: isAdminThere } = await readMembership(ctx, subject, params['id'] ?? '');
    const isPlayer = playerId !== null || isAdminThere || subject.roles.includes(roles.DiscordBot);
    return isPlayer || withMail(ctx, subject, params);
  },
  serverConsole: withPower('console'),
  serverStructures: withPower('structures'),
} satisfies Record<string, RightCheck>;
