import * as z from 'zod';
import { defineRoutes } from '../route.ts';
import { id, idParams, isoDate, nothing, textLine } from '../shared/schemas.ts';
import { moderatorPowers, namedReach, reach } from './powers.ts';

const grant = z.object({
  powers: z
    .array(z.enum(moderatorPowers))
    .min(1, 'Choose at least one power.')
    .max(moderatorPowers.length)
    .transform((given) => moderatorPowers.filter((power) => given.includes(power))),
  /** The longest ban they may impose; null: any. */
  maxBanDays: z
    .number()
    .int()
    .min(1, 'Enter 1 day or more.')
    .max(3650, 'Enter 3,650 days or less, or no limit.')
    .nullable(),
});

const held = z.object({ powers: z.array(z.enum(moderatorPowers)), maxBanDays: z.number().int().nullable() });

const moderator = held.extend({
  id,
  user: z.object({ id, name: z.string() }),
  reach: namedReach,
  /** The role in Discord that makes them a moderator; null for those who were added by name. */
  role: z.string().nullable(),
  grantedBy: z.string(),
  grantedAt: isoDate,
  /** Whether the caller may edit or remove it here. */
  mayChange: z.boolean(),
});

const username = z.string().trim().min(1, 'Enter the name of a user.').max(64);
/** To find users by a part of their name: names only, for those who choose moderators. */
const candidates = {
  query: z.object({ search: textLine.trim().min(2, 'Enter at least 2 characters.').max(64) }),
  /** The best matches, at most 8. */
  reply: z.array(z.object({ name: z.string() })),
};
const moderatorParams = z.object({ moderatorId: id });
const serverModeratorParams = z.object({ id, moderatorId: id });

const roleRule = held.extend({
  id,
  role: z.object({ id: z.string(), name: z.string() }),
  reach: namedReach,
  /** How many users have it by this rule now. */
  userCount: z.number().int(),
  createdBy: z.string(),
  createdAt: isoDate,
});

const roleId = z.string().regex(/^\d{1,20}$/, 'A role ID is a number with up to 20 digits.');

export const moderatorsRoutes = defineRoutes({
  'GET /ark/moderation/mine': {
    summary: 'What the caller may do as a moderator or admin, by server and cluster',
    right: 'user',
    scope: 'read',
    reply: z.object({
      /** On every server; null for most. Admins have all powers. */
      everywhere: held.nullable(),
      servers: z.array(held.extend({ id, name: z.string() })),
      clusters: z.array(held.extend({ id, name: z.string() })),
    }),
  },
  'GET /ark/moderators': {
    summary: 'All moderators, or those of a cluster',
    right: 'admin',
    scope: 'none',
    query: z.object({ clusterId: id.optional() }),
    reply: z.array(moderator),
  },
  'GET /ark/moderators/candidates': {
    summary: 'Users whose name contains this, to make one of them a moderator',
    right: 'admin',
    scope: 'none',
    ...candidates,
  },
  'POST /ark/moderators': {
    summary: 'Make a user a moderator of a server, a cluster or all servers',
    right: 'admin',
    scope: 'none',
    body: grant.extend({ username, reach }),
    reply: moderator,
  },
  'PUT /ark/moderators/{moderatorId}': {
    summary: 'Change the powers of a moderator',
    right: 'admin',
    scope: 'none',
    params: moderatorParams,
    body: grant,
    reply: moderator,
  },
  'DELETE /ark/moderators/{moderatorId}': {
    summary: 'Remove a moderator',
    right: 'admin',
    scope: 'none',
    params: moderatorParams,
    reply: nothing,
  },
  'GET /ark/servers/{id}/moderators': {
    summary: 'The moderators of a server, including those of its cluster and of all servers',
    right: 'serverAdmin',
    scope: 'none',
    params: idParams,
    reply: z.array(moderator),
  },
  'GET /ark/servers/{id}/moderators/candidates': {
    summary: 'Users whose name contains this, to make one of them a moderator of this server',
    right: 'serverAdmin',
    scope: 'none',
    params: idParams,
    ...candidates,
  },
  'POST /ark/servers/{id}/moderators': {
    summary: 'Make a user a moderator of this server',
    right: 'serverAdmin',
    scope: 'none',
    params: idParams,
    body: grant.extend({ username }),
    reply: moderator,
  },
  'PUT /ark/servers/{id}/moderators/{moderatorId}': {
    summary: 'Change the powers of a moderator of this server',
    right: 'serverAdmin',
    scope: 'none',
    params: serverModeratorParams,
    body: grant,
    reply: moderator,
  },
  'DELETE /ark/servers/{id}/moderators/{moderatorId}': {
    summary: 'Remove a moderator of this server',
    right: 'serverAdmin',
    scope: 'none',
    params: serverModeratorParams,
    reply: nothing,
  },
  'GET /ark/moderatorRoles': {
    summary: 'The roles in Discord that make their members moderators, and the roles to choose from',
    right: 'owner',
    scope: 'none',
    reply: z.object({
      rules: z.array(roleRule),
      /** Of the community guild, the highest first; null while the bot is offline. */
      roles: z.array(z.object({ id: z.string(), name: z.string() })).nullable(),
    }),
  },
  'POST /ark/moderatorRoles': {
    summary: 'Make members with a role in Discord moderators',
    right: 'owner',
    scope: 'none',
    body: grant.extend({ roleId, reach }),
    reply: roleRule,
  },
  'PUT /ark/moderatorRoles/{ruleId}': {
    summary: 'Change the powers that come with a role in Discord',
    right: 'owner',
    scope: 'none',
    params: z.object({ ruleId: id }),
    body: grant,
    reply: roleRule,
  },
  'DELETE /ark/moderatorRoles/{ruleId}': {
    summary: 'A role in Discord makes nobody a moderator anymore',
    right: 'owner',
    scope: 'none',
    params: z.object({ ruleId: id }),
    reply: nothing,
  },
});
