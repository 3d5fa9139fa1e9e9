import { randomUUID } from 'node:crypto';
import type { PartOutput, ReplyOutput } from '@tribehall/contract';
import { inTransaction, type Ctx } from '../../context.ts';
import { AppError, fieldError } from '../../errors.ts';
import { record, type Actor } from '../audit/audit.service.ts';
import { requestBot, type BotReply } from '../discord/bot.service.ts';
import type { Caller } from '../sessions/sessions.service.ts';
import { publishMe } from '../users/users.service.ts';
import { knownPowers, placeOf, requireWithinOwn } from './grants.service.ts';
import * as store from './role-rules.store.ts';

type Rules = ReplyOutput<'GET /ark/moderatorRoles'>;
type Rule = Rules['rules'][number];
type Role = BotReply<'bot.roles'>['roles'][number];

const maxRules = 100;
/** The rules have changed: the bot reads who has the roles. */
export const rulesSubject = 'moderators.rules';
/** Who gives and takes powers by roles. */
const discord: Actor = { userId: null, username: 'Discord', address: 'discord' };

export async function readRules(ctx: Ctx): Promise<Rules> {
  const [rows, roles] = await Promise.all([store.findRules(ctx.db), findRoles(ctx)]);
  return { rules: rows.map(toRule), roles: roles ?? null };
}

export async function addRule(
  ctx: Ctx,
  caller: Caller,
  { roleId, reach, ...given }: PartOutput<'POST /ark/moderatorRoles', 'body'>,
): Promise<Rule> {
  const place = await placeOf(ctx, reach);
  const allowed = await requireWithinOwn(ctx, caller, reach, given);
  const { guildId, role } = await requireRole(ctx, roleId);
  return inTransaction(ctx, async (ctx) => {
    await store.lockRules(ctx.db);
    const rules = await store.findRules(ctx.db);
    if (rules.length >= maxRules) throw new AppError('CONFLICT', `There are already ${maxRules} rules.`);
    const isSame = ({ rule }: store.ListedRule) =>
      rule.roleId === roleId &&
      rule.reach === place.reach &&
      rule.serverId === place.serverId &&
      rule.clusterId === place.clusterId;
    if (rules.some(isSame)) throw fieldError('CONFLICT', 'roleId', 'There is already a rule for this role there.');
    const id = randomUUID();
    const by = { createdBy: caller.username, createdAt: ctx.clock() };
    await store.insertRule(ctx.db, { id, guildId, roleId, roleName: role.name, ...place, ...allowed, ...by });
    return changed(ctx, caller, await requireRule(ctx, id), 'added');
  });
}

export async function editRule(
  ctx: Ctx,
  caller: Caller,
  ruleId: string,
  given: PartOutput<'PUT /ark/moderatorRoles/{ruleId}', 'body'>,
): Promise<Rule> {
  return inTransaction(ctx, async (ctx) => {
    await store.lockRules(ctx.db);
    await requireRule(ctx, ruleId);
    // The Owner may do everything everywhere; the length of bans goes with the power to ban.
    await store.updateRule(ctx.db, ruleId, await requireWithinOwn(ctx, caller, { type: 'all' }, given));
    return changed(ctx, caller, await requireRule(ctx, ruleId), 'changed');
  });
}

export async function removeRule(ctx: Ctx, caller: Caller, ruleId: string): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    await store.lockRules(ctx.db);
    const row = await requireRule(ctx, ruleId);
    const former = await store.findModerators(ctx.db, ruleId);
    await store.deleteRule(ctx.db, ruleId);
    await changed(ctx, caller, row, 'removed', former);
  });
}

/** The roles whose members the bot has to know. */
export async function listWatchedRoles(ctx: Ctx): Promise<{ ruleId: string; guildId: string; roleId: string }[]> {
  return (await store.findRules(ctx.db)).map(({ rule }) => ({
    ruleId: rule.id,
    guildId: rule.guildId,
    roleId: rule.roleId,
  }));
}

/** Discord says who has a role now. What it does not confirm for a minute counts for nothing (`moderators.service.ts`). */
export async function applyRoleMembers(ctx: Ctx, ruleId: string, discordIds: string[]): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    await store.lockRules(ctx.db);
    const found = await store.findRule(ctx.db, ruleId);
    if (!found) return;
    const wanted = await store.findUsersOf(ctx.db, discordIds);
    const present = await store.findModerators(ctx.db, ruleId);
    const former = present.filter(({ userId }) => !wanted.some(({ id }) => id === userId));
    const added = wanted.filter(({ id }) => !present.some(({ userId }) => userId === id));
    await store.deleteModerators(
      ctx.db,
      former.map(({ id }) => id),
    );
    const { reach, serverId, clusterId, reachName, powers, maxBanDays } = found.rule;
    const granted = { reach, serverId, clusterId, reachName, powers, maxBanDays, roleRuleId: ruleId };
    const by = { grantedBy: discord.username, grantedAt: ctx.clock() };
    await store.insertModerators(
      ctx.db,
      added.map(({ id: userId }) => ({ id: randomUUID(), userId, ...granted, ...by })),
    );
    await store.confirmModerators(ctx.db, ruleId, ctx.clock());
    const recordOne = (action: string, userId: string, username: string) =>
      record(ctx, discord, {
        action,
        target: `${username} on ${found.reachName}`,
        outcome: 'done',
        details: { userId, role: found.rule.roleName, ...placeDetails(found.rule), powers, maxBanDays },
      });
    for (const { userId, username } of former) await recordOne('moderators.revoke', userId, username);
    for (const { id, username } of added) await recordOne('moderators.grant', id, username);
    for (const userId of [...former.map((one) => one.userId), ...added.map(({ id }) => id)])
      await publishMe(ctx, userId);
  });
}

async function changed(
  ctx: Ctx,
  caller: Caller,
  row: store.ListedRule,
  change: 'added' | 'changed' | 'removed',
  concerned?: readonly store.RoleModerator[],
): Promise<Rule> {
  const { id, roleName, powers, maxBanDays } = row.rule;
  const details = { role: roleName, change, ...placeDetails(row.rule), powers, maxBanDays };
  await record(ctx, caller, {
    action: 'moderators.role',
    target: `${roleName} on ${row.reachName}`,
    outcome: 'done',
    details,
  });
  for (const { userId } of concerned ?? (await store.findModerators(ctx.db, id))) await publishMe(ctx, userId);
  ctx.bus.publish(rulesSubject, {}, rulesSubject);
  return toRule(row);
}

function placeDetails({ reach, serverId, clusterId }: store.RuleRow): Record<string, string> {
  return { reach, ...(serverId && { serverId }), ...(clusterId && { clusterId }) };
}

async function findRoles(ctx: Ctx): Promise<Role[] | undefined> {
  const { GUILD_ID: guildId } = ctx.config;
  return guildId === undefined ? undefined : (await requestBot(ctx, 'bot.roles', { guildId }))?.roles;
}

async function requireRole(ctx: Ctx, roleId: string): Promise<{ guildId: string; role: Role }> {
  const { GUILD_ID: guildId } = ctx.config;
  if (guildId === undefined) throw fieldError('NOT_SUPPORTED', 'roleId', 'This portal has no community guild.');
  const found = await findRoles(ctx);
  if (!found) throw fieldError('BOT_OFFLINE', 'roleId');
  const role = found.find(({ id }) => id === roleId);
  if (!role) throw fieldError('BAD_REQUEST', 'roleId', 'The community guild has no such role.');
  return { guildId, role };
}

async function requireRule(ctx: Ctx, id: string): Promise<store.ListedRule> {
  const row = await store.findRule(ctx.db, id);
  if (!row) throw new AppError('NOT_FOUND', 'There is no such rule.');
  return row;
}

function toRule({ rule, reachName, userCount }: store.ListedRule): Rule {
  return {
    id: rule.id,
    role: { id: rule.roleId, name: rule.roleName },
    reach: { type: rule.reach, id: rule.serverId ?? rule.clusterId, name: reachName },
    powers: knownPowers(rule.powers),
    maxBanDays: rule.maxBanDays,
    userCount,
    createdBy: rule.createdBy,
    createdAt: rule.createdAt,
  };
}
