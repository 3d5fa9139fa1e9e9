import type { PartOutput, ReplyOutput } from '@tribehall/contract';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { listPlayerEntries, type AuditEntry } from '../audit/audit.service.ts';
import { playerPage } from '../chat/chat.service.ts';
import { listMailTo } from '../mail/mail.service.ts';
import type { Caller } from '../sessions/sessions.service.ts';
import { readSight, serversModerated, serversSeen, serversWith, type Sight } from './people.policy.ts';

type Actions = ReplyOutput<'GET /ark/players/{playerId}/actions'>;
type ChatQuery = PartOutput<'GET /ark/players/{playerId}/chat', 'query'>;

/** What someone said where the caller may see their history; to a whole cluster if that is on one of its servers. */
export async function readChat(
  ctx: Ctx,
  caller: Caller,
  playerId: string,
  { serverId, ...page }: ChatQuery,
): Promise<ReplyOutput<'GET /ark/players/{playerId}/chat'>> {
  const sight = await readSight(ctx, caller);
  const seen = serversSeen(sight, playerId, serverId);
  const serverIds = [...seen.all, ...seen.public];
  const clusterIds = serverIds.flatMap((id) => sight.servers.get(id)?.clusterId ?? []);
  return playerPage(
    ctx,
    { playerId, serverIds, clusterIds: serverId === undefined ? clusterIds : [] },
    page,
    caller.userId,
  );
}

/** Mail to someone: the caller's own, all of it to the caller, and all on servers where the caller may read mail. */
export async function readMail(
  ctx: Ctx,
  caller: Caller,
  playerId: string,
  before: string | undefined,
): Promise<ReplyOutput<'GET /ark/players/{playerId}/mail'>> {
  const sight = await readSight(ctx, caller);
  const isAll = sight.isAdmin || sight.ownPlayerIds.has(playerId);
  return listMailTo(ctx, playerId, { senderId: caller.userId, serverIds: serversWith(sight, 'mail'), isAll }, before);
}

/** What admins and moderators did to someone, on servers that the caller is one of; Admins of the portal see all of it. */
export async function readActions(
  ctx: Ctx,
  caller: Caller,
  playerId: string,
  before: string | undefined,
): Promise<Actions> {
  const sight = await readSight(ctx, caller);
  const serverIds = sight.isAdmin ? undefined : serversModerated(sight);
  if (serverIds?.length === 0)
    throw new AppError('FORBIDDEN', 'You need to be an admin or moderator of a server to see this.');
  const filter = { playerId, serverIds, before: before === undefined ? undefined : BigInt(before) };
  const { entries, hasMore } = await listPlayerEntries(ctx, filter);
  return { actions: entries.map((entry) => toAction(sight, entry)), hasMore };
}

/** Of the details only these: others hold texts that are for some Admins only. Commands are a part of the history. */
function toAction(
  { servers, isAdmin }: Sight,
  { id, at, actor, action, outcome, details }: AuditEntry,
): Actions['actions'][number] {
  const { serverId, command } = details ?? {};
  const server = typeof serverId === 'string' ? servers.get(serverId) : undefined;
  const isCommandVisible = isAdmin || server?.has('history') === true || server?.has('console') === true;
  return {
    id,
    at,
    actor,
    action,
    server: typeof serverId === 'string' ? { id: serverId, name: server?.name ?? null } : null,
    outcome,
    command: isCommandVisible && action === 'players.console' && typeof command === 'string' ? command : null,
  };
}
