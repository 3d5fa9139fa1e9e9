import { randomUUID } from 'node:crypto';
import type { PartOutput, ReplyOutput } from '@tribehall/contract';
import { inTransaction, type Ctx } from '../../context.ts';
import { AppError, fieldError, tooMany } from '../../errors.ts';
import { record, type Actor } from '../audit/audit.service.ts';
import { publishLive } from '../events/events.service.ts';
import { confirmedAfter } from '../moderators/moderators.service.ts';
import { requireName } from '../notes/flags.service.ts';
import { notify } from '../notifications/notifications.service.ts';
import { requireServer } from '../servers/servers.service.ts';
import { countAttempt } from '../sessions/attempts.service.ts';
import type { Caller } from '../sessions/sessions.service.ts';
import { countOpenOf, findResponsible, lockReporter, type Reporter } from './reporters.store.ts';
import * as store from './reports.store.ts';

type OwnReport = ReplyOutput<'GET /ark/reports/own'>[number];
type Given = PartOutput<'POST /ark/reports', 'body'>;

/** A report that is not stored yet. */
export type NewReport = {
  source: store.ReportRow['source'];
  reporter: Reporter;
  server: { id: string; name: string } | null;
  player: { id: string | null; name: string };
  text: string;
};

const maxOpen = 10;
const ownListed = 100;
const removedUser = 'Removed user';

/** Tells the bot to post what is new. */
export const postSubject = 'reports.post';

/** Someone reports a player in the portal or on Discord. */
export async function create(
  ctx: Ctx,
  caller: Caller,
  source: 'portal' | 'discord',
  { playerId, playerName, serverId, text }: Given,
): Promise<OwnReport> {
  if (playerId === undefined && playerName === undefined)
    throw fieldError('BAD_REQUEST', 'playerId', 'Choose a player.');
  const server = serverId === undefined ? null : await requireServer(ctx, serverId);
  const name = playerId === undefined ? (playerName ?? '') : await requireName(ctx, playerId);
  const reporter = { userId: caller.userId, playerId: null, name: caller.username };
  const waitMs = await countAttempt(ctx, 'report', reporterKey(reporter));
  if (waitMs !== undefined) throw tooMany(waitMs);
  return inTransaction(ctx, async (ctx) => {
    const player = { id: playerId ?? null, name };
    const row = await storeReport(ctx, caller, { source, reporter, server, player, text });
    if (!row)
      throw new AppError(
        'TOO_MANY_REQUESTS',
        `You already have ${maxOpen} open reports. Wait until some of them are answered.`,
      );
    return toOwn(row);
  });
}

/** Stores a report and notifies those responsible, in the given transaction; undefined if the reporter has too many. */
export async function storeReport(ctx: Ctx, actor: Actor, given: NewReport): Promise<store.ReportRow | undefined> {
  const { source, reporter, server, player, text } = given;
  await lockReporter(ctx.db, reporterKey(reporter));
  if ((await countOpenOf(ctx.db, reporter)) >= maxOpen) return undefined;
  const now = ctx.clock();
  const hasBot = ctx.config.GUILD_ID !== undefined && ctx.config.DISCORD_BOT_TOKEN !== undefined;
  const row = await store.insertReport(ctx.db, {
    id: randomUUID(),
    source,
    userId: reporter.userId,
    reporterPlayerId: reporter.playerId,
    reporterName: reporter.name,
    serverId: server?.id ?? null,
    serverName: server?.name ?? null,
    playerId: player.id,
    playerName: player.name,
    text,
    state: 'open',
    createdAt: now,
    postDueAt: hasBot ? now : null,
  });
  await recordReport(ctx, actor, 'reports.create', row);
  const responsible = await publishReport(ctx, row);
  await notify(
    ctx,
    responsible.filter((userId) => userId !== reporter.userId),
    {
      kind: 'report.new',
      key: `report ${row.id}`,
      text: `${reporter.name} reported ${player.name}${server ? ` on ${server.name}` : ''}`,
      detail: text,
      path: `/arkbot/reports/${row.id}`,
    },
  );
  if (hasBot) ctx.bus.publish(postSubject, {}, postSubject);
  return row;
}

/** One key for all reports of a person, wherever they report. */
export function reporterKey({ userId, playerId, name }: Reporter): string {
  return userId !== null ? `user:${userId}` : playerId !== null ? `player:${playerId}` : `name:${name}`;
}

/** Tells those responsible that a report has changed; returns who they are. */
export async function publishReport(
  ctx: Ctx,
  { id, serverId, playerId }: Pick<store.ReportRow, 'id' | 'serverId' | 'playerId'>,
): Promise<string[]> {
  const responsible = await findResponsible(ctx.db, { serverId, playerId, confirmedAfter: confirmedAfter(ctx) });
  for (const userId of responsible) publishLive(ctx, 'reports', 'changed', { id }, userId);
  return responsible;
}

/** Records whom it is about, but not the text, which can be erased. */
export async function recordReport(ctx: Ctx, actor: Actor, action: string, row: store.ReportRow): Promise<void> {
  const { id, serverId, serverName, playerId, playerName } = row;
  const target = serverName === null ? playerName : `${playerName} on ${serverName}`;
  const details = { reportId: id, ...(serverId && { serverId }), ...(playerId && { playerId }) };
  await record(ctx, actor, { action, target, outcome: 'done', details });
}

export async function listOwn(ctx: Ctx, { userId }: Caller): Promise<OwnReport[]> {
  return (await store.findOwn(ctx.db, userId, ownListed)).map(toOwn);
}

export function toOwn(row: store.ReportRow): OwnReport {
  const { id, createdAt, serverId, serverName, playerId, playerName, text, state, answer, answeredAt } = row;
  return {
    id,
    createdAt,
    server: serverName === null ? null : { id: serverId, name: serverName },
    player: { id: playerId, name: playerName },
    text,
    state,
    answer: answer === null || answeredAt === null ? null : { text: answer, at: answeredAt },
  };
}

/** What a removed user reported stays, without their name. */
export async function forgetUser(ctx: Ctx, userId: string): Promise<undefined> {
  await store.redactUser(ctx.db, userId, removedUser);
}
